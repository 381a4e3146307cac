// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_TARGET_MACHINE_H
#define COMPILER_TARGET_MACHINE_H

#include <array>
#include <llvm/Target/TargetMachine.h>
#include <string>

namespace host {

/// Micro-architecture levels, each with all that the ones before have.
inline constexpr std::array levels = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

/// The CPU that code is made for: a micro-architecture level, which is what binaries require, and
/// the model that scheduling and costs are tuned for.
struct Cpu {
  std::string level; ///< "x86-64", "x86-64-v2", "x86-64-v3" or "x86-64-v4"
  std::string model; ///< LLVM's name of the CPU, e.g. "znver4"
};

/// Of this process; LANEWISE_CPU names a lower level to compile for.
[[nodiscard]] const Cpu& this_cpu();

/// Whether code for `cpu` may use fused multiply-add.
[[nodiscard]] bool has_fma(const Cpu& cpu);

/// The width of its vector registers, in bits.
[[nodiscard]] unsigned vector_bits(const Cpu& cpu);

/// A new one, which is the caller's. Null, with `error` set, if LLVM knows no such target. Thread
/// safe.
[[nodiscard]] llvm::TargetMachine* make_target_machine(const Cpu& cpu, bool optimise,
                                                       std::string& error);

} // namespace host

#endif
