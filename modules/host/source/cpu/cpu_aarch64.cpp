// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#if defined(__aarch64__)

#include "cpu/cpu_facts.h"
#include "cpu/cpu_name.h"

#include <array>
#include <asm/hwcap.h>
#include <fstream>
#include <sys/auxv.h>
#include <utility>

namespace host {
namespace {

bool has(unsigned long bit) { return (getauxval(AT_HWCAP) & bit) != 0; }

} // namespace

std::span<const CpuCapability> known_levels() {
  static constexpr std::array table = {CpuCapability{"armv8-a", true}};
  return table;
}

std::span<const CpuCapability> known_features() {
  static const std::array table = {
      CpuCapability{"neon", true},
      CpuCapability{"lse", has(HWCAP_ATOMICS)},
      CpuCapability{"rdm", has(HWCAP_ASIMDRDM)},
      CpuCapability{"fullfp16", has(HWCAP_FPHP) && has(HWCAP_ASIMDHP)},
      CpuCapability{"dotprod", has(HWCAP_ASIMDDP)},
      CpuCapability{"sve", has(HWCAP_SVE)},
  };
  return table;
}

std::string brand_name() { return "AArch64"; }

/// The system gives a number, not a name.
void describe_model(CpuInfo& info) {
  std::ifstream file("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
  uint64_t midr = 0;
  file >> std::hex >> midr;
  ArmCpu cpu = describe_arm(midr);
  info.name = std::move(cpu.name);
  info.vendor_id = cpu.pci_vendor;
}

void describe_arithmetic(CpuInfo& info) {
  info.vector_bytes = 16;
  info.fma = true;
  info.half_conversion = true;
}

} // namespace host

#endif
