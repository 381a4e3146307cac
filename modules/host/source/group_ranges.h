// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_GROUP_RANGES_H
#define HOST_GROUP_RANGES_H

#include <cstdint>

namespace host {

/// Into how many ranges the groups of a launch are cut for so many threads if all of them are
/// thought to take `time` nanoseconds: several for each thread, none so short that taking it
/// matters.
[[nodiscard]] uint64_t number_of_ranges(uint64_t groups, uint64_t time, uint32_t threads);

/// First group of a range, `groups` for the one past the last. Ranges are taken in order and become
/// shorter from first to last, so that no thread waits long for the last whatever each group takes:
/// a range is as long as all that follow divided by half of their number. Some of the last are
/// empty if there are few groups.
[[nodiscard]] uint64_t first_group(uint64_t groups, uint64_t ranges, uint64_t range);

} // namespace host

#endif
