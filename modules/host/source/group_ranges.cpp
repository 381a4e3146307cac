// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "group_ranges.h"

#include <algorithm>

namespace host {

uint64_t number_of_ranges(uint64_t groups, uint64_t time, uint32_t threads) {
  constexpr uint64_t least_time = 5'000, for_each_thread = 16;
  const uint64_t most = std::min<uint64_t>(groups, threads * for_each_thread);
  return threads == 1 || most <= 1 ? 1 : std::clamp<uint64_t>(time / least_time, 2, most);
}

uint64_t first_group(uint64_t groups, uint64_t ranges, uint64_t range) {
  __extension__ using wide = unsigned __int128;
  if (ranges <= 2) { // halves, not three quarters and one
    return groups / ranges * range + std::min(range, groups % ranges);
  }
  const wide left = ranges - range; // with it, all; left * left / (ranges * ranges) of the groups
  const wide square = wide(ranges) * ranges;
  return static_cast<uint64_t>(groups - (groups * left * left + square - 1) / square);
}

} // namespace host
