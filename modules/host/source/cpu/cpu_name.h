// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and makers of CPUs as people know them. Nothing here asks the machine.
#ifndef HOST_CPU_CPU_NAME_H
#define HOST_CPU_CPU_NAME_H

#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// A brand string of x86 without marks, clock, number of cores and graphics:
/// "Intel(R) Xeon(R) Gold 6330 CPU @ 2.00GHz" is "Intel Xeon Gold 6330". Empty if nothing is left.
[[nodiscard]] std::string readable_name(std::string_view brand);

/// The PCI vendor ID of the maker that CPUID's leaf 0 names ("GenuineIntel"), 0 if not known.
[[nodiscard]] uint32_t pci_vendor(std::string_view maker);

/// A CPU's name and maker, decoded from MIDR_EL1.
struct ArmCpu {
  std::string name; ///< "Arm Neoverse N1"; the maker's name or "AArch64" if the core is not known
  uint32_t pci_vendor = 0; ///< of the maker, 0 if not known
};
[[nodiscard]] ArmCpu describe_arm(uint64_t midr);

} // namespace host

#endif
