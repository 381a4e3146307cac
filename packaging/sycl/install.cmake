# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# SYCL (doc/sycl.md) as it is installed: the layout of a build folder, in which oclsycl++ finds everything beside itself.
if(NOT LANEWISE_SYCL)
  return()
endif()
set(LANEWISE_SYCL_LIBDIR lib) # where oclsycl++ looks, from the folder that has bin
cmake_path(GET LLVM_TOOLS_BINARY_DIR PARENT_PATH llvm_prefix)
if(NOT llvm_prefix MATCHES "^/usr/") # where the loader does not find LLVM's shared library
  set_target_properties(sycl_linker PROPERTIES INSTALL_RPATH ${llvm_prefix}/lib)
endif()
# OPTIONAL: a build of some targets can be installed, too.
install(TARGETS oclsycl OPTIONAL RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT sycl)
install(TARGETS oclsycl_runtime OPTIONAL LIBRARY DESTINATION ${LANEWISE_SYCL_LIBDIR} COMPONENT sycl)
install(TARGETS sycl_linker OPTIONAL RUNTIME DESTINATION ${LANEWISE_SYCL_LIBDIR}/oclsycl COMPONENT sycl)
install(TARGETS sycl_plugin sycl_host_plugin sycl_attributes OPTIONAL LIBRARY DESTINATION ${LANEWISE_SYCL_LIBDIR}/oclsycl COMPONENT sycl)
install(FILES ${CMAKE_BINARY_DIR}/lib/oclsycl/sycl-device.bc DESTINATION ${LANEWISE_SYCL_LIBDIR}/oclsycl COMPONENT sycl OPTIONAL)
install(DIRECTORY source/sycl/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oclsycl COMPONENT sycl
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.inc")
# Clang's linker wrapper runs `clang` from PATH, which has to be that of LLVM 22.
install(CODE "set(sycl_tools \"${LANEWISE_SYCL_LIBDIR}/oclsycl\")
              set(sycl_clang \"${LLVM_TOOLS_BINARY_DIR}/clang\")" COMPONENT sycl)
install(SCRIPT packaging/sycl/link_clang.cmake COMPONENT sycl)
