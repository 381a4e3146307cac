// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_LAUNCH_CODE_H
#define HOST_LAUNCH_LAUNCH_CODE_H

#include "kernel.h"

#include <algorithm>

namespace host {

/// The code of a launch.
struct Code {
  Kernel& kernel;
  Kernel& remainder; ///< for groups that are smaller than the local size; the same or another one

  /// Both find arguments at the same places, so these lie behind the variables of either.
  [[nodiscard]] uint64_t static_bytes() const {
    return std::max(kernel.description.local_bytes, remainder.description.local_bytes);
  }
};

/// Sizes of a launch, in the schedule that kernels get. mux_error_invalid_value if the code cannot
/// run them.
[[nodiscard]] mux_result_t make_schedule(const Code& code, const mux_ndrange_t& range,
                                         schedule& out);

/// Work-items of the whole launch, or UINT64_MAX.
[[nodiscard]] uint64_t items_of(const schedule& launch);

} // namespace host

#endif
