// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_BUDGET_H
#define COMPILER_INTERFACE_BUDGET_H

#include "environment/environment.h"

#include <algorithm>
#include <chrono>

namespace compiler {

/// Seconds of processor time that a job may take, and then once more without optimisation
/// (LANEWISE_BUILD_SECONDS); 0 if there is no limit.
[[nodiscard]] inline unsigned budget() {
  constexpr unsigned usual = 60;
  const auto wanted = environment::number(environment::Variable::build_seconds);
  return static_cast<unsigned>(std::min<uint64_t>(wanted.value_or(usual), 1'000'000));
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

private:
  std::chrono::seconds limit;
  std::chrono::nanoseconds last_used = {};
  std::chrono::steady_clock::time_point last_progress = std::chrono::steady_clock::now();
};

} // namespace compiler

#endif
