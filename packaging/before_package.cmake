# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run by CPack before it makes a package of the files that are staged: what only Debian wants stays out of the others.
if(CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
file(GLOB_RECURSE of_debian ${CPACK_TEMPORARY_DIRECTORY}/changelog.Debian.gz)
foreach(file IN LISTS of_debian)
  cmake_path(GET file PARENT_PATH folder)
  file(REMOVE ${file} ${folder}/copyright) # which refers to a file of Debian's
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/../LICENSE DESTINATION ${folder} NO_SOURCE_PERMISSIONS)
endforeach()
