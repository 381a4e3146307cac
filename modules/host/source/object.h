// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_OBJECT_H
#define HOST_OBJECT_H

#include "mux/object.h"
#include "mux/targets/host.h"

namespace host {

using mux::cast;
using mux::destroy;

/// This target's id, as mux/config.h numbers it.
inline constexpr mux_id_t target_id = 1;

/// mux::create for this target.
template <typename Object, typename... Arguments>
[[nodiscard]] Object* create(mux_allocator_info_t allocator, mux_object_type_e type,
                             Arguments&&... arguments) {
  return mux::create<Object>({target_id, type}, allocator, std::forward<Arguments>(arguments)...);
}

} // namespace host

#endif
