// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process waits for that builds a program and runs it for a while, with nothing cached.
#ifndef CL_BENCH_COLD_H
#define CL_BENCH_COLD_H

#include "workload.h"

#include <array>
#include <string>

/// Seconds of work, as C++ does it, after which one looks at the clock.
inline constexpr std::array amounts_of_work = {0.01, 0.1, 1.0};
using ColdTimes = std::array<double, amounts_of_work.size()>;

/// The seconds from the beginning of the build until each amount of work is done, in a process of
/// its own. `once`: seconds that C++ takes for one run. Call it while the process has one thread.
/// Ends the program if the driver fails; `right` says whether the result is that of `expected`.
[[nodiscard]] ColdTimes cold_times(const std::string& driver, const Workload& load, double once,
                                   const Words& expected, bool& right);

#endif
