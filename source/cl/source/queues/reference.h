// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reference to something that a command needs until it has ended, of whatever type: a buffer, a
// kernel, copied bytes.
#ifndef CL_QUEUES_REFERENCE_H
#define CL_QUEUES_REFERENCE_H

#include "handle.h"

#include <memory>
#include <utility>

namespace cl {

class Reference {
public:
  template <typename T>
  explicit Reference(T* referred)
      : object(referred), drop([](void* it) { retained<T>::drop(static_cast<T*>(it)); }) {
    slot_of(referred)->header.references.fetch_add(References::one, std::memory_order_relaxed);
  }
  template <typename T>
  explicit Reference(retained<T> kept)
      : object(kept.give_up()), drop([](void* it) { retained<T>::drop(static_cast<T*>(it)); }) {}
  template <typename T>
  explicit Reference(std::unique_ptr<T> owned)
      : object(owned.release()), drop([](void* it) { delete static_cast<T*>(it); }) {}
  Reference(Reference&& other) noexcept
      : object(std::exchange(other.object, nullptr)), drop(other.drop) {}
  Reference& operator=(Reference&& other) noexcept {
    std::swap(object, other.object);
    std::swap(drop, other.drop);
    return *this;
  }
  ~Reference() { release(); }
  /// The command no longer needs the object.
  void release() {
    if (void* it = std::exchange(object, nullptr)) {
      drop(it);
    }
  }

private:
  void* object; ///< null: none
  void (*drop)(void*);
};

} // namespace cl

#endif
