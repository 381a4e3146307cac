// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_OBJECT_H
#define CUDA_OBJECT_H

#include "mux/config.h"
#include "target_support/object.h"

namespace cuda {

using target_support::cast;
using target_support::destroy;

inline constexpr mux_id_t target_id = MUX_TARGET_CUDA;

/// target_support::create for this target.
template <typename Object, typename... Arguments>
[[nodiscard]] Object* create(mux_allocator_info_t allocator, mux_object_type_e type,
                             Arguments&&... arguments) {
  return target_support::create<Object>({target_id, type}, allocator,
                                        std::forward<Arguments>(arguments)...);
}

/// Addresses as numbers: the host's and the device's are of one space.
[[nodiscard]] inline void* pointer(mux_address_t address) {
  return reinterpret_cast<void*>(address);
}
[[nodiscard]] inline mux_address_t address_of(const void* pointer) {
  return reinterpret_cast<mux_address_t>(pointer);
}

/// Calls what may throw std::bad_alloc; gives mux_error_out_of_memory if it does.
template <typename Function> [[nodiscard]] mux_result_t guarded(Function&& function) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

} // namespace cuda

#endif
