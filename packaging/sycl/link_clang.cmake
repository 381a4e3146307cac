# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by `cmake --install`: the link to Clang beside the linker of SYCL's device code; in /usr, which can be mounted
# elsewhere, it is relative.
set(folder ${CMAKE_INSTALL_PREFIX}/${sycl_tools})
if(folder MATCHES "^/usr/" AND sycl_clang MATCHES "^/usr/")
  cmake_path(RELATIVE_PATH sycl_clang BASE_DIRECTORY ${folder})
endif()
set(link $ENV{DESTDIR}${folder}/clang)
message(STATUS "Installing: ${link}")
file(MAKE_DIRECTORY $ENV{DESTDIR}${folder})
file(CREATE_LINK ${sycl_clang} ${link} SYMBOLIC)
