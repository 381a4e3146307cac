// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The questions about CPUs that each architecture answers in its own way (cpu_x86_64.cpp,
// cpu_aarch64.cpp).
#ifndef HOST_CPU_CPU_FACTS_H
#define HOST_CPU_CPU_FACTS_H

#include "cpu/cpu.h"

#include <span>
#include <string>
#include <string_view>

namespace host {

/// LLVM's name of a level or a feature, and whether this CPU supports it.
struct CpuCapability {
  const char* name;
  bool is_supported;
};

[[nodiscard]] bool is_supported(std::span<const CpuCapability> table, std::string_view name);

/// The levels that binaries may require, the lowest last, and the features that they may require in
/// addition.
[[nodiscard]] std::span<const CpuCapability> known_levels();
[[nodiscard]] std::span<const CpuCapability> known_features();

/// The CPU's name for itself, or the architecture's name.
[[nodiscard]] std::string brand_name();
/// Sets name and maker, as people know them (cpu_name.h).
void describe_model(CpuInfo& info);

/// Sets the members of CpuInfo about vectors, half and fused multiply-add.
void describe_arithmetic(CpuInfo& info);

} // namespace host

#endif
