// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCKSTEP_H
#define PASSES_LOCKSTEP_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

/// Work-items of a group at one barrier, which all of them come to in the same iterations of the
/// loops around it.
class Lockstep {
public:
  /// All three must outlive it.
  Lockstep(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
           const llvm::Instruction& barrier);

  /// Whether `value`, which is known there, is one for all of them, for certain.
  [[nodiscard]] bool is_same_for_all(const llvm::Value& value) const;

private:
  using Values = llvm::SmallPtrSet<const llvm::Value*, 8>;
  bool is_same(const llvm::Value& value, Values& assumed) const;
  [[nodiscard]] bool counts_for_all(const llvm::PHINode& phi) const;

  const llvm::LoopInfo& loops;
  const llvm::DominatorTree& dominators;
  const llvm::Instruction& barrier;
};

/// A barrier of the work-group.
[[nodiscard]] bool is_barrier(const llvm::Instruction& instruction);

} // namespace compiler

#endif
