// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of this target are the host target's with another id, so that mux refuses to mix them.
#ifndef TWIN_OBJECTS_H
#define TWIN_OBJECTS_H

#include "mux/config.h"

#include <cstdlib>

namespace twin {

inline constexpr mux_id_t target_id = MUX_TARGET_TWIN;

/// Takes an object that the host target has made; gives on its result.
template <typename Handle> [[nodiscard]] mux_result_t take_over(mux_result_t result, Handle* made) {
  if (result == mux_success) {
    (*made)->header.id = target_id;
  }
  return result;
}

/// The allocator of the target's own objects.
inline const mux_allocator_info_t own_allocator = {
    [](void*, size_t size, size_t alignment) -> void* {
      return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    },
    [](void*, void* memory) { std::free(memory); }, nullptr};

} // namespace twin

#endif
