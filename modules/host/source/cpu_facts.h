// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked of each kind of CPU in its own way (cpu_x86_64.cpp, cpu_aarch64.cpp).
#ifndef HOST_CPU_FACTS_H
#define HOST_CPU_FACTS_H

#include "cpu.h"

#include <span>
#include <string>
#include <string_view>

namespace host {

/// A level or a feature by LLVM's name, and whether this CPU has it.
struct Known {
  const char* name;
  bool here;
};

[[nodiscard]] bool is_here(std::span<const Known> table, std::string_view name);

/// What binaries may require, least last, and what they may ask for beside that.
[[nodiscard]] std::span<const Known> cpu_levels_known();
[[nodiscard]] std::span<const Known> cpu_features_known();

/// What the CPU calls itself, or the architecture's name.
[[nodiscard]] std::string brand_name();
/// Its name and its maker as people know them (cpu_name.h).
void describe_model(CpuInfo& info);

/// Sets what a CpuInfo has of vectors, half and fused multiply-add.
void describe_arithmetic(CpuInfo& info);

} // namespace host

#endif
