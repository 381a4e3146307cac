// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_DEVICE_INFO_H
#define TWIN_DEVICE_INFO_H

#include "mux/mux.h"

#include <span>

namespace twin {

/// The devices, which are alike. Throws std::bad_alloc at the first call.
[[nodiscard]] std::span<const mux_device_info_t> device_infos();

} // namespace twin

#endif
