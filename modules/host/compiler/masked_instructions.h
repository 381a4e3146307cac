// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMPILER_MASKED_INSTRUCTIONS_H
#define HOST_COMPILER_MASKED_INSTRUCTIONS_H

namespace llvm {
class IntrinsicInst;
class TargetMachine;
} // namespace llvm

namespace host {

/// Whether a CPU executes a gather, scatter or masked load or store as it is, in as many parts as
/// it has registers; LLVM writes others as a branch for each lane.
[[nodiscard]] bool has_masked_instructions(const llvm::IntrinsicInst& access,
                                           const llvm::TargetMachine& machine);

} // namespace host

#endif
