// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_CPU_CPU_H
#define HOST_CPU_CPU_H

#include <cstdint>
#include <string>
#include <string_view>

namespace host {

/// The CPU's description of itself.
struct CpuInfo {
  std::string name;         ///< as people know it, or the architecture's
  uint32_t vendor_id = 0;   ///< the maker's PCI vendor ID, 0 if not known
  uint32_t model_id = 0;    ///< as mux_device_info_t has it
  uint32_t ip_version = 0;  ///< likewise
  std::string architecture; ///< likewise
  uint64_t cache_size = 0;  ///< bytes of the largest data cache
  uint64_t cacheline_size = 64;
  uint32_t frequency = 0;     ///< MHz, 0 if unknown
  uint32_t vector_bytes = 16; ///< of its widest vector registers
  bool fma = false;
  bool half_conversion = false; ///< between half and float, in one instruction
  /// Whether code for this CPU multiplies bytes and adds them up in one instruction. (The compiler
  /// asks for the same: modules/host/compiler/code_generation/target_machine.cpp.)
  bool dot_products = false;
};

[[nodiscard]] const CpuInfo& cpu_info();

/// The names of CPUs that code can be made for and that run here, best first; with a length.
struct CpuLevels {
  const char* const* names;
  uint32_t length;
};
[[nodiscard]] CpuLevels cpu_levels();

/// Whether code made for `cpu` with `features` on top (LLVM's notation, "+a,-b") runs here. False
/// if one is unknown.
[[nodiscard]] bool cpu_runs(std::string_view cpu, std::string_view features);

} // namespace host

#endif
