// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_OBJECT_H
#define HOST_OBJECT_H

#include "mux/targets/host.h"
#include "target_support/object.h"

namespace host {

using target_support::cast;
using target_support::destroy;

/// This target's id, as mux/config.h numbers it.
inline constexpr mux_id_t target_id = 1;

/// target_support::create for this target.
template <typename Object, typename... Arguments>
[[nodiscard]] Object* create(mux_allocator_info_t allocator, mux_object_type_e type,
                             Arguments&&... arguments) {
  return target_support::create<Object>({target_id, type}, allocator,
                                        std::forward<Arguments>(arguments)...);
}

} // namespace host

#endif
