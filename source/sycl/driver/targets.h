// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code is made for: SPIR-V, which devices compile when a program runs, and machine code
// for levels of CPUs.
#ifndef OCLSYCL_TARGETS_H
#define OCLSYCL_TARGETS_H

#include "cargo/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace oclsycl {

/// A target and what the device's compiler is told for it.
struct Target {
  std::string cpu;     ///< as the compiler library calls it (-lanewise-cpu=); empty: SPIR-V
  std::string options; ///< unparsed
};

/// The targets of a list with commas, the best one for a CPU first, each once. The error is a
/// sentence.
[[nodiscard]] cargo::expected<std::vector<Target>, std::string> read_targets(std::string_view list);

/// Adds options to one of the targets by its name, or to all if the name is empty. The error is a
/// sentence.
[[nodiscard]] cargo::expected<std::vector<Target>, std::string>
with_options(std::vector<Target> targets, std::string_view name, std::string_view options);

} // namespace oclsycl

#endif
