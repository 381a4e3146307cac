// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_THREADS_WORTH_WAKING_H
#define HOST_LAUNCH_THREADS_WORTH_WAKING_H

#include <cstdint>

namespace host {

/// The number of threads, of at most `max_threads`, to wake for a launch that is expected to take
/// `time` nanoseconds on one thread, so that each has more to do than its waking costs.
[[nodiscard]] uint32_t threads_worth_waking(uint64_t time, uint32_t max_threads);

} // namespace host

#endif
