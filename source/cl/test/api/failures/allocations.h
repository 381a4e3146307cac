// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every allocation of the process, of any library in it: counted, and made to fail.
#ifndef CL_TEST_FAILURES_ALLOCATIONS_H
#define CL_TEST_FAILURES_ALLOCATIONS_H

#include <cstdint>

namespace allocations {

/// The threads whose allocations count and fail: the calling one, or all.
enum class Of { this_thread, all_threads };

/// The `number`th allocation from now on (counted from 1) fails.
void fail(int number, Of whose = Of::this_thread);
/// None fails any more. True if one has since `fail` was called.
bool stop_failing();

/// How many there have been so far.
[[nodiscard]] int64_t made(Of whose);
/// How many have not been given back, of all threads.
[[nodiscard]] int64_t live();

} // namespace allocations

#endif
