// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#if defined(__aarch64__)

#include "cpu/cpu_facts.h"

#include <array>
#include <asm/hwcap.h>
#include <sys/auxv.h>

namespace host {
namespace {

bool has(unsigned long bit) { return (getauxval(AT_HWCAP) & bit) != 0; }

} // namespace

std::span<const CpuName> known_levels() {
  static constexpr std::array table = {CpuName{"armv8-a", true}};
  return table;
}

std::span<const CpuName> known_features() {
  static const std::array table = {
      CpuName{"neon", true},
      CpuName{"lse", has(HWCAP_ATOMICS)},
      CpuName{"rdm", has(HWCAP_ASIMDRDM)},
      CpuName{"fullfp16", has(HWCAP_FPHP) && has(HWCAP_ASIMDHP)},
      CpuName{"dotprod", has(HWCAP_ASIMDDP)},
      CpuName{"sve", has(HWCAP_SVE)},
  };
  return table;
}

/// The system tells no name; /proc/cpuinfo has numbers that a table would have to know.
std::string brand_name() { return "AArch64"; }

void describe_arithmetic(CpuInfo& info) {
  info.vector_bytes = 16;
  info.fma = true;
  info.half_conversion = true;
}

} // namespace host

#endif
