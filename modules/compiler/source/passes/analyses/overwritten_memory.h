// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_OVERWRITTEN_MEMORY_H
#define PASSES_ANALYSES_OVERWRITTEN_MEMORY_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>
#include <vector>

namespace compiler {

/// Which instructions of a kernel may run after a write to global memory: a store to memory that is
/// neither private nor local, or a call that may do one.
///
/// Cost: in proportion to the function, once for the function and once for each load that is asked
/// about; then each question takes constant time. Loads and accesses to private and local memory
/// may be added and removed meanwhile; blocks and barriers must not.
class OverwrittenMemory {
public:
  explicit OverwrittenMemory(const llvm::Function& kernel);

  /// Whether a work-item of the group may overwrite what `source` has read before another
  /// work-item, or the same one, reaches `later` in the same round. Writes count if they are
  /// between `source` and `later`, or between the same barriers as `later`.
  [[nodiscard]] bool can_be_overwritten(const llvm::LoadInst& source,
                                        const llvm::Instruction& later);

private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock*>;
  void follow(const llvm::LoadInst& source);
  [[nodiscard]] bool is_behind_a_write(const llvm::Instruction& later) const;
  [[nodiscard]] bool shares_a_region_with_a_write(const llvm::Instruction& later) const;

  using InBlocks = llvm::DenseMap<const llvm::BasicBlock*, std::vector<const llvm::Instruction*>>;
  InBlocks writes, barriers; ///< of each block that has some, in order
  /// A block is cut at its barriers: the part before the first, and one behind each. These are the
  /// parts that a barrier, or the entry, from which a write can be reached without another barrier
  /// reaches without another barrier; named by the block, or by the barrier that they begin behind.
  llvm::DenseSet<const llvm::Value*> written_regions;
  const llvm::LoadInst* followed = nullptr;
  Blocks behind_a_write; ///< blocks that begin behind a write that is behind `followed`
};

} // namespace compiler

#endif
