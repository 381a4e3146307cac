// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMPILER_WANTED_CPUS_H
#define HOST_COMPILER_WANTED_CPUS_H

#include "cargo/expected.h"
#include "code_generation/target_machine.h"
#include "compiler_interface/options.h"

#include <string_view>
#include <vector>

namespace host {

inline constexpr std::string_view cpu_option = "-lanewise-cpu";

/// The CPUs that a program is compiled for: those that the option lists, each once, or this
/// machine's. A level stands for itself. Code for a CPU that LLVM knows by name requires the
/// highest level that this CPU has, and is tuned for it. The error names the CPU that is not known.
[[nodiscard]] cargo::expected<std::vector<Cpu>, std::string>
wanted_cpus(const compiler::Options& options);

} // namespace host

#endif
