// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_BUDGET_H
#define COMPILER_INTERFACE_BUDGET_H

#include "environment/environment.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace compiler {

/// Seconds of processor time that a job may take, and then once more without optimisation
/// (LANEWISE_BUILD_SECONDS); 0 if there is no limit.
[[nodiscard]] inline unsigned budget() {
  constexpr unsigned usual = 60;
  const auto wanted = environment::number(environment::Variable::build_seconds);
  return static_cast<unsigned>(std::min<uint64_t>(wanted.value_or(usual), 1'000'000));
}

/// Processor time by a thread's clock, or a process's; 0 if it has ended.
[[nodiscard]] inline std::chrono::nanoseconds read_clock(clockid_t clock) {
  timespec time = {};
  return clock_gettime(clock, &time) == 0
             ? std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)
             : std::chrono::nanoseconds();
}

/// How long somebody waits for work that may take so much processor time: on a machine that does
/// other things as well it is waited for longer, unless it gets no processor time at all, because
/// it waits for what never comes. Begins when it is made. Not thread safe.
class Patience {
public:
  explicit Patience(std::chrono::seconds allowed) : limit(allowed) {}

  /// How long to wait before asking again; 0 if it is enough. `used` is the processor time of the
  /// work so far.
  [[nodiscard]] std::chrono::seconds after(std::chrono::nanoseconds used) {
    using namespace std::chrono_literals;
    constexpr auto progress = 10ms;            // more than it takes to look whether there is any
    constexpr std::chrono::seconds least = 5s; // a busy machine may leave a thread alone so long
    const auto now = std::chrono::steady_clock::now();
    if (used >= last_used + progress) {
      last_used = used;
      last_progress = now;
    }
    if (used + limit / 16 >= limit || now - last_progress >= std::max(limit, least)) {
      return 0s;
    }
    const auto left = std::chrono::ceil<std::chrono::seconds>(limit - used);
    return std::clamp(left, 1s, std::max(limit / 8, 1s)); // often, to see the last progress
  }

  /// Waits as long as that. `ends_within(seconds)` waits, and is true once the work is over;
  /// `used()` is its processor time so far. False if it was enough before.
  template <typename EndsWithin, typename Used>
  [[nodiscard]] bool wait(EndsWithin&& ends_within, Used&& used) {
    for (auto next = after({}); next.count() != 0; next = after(used())) {
      if (ends_within(next)) {
        return true;
      }
    }
    return false;
  }

private:
  std::chrono::seconds limit;
  std::chrono::nanoseconds last_used = {};
  std::chrono::steady_clock::time_point last_progress = std::chrono::steady_clock::now();
};

} // namespace compiler

#endif
