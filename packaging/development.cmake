# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What others build with: the modules vecz, spirv-ll, builtins and libimg as static libraries (doc/modules.md), found by
# CMake and pkg-config; the tools of developers and the manual pages of all programs.
if(NOT LANEWISE_COMPILER)
  return()
endif()

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/lanewise)
foreach(header cargo:cargo llvm_setup:llvm_setup spirv_words:spirv_words vecz:vecz spirv-ll:spirv-ll builtins/libimg:libimg)
  string(REPLACE ":" ";" header ${header})
  list(GET header 0 module)
  list(GET header 1 folder)
  install(DIRECTORY modules/${module}/include/${folder} DESTINATION ${headers} COMPONENT dev FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/modules/spirv_words/generated/spirv_enums.h DESTINATION ${headers} COMPONENT dev OPTIONAL)
install(FILES modules/builtins/include/builtins/library.h modules/builtins/include/builtins/mux_builtins.md
        DESTINATION ${headers}/builtins COMPONENT dev)
# OPTIONAL: a build of some targets can be installed, too.
set_target_properties(libimg PROPERTIES OUTPUT_NAME img)
install(TARGETS libimg spirv_words vecz spirv_ll builtins OPTIONAL
        ARCHIVE DESTINATION ${LANEWISE_INSTALL_LIBDIR} COMPONENT dev)
get_property(archive GLOBAL PROPERTY LANEWISE_BUILTINS_ARCHIVE)
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_DATADIR}/lanewise COMPONENT dev OPTIONAL)

# Paths in these files are relative, so that a prefix can be moved; only LLVM is where it was.
include(CMakePackageConfigHelpers)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Lanewise)
configure_package_config_file(
  packaging/modules/LanewiseConfig.cmake.in ${made}/LanewiseConfig.cmake INSTALL_DESTINATION ${config}
  PATH_VARS headers LANEWISE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${made}/LanewiseConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${made}/LanewiseConfig.cmake ${made}/LanewiseConfigVersion.cmake DESTINATION ${config} COMPONENT dev)
foreach(flags ldflags cppflags libs)
  execute_process(COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-shared --${flags} OUTPUT_VARIABLE llvm_${flags}
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endforeach()
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
function(lanewise_pkg_config module description libraries)
  configure_file(packaging/modules/lanewise.pc.in ${made}/lanewise-${module}.pc @ONLY)
  install(FILES ${made}/lanewise-${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()
set(llvm ${llvm_ldflags} ${llvm_libs})
string(REPLACE ";" " " llvm "${llvm}")
lanewise_pkg_config(vecz "vectorises kernels in LLVM IR" "-lvecz ${llvm}")
lanewise_pkg_config(spirv-ll "reads SPIR-V modules as LLVM IR" "-lspirv_ll -lspirv_words ${llvm}")
lanewise_pkg_config(builtins "OpenCL C's built-in functions as LLVM bitcode" "-lbuiltins ${llvm}")
set(llvm_cppflags "")
lanewise_pkg_config(libimg "formats, descriptors and colors of OpenCL images" "-limg")

set(pages "")
foreach(program clc muxc veczc spirv-ll)
  set(page ${made}/${program}.1.gz)
  if(NOT CMAKE_CROSSCOMPILING)
    add_custom_command(OUTPUT ${page} DEPENDS ${program} packaging/manuals/program_page.py
                       COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/manuals/program_page.py
                               $<TARGET_FILE:${program}> ${PROJECT_VERSION} ${page} VERBATIM)
    list(APPEND pages ${page})
  endif()
  set(component tools)
  if(program STREQUAL "clc")
    set(component clc)
  else()
    install(TARGETS ${program} OPTIONAL RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  endif()
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component} OPTIONAL)
endforeach()
if(LANEWISE_SYCL AND NOT CMAKE_CROSSCOMPILING)
  set(page ${made}/oclsycl++.1.gz)
  add_custom_command(OUTPUT ${page} DEPENDS oclsycl packaging/manuals/program_page.py
                     COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/manuals/program_page.py
                             $<TARGET_FILE:oclsycl> ${PROJECT_VERSION} ${page} VERBATIM)
  list(APPEND pages ${page})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT sycl OPTIONAL)
endif()
if(NOT CMAKE_CROSSCOMPILING) # of a program that is no target
  set(page ${made}/lanewise-explain.1.gz)
  add_custom_command(OUTPUT ${page} DEPENDS source/explain/lanewise-explain.py packaging/manuals/program_page.py
                     COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/manuals/program_page.py
                             ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/lanewise-explain ${PROJECT_VERSION} ${page} VERBATIM)
  list(APPEND pages ${page})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT clc OPTIONAL)
endif()
add_custom_target(manual_pages ALL DEPENDS ${pages})
# All that is in the packages.
add_custom_target(packaged DEPENDS CL lanewise-compiler lanewise-compiler-worker clc muxc veczc spirv-ll libimg spirv_words
                                   vecz spirv_ll builtins builtins_bitcode manual_pages)
if(LANEWISE_SYCL)
  add_dependencies(packaged oclsycl oclsycl_runtime sycl_linker sycl_plugin sycl_device_library)
endif()
