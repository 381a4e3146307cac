// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of names and values, ended by a name of 0, that objects are created with (OpenCL 2.0 and
// later), and kept to be returned as they were given. The values of some properties are lists of
// their own, ended by 0.
#ifndef CL_PROPERTY_LIST_H
#define CL_PROPERTY_LIST_H

#include <span>
#include <vector>

namespace cl {

/// One property of a list: its name, and its value or, without the closing 0, its values.
template <typename Property> struct PropertyEntry {
  Property name;
  std::span<const Property> values;
};

/// The entry at `at`, which moves on to the next one. `has_list` says of a name whether its value
/// is a list.
template <typename Property, typename HasList>
PropertyEntry<Property> take_entry(const Property*& at, HasList&& has_list) {
  const Property name = *at++;
  const Property* const first = at;
  if (!has_list(name)) {
    return {name, {first, ++at}};
  }
  while (*at) {
    ++at;
  }
  return {name, {first, at++}};
}

/// With the closing 0; empty for a null list, which the queries tell from an empty one.
template <typename Property, typename HasList>
std::vector<Property> copy_of_list(const Property* list, HasList&& has_list) {
  if (!list) {
    return {};
  }
  const Property* end = list;
  while (*end) {
    take_entry(end, has_list);
  }
  return {list, end + 1};
}
template <typename Property> std::vector<Property> copy_of_list(const Property* list) {
  return copy_of_list(list, [](Property) { return false; });
}

} // namespace cl

#endif
