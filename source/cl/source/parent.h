// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PARENT_H
#define CL_PARENT_H

#include "handle.h"

#include <new>
#include <vector>

namespace cl {

/// What an object is made from, if that is of the same type, or null. Images can be made from
/// images, and sub-devices from sub-devices, without end: when they go, one follows another,
/// instead of a recursion through all of them.
template <typename T> class Parent {
public:
  Parent() = default;
  explicit Parent(retained<T> in_object) : object(std::move(in_object)) {}
  Parent(const Parent&) = delete;
  ~Parent() {
    // Trivial, because entry points are called after a thread's own objects have been destroyed.
    static thread_local std::vector<retained<T>>* waiting = nullptr;
    if (!object) {
      return;
    }
    if (waiting) {
      try {
        waiting->push_back(std::move(object));
      } catch (const std::bad_alloc&) {
        object = nullptr; // now, within what has been made from it
      }
      return;
    }
    std::vector<retained<T>> list;
    waiting = &list;
    object = nullptr;
    while (!list.empty()) {
      const retained<T> next = std::move(list.back());
      list.pop_back();
    }
    waiting = nullptr;
  }

  [[nodiscard]] T* get() const { return object.get(); }
  T* operator->() const { return get(); }
  explicit operator bool() const { return get(); }

private:
  retained<T> object;
};

} // namespace cl

#endif
