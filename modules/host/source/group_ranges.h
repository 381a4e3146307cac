// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_GROUP_RANGES_H
#define HOST_GROUP_RANGES_H

#include <cstdint>

namespace host {

/// How many of `most` threads are worth waking for a launch that is thought to take `time`
/// nanoseconds on one: none has less to do than its waking costs.
[[nodiscard]] uint32_t threads_worth_waking(uint64_t time, uint32_t most);

} // namespace host

#endif
