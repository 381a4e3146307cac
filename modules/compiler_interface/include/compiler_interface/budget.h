// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_BUDGET_H
#define COMPILER_INTERFACE_BUDGET_H

#include "environment/environment.h"

#include <algorithm>

namespace compiler {

/// Seconds that a job may take, and then once more without optimisation (LANEWISE_BUILD_SECONDS); 0
/// if there is no limit.
[[nodiscard]] inline unsigned budget() {
  constexpr unsigned usual = 60;
  const auto wanted = environment::number(environment::Variable::build_seconds);
  return static_cast<unsigned>(std::min<uint64_t>(wanted.value_or(usual), 1'000'000));
}

} // namespace compiler

#endif
