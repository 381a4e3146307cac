// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUX_TARGETS_H
#define MUX_TARGETS_H

#include "mux/config.h"

namespace mux {

/// muxGetTargetInfos, its arguments checked.
mux_result_t list_targets(uint64_t capacity, mux_target_info_t* out_infos, uint64_t* out_length);

} // namespace mux

#endif
