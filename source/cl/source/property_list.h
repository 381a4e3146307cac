// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of names and values, ended by a name of 0, that objects are created with (OpenCL 2.0 and
// later), and kept to be returned as they were given.
#ifndef CL_PROPERTY_LIST_H
#define CL_PROPERTY_LIST_H

#include <vector>

namespace cl {

/// With the closing 0; empty for a null list, which the queries tell from an empty one.
template <typename Property> std::vector<Property> copy_of_list(const Property* list) {
  if (!list) {
    return {};
  }
  const Property* end = list;
  while (*end) {
    end += 2;
  }
  return {list, end + 1};
}

} // namespace cl

#endif
