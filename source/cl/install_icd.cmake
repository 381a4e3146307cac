# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by `cmake --install`: writes the ICD file, which names `library` in `libdir`, and installs it to
# `sysconfdir`; both folders are below the prefix unless absolute. As in GNUInstallDirs, the prefix
# /usr keeps its configuration in /etc.
cmake_path(ABSOLUTE_PATH libdir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
if(CMAKE_INSTALL_PREFIX MATCHES "^/usr/?$")
  cmake_path(ABSOLUTE_PATH sysconfdir BASE_DIRECTORY / NORMALIZE)
else()
  cmake_path(ABSOLUTE_PATH sysconfdir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
endif()
file(WRITE "${icd_file}" "${libdir}/${library}\n")
file(INSTALL "${icd_file}" DESTINATION "${sysconfdir}/OpenCL/vendors")
