// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CODE_GENERATION_MASKED_INSTRUCTIONS_H
#define CODE_GENERATION_MASKED_INSTRUCTIONS_H

namespace llvm {
class IntrinsicInst;
class TargetMachine;
} // namespace llvm

namespace host {

/// Whether a CPU has instructions for a gather, scatter or masked load or store, in as many parts
/// as it needs registers. LLVM expands others into a branch for each lane.
[[nodiscard]] bool has_masked_instructions(const llvm::IntrinsicInst& access,
                                           const llvm::TargetMachine& machine);

} // namespace host

#endif
