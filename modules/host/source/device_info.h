// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_DEVICE_INFO_H
#define HOST_DEVICE_INFO_H

#include "mux/mux.h"

namespace host {

/// The one device of this target. Made at the first call. Throws std::bad_alloc.
[[nodiscard]] mux_device_info_t device_info();

} // namespace host

#endif
