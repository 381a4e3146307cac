# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Read by CPack before each generator: the archive is to be unpacked at the root, like the other packages.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_SET_DESTDIR ON)
  set(CPACK_INSTALL_PREFIX /usr)
endif()
