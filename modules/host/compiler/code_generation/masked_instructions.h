// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_MASKED_INSTRUCTIONS_H
#define CODE_GENERATION_MASKED_INSTRUCTIONS_H

#include "passes/masked_accesses/expand_masked_accesses.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace host {

struct Cpu;

/// Which instructions a CPU has for a gather, scatter or masked load or store, in as many parts as
/// it needs registers.
[[nodiscard]] compiler::MaskedSupport masked_support(const llvm::IntrinsicInst& access,
                                                     const Cpu& cpu,
                                                     const llvm::TargetMachine& machine);

} // namespace host

#endif
