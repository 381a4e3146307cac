# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is installed beside libraries and tools, and the packages that CPack makes (scripts/make_packages).

set(LANEWISE_CONTACT "" CACHE STRING "maintainer of the packages: Name <address>; if empty, who makes them")
include(packaging/maintainer.cmake)

# Debian wants manual pages and changelogs compressed, without names and times in them.
find_program(LANEWISE_GZIP gzip)
set(made ${CMAKE_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${made})
function(lanewise_compressed input output)
  if(LANEWISE_GZIP)
    execute_process(COMMAND ${LANEWISE_GZIP} -9nc ${input} OUTPUT_FILE ${made}/${output} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
endfunction()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/doc/environment.md)
execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/manuals/environment_page.py
                        ${CMAKE_SOURCE_DIR}/doc/environment.md ${PROJECT_VERSION} ${made}/lanewise.7
                COMMAND_ERROR_IS_FATAL ANY)
lanewise_compressed(${made}/lanewise.7 lanewise.7.gz)
configure_file(packaging/changelog.Debian.in ${made}/changelog.Debian @ONLY)
lanewise_compressed(${made}/changelog.Debian changelog.Debian.gz)
lanewise_compressed(${CMAKE_SOURCE_DIR}/CHANGELOG.md changelog.gz)
if(LANEWISE_GZIP)
  install(FILES ${made}/lanewise.7.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT icd)
endif()
# Shells look for a file of each program's name.
function(lanewise_completions component file)
  foreach(program ${ARGN})
    foreach(place bash:bash-completion/completions:${program} zsh:zsh/vendor-completions:_${program}
                  fish:fish/vendor_completions.d:${program}.fish)
      string(REPLACE ":" ";" place ${place})
      list(POP_FRONT place shell folder name)
      install(FILES packaging/completions/${file}.${shell} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder}
              COMPONENT ${component} RENAME ${name})
    endforeach()
  endforeach()
endfunction()
lanewise_completions(clc clc clc)
lanewise_completions(clc lanewise-explain lanewise-explain)
if(LANEWISE_COMPILER)
  lanewise_completions(tools tools muxc veczc spirv-ll)
endif()
if(LANEWISE_SYCL)
  lanewise_completions(sycl oclsycl++ oclsycl++)
endif()

set(CPACK_PACKAGE_VENDOR "Lanewise")
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/generator.cmake)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL icd clc tools dev)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/before_package.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip) # a third of the time of xz
# Whatever the permissions of the files in the checkout are.
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_CLC_PACKAGE_SHLIBDEPS ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE 1)
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0 WITH LLVM-exception")
# With SOURCE_DATE_EPOCH, packages do not depend on when and where they are made.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _build_id_links none
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost localhost")
set(CPACK_RPM_ICD_USER_FILELIST "%config(noreplace) /etc/OpenCL/vendors/lanewise.icd")
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /etc /etc/OpenCL /etc/OpenCL/vendors /usr/share/man /usr/share/man/man1 /usr/share/man/man7
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/zsh /usr/share/zsh/vendor-completions
    /usr/share/fish /usr/share/fish/vendor_completions.d /usr/include/CL /usr/lib/cmake /usr/lib/pkgconfig /usr/libexec)

# lanewise_package(<component> <package> <section> <summary> <description> <Debian's dependencies> <RPM's>)
function(lanewise_package component package section summary description depends requires)
  string(TOUPPER ${component} upper)
  install(FILES packaging/copyright NOTICE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  if(LANEWISE_GZIP)
    install(FILES ${made}/changelog.Debian.gz ${made}/changelog.gz
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  endif()
  foreach(setting
          "CPACK_DEBIAN_${upper}_PACKAGE_NAME;${package}" "CPACK_DEBIAN_${upper}_PACKAGE_SECTION;${section}"
          "CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS;${depends}" "CPACK_COMPONENT_${upper}_DESCRIPTION;${summary}\n${description}"
          "CPACK_RPM_${upper}_PACKAGE_NAME;${package}" "CPACK_RPM_${upper}_PACKAGE_SUMMARY;${summary}"
          "CPACK_RPM_${upper}_PACKAGE_REQUIRES;${requires}")
    list(POP_FRONT setting name)
    set(${name} "${setting}" PARENT_SCOPE)
  endforeach()
endfunction()
lanewise_package(
  icd lanewise-opencl-icd libs "OpenCL 3.1 driver for CPUs"
  "Runs OpenCL kernels on the CPU: work-items become SIMD lanes, work-groups\nbecome tasks on all cores. The ICD loader finds it beside other drivers."
  "ocl-icd-libopencl1 | libopencl1" "ocl-icd")
set(CPACK_DEBIAN_ICD_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_ICD_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/packaging/conffiles)
lanewise_package(
  clc lanewise-clc devel "offline compiler for OpenCL C and SPIR-V"
  "Makes program binaries for the OpenCL driver Lanewise, which runs them\nwithout loading its compiler. lanewise-explain shows on a page how kernels\nwere vectorised."
  "lanewise-opencl-icd (= ${PROJECT_VERSION}-1), python3" "lanewise-opencl-icd = ${PROJECT_VERSION}, python3")
lanewise_package(
  tools lanewise-tools devel "tools for developers of OpenCL compilers"
  "Run passes of the OpenCL driver Lanewise over LLVM IR, vectorise kernels,\nread SPIR-V modules: muxc, veczc, spirv-ll."
  "" "")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
lanewise_package(
  dev lanewise-dev libdevel "headers and modules of the OpenCL driver Lanewise"
  "Declares what the OpenCL driver Lanewise has beside the functions in packaged\nheaders of OpenCL. Its vectoriser, its SPIR-V reader, the built-in functions\nand the description of images are static libraries for other compilers."
  "opencl-headers" "opencl-headers")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS llvm-${LLVM_VERSION_MAJOR}-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
if(LANEWISE_SYCL)
  list(APPEND CPACK_COMPONENTS_ALL sycl)
  lanewise_package(
    sycl lanewise-sycl devel "SYCL 2020 compiler for OpenCL devices"
    "oclsycl++ compiles SYCL programs with an unmodified Clang 22. They run on the\nOpenCL driver Lanewise, and on other drivers with SPIR-V and unified shared\nmemory."
    "clang-${LLVM_VERSION_MAJOR}, clang-tools-${LLVM_VERSION_MAJOR}, llvm-${LLVM_VERSION_MAJOR}, ocl-icd-libopencl1 | libopencl1" "ocl-icd")
  set(CPACK_DEBIAN_SYCL_PACKAGE_RECOMMENDS "lanewise-opencl-icd, lanewise-clc")
  set(CPACK_DEBIAN_SYCL_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_SYCL_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/packaging/sycl/shlibs ${CMAKE_SOURCE_DIR}/packaging/sycl/triggers)
endif()
include(CPack)
