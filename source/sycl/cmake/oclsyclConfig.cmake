# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(oclsycl): add_sycl_to_target(TARGET <target> [SOURCES <file>...]) has a target's C++
# compiled and linked by oclsycl++, whatever compiler the project has. Its options have to be such
# that Clang takes. Generators: Ninja and Makefiles.
get_filename_component(_oclsycl_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(oclsycl_COMPILER "${_oclsycl_root}/bin/oclsycl++")
if(NOT EXISTS "${oclsycl_COMPILER}")
  set(oclsycl_FOUND FALSE)
  set(oclsycl_NOT_FOUND_MESSAGE "expected oclsycl++ at ${oclsycl_COMPILER}")
  return()
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(arguments "" "TARGET" "SOURCES" ${ARGN})
  if(NOT TARGET "${arguments_TARGET}")
    message(FATAL_ERROR "add_sycl_to_target: expected TARGET and a target; found '${arguments_TARGET}'")
  endif()
  # The rules of the project's compiler stay; oclsycl++ runs in the compiler's place.
  set_target_properties("${arguments_TARGET}" PROPERTIES
    RULE_LAUNCH_COMPILE "\"${oclsycl_COMPILER}\" --instead-of"
    RULE_LAUNCH_LINK "\"${oclsycl_COMPILER}\" --instead-of")
  target_compile_features("${arguments_TARGET}" PRIVATE cxx_std_17)
endfunction()
