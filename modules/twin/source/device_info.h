// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_DEVICE_INFO_H
#define TWIN_DEVICE_INFO_H

#include "mux/mux.h"

namespace twin {

/// The one device. Throws std::bad_alloc at the first call.
[[nodiscard]] mux_device_info_t device_info();

} // namespace twin

#endif
