// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For targets in C++: how objects of the interface are made, destroyed and found behind their
// handles. A target's class derives from the struct that the handle points to.
#ifndef TARGET_SUPPORT_OBJECT_H
#define TARGET_SUPPORT_OBJECT_H

#include "mux/mux.h"

#include <new>
#include <utility>

namespace target_support {

/// The target's object behind a handle that has been checked: cast<Buffer>(buffer).
template <typename Object, typename Handle> Object& cast(Handle handle) {
  return static_cast<Object&>(*handle);
}

/// Makes an object in memory of the allocator; null if there is none, or none for the object's
/// members.
template <typename Object, typename... Arguments>
[[nodiscard]] Object* create(mux_object_header_t header, mux_allocator_info_t allocator,
                             Arguments&&... arguments) {
  void* memory = allocator.allocate(allocator.user_data, sizeof(Object), alignof(Object));
  if (memory == nullptr) {
    return nullptr;
  }
  try {
    auto* object = ::new (memory) Object(std::forward<Arguments>(arguments)...);
    object->header = header;
    return object;
  } catch (const std::bad_alloc&) {
    allocator.free(allocator.user_data, memory);
    return nullptr;
  }
}

/// Ends an object of `create`. Its type is wiped, so that a stale handle is told from a live one
/// for as long as the memory lasts.
template <typename Object> void destroy(mux_allocator_info_t allocator, Object& object) {
  object.header = {0, static_cast<mux_object_type_e>(0)};
  object.~Object();
  allocator.free(allocator.user_data, &object);
}

} // namespace target_support

#endif
