// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Something that a command needs until it has ended, whatever it is: buffers, kernels, copied
// bytes.
#ifndef CL_QUEUES_KEEP_H
#define CL_QUEUES_KEEP_H

#include "handle.h"

#include <memory>
#include <utility>

namespace cl {

class Keep {
public:
  template <typename T>
  explicit Keep(T* object)
      : kept(object), release([](void* it) { retained<T>::drop(static_cast<T*>(it)); }) {
    slot_of(object)->header.references.fetch_add(1, std::memory_order_relaxed);
  }
  template <typename T>
  explicit Keep(std::unique_ptr<T> owned)
      : kept(owned.release()), release([](void* it) { delete static_cast<T*>(it); }) {}
  Keep(Keep&& other) noexcept : kept(std::exchange(other.kept, nullptr)), release(other.release) {}
  Keep& operator=(Keep&& other) noexcept {
    std::swap(kept, other.kept);
    std::swap(release, other.release);
    return *this;
  }
  ~Keep() { let_go(); }
  /// It is needed no longer.
  void let_go() {
    if (void* it = std::exchange(kept, nullptr)) {
      release(it);
    }
  }

private:
  void* kept;
  void (*release)(void*);
};

} // namespace cl

#endif
