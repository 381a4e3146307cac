// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_TARGET_MACHINE_H
#define COMPILER_TARGET_MACHINE_H

#include <llvm/Target/TargetMachine.h>
#include <memory>
#include <string>

namespace host {

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

/// Keeps a machine for the next build: what it has found out about the CPU takes a tenth of a small
/// one to find out again. A machine serves one build at a time and remembers nothing of it.
struct ReturnMachine {
  bool optimise;
  void operator()(llvm::TargetMachine* machine) const;
};
using Machine = std::unique_ptr<llvm::TargetMachine, ReturnMachine>;

/// For this_cpu(), one that is idle or a new one. Null, with `error` set, if LLVM knows no such
/// target. Thread safe.
[[nodiscard]] Machine take_target_machine(bool optimise, std::string& error);

} // namespace host

#endif
