# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(oclsycl): add_sycl_to_target(TARGET <target> [SOURCES <file>...] [KEEP_HOST_COMPILER])
# has a target's C++ compiled and linked by oclsycl++, whatever compiler the project has. With
# KEEP_HOST_COMPILER that compiler still makes the host's code, and Clang the device's alone. Options
# have to be such that Clang takes. Generators: Ninja and Makefiles.
get_filename_component(_oclsycl_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(oclsycl_COMPILER "${_oclsycl_root}/bin/oclsycl++")
if(NOT EXISTS "${oclsycl_COMPILER}")
  set(oclsycl_FOUND FALSE)
  set(oclsycl_NOT_FOUND_MESSAGE "expected oclsycl++ at ${oclsycl_COMPILER}")
  return()
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(arguments "KEEP_HOST_COMPILER" "TARGET" "SOURCES" ${ARGN})
  if(NOT TARGET "${arguments_TARGET}")
    message(FATAL_ERROR "add_sycl_to_target: expected TARGET and a target; found '${arguments_TARGET}'")
  endif()
  # The rules of the project's compiler stay; oclsycl++ runs in the compiler's place, and runs it.
  set(how --instead-of)
  if(arguments_KEEP_HOST_COMPILER)
    set(how --beside)
  endif()
  set_target_properties("${arguments_TARGET}" PROPERTIES
    RULE_LAUNCH_COMPILE "\"${oclsycl_COMPILER}\" ${how}"
    RULE_LAUNCH_LINK "\"${oclsycl_COMPILER}\" ${how}")
  target_compile_features("${arguments_TARGET}" PRIVATE cxx_std_17)
endfunction()
