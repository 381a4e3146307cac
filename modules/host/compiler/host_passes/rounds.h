// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ROUNDS_H
#define HOST_PASSES_ROUNDS_H

#include "compiler/mux_builtins.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

namespace host {

/// The loops of an entry function in which groups run again, for kernels that are one round of a
/// loop (grid_stride_loops.h): as the words in the kernel say, MuxBuiltin::get_round of all groups
/// of a range, get_group_round of one group. Kernels without such words have no such loops.
class Rounds {
public:
  /// `arguments` are the kernel's, as the entry function has them.
  Rounds(llvm::Function& kernel, llvm::ArrayRef<llvm::Value*> arguments,
         llvm::IRBuilder<>& entry_builder);

  /// Whether a word has any loops.
  [[nodiscard]] bool exist(compiler::MuxBuiltin word) const {
    return llvm::any_of(loops, [&](const Loop& loop) { return loop.word == word; });
  }
  /// Begins the loops of one of the words where the builder stands, which goes inside.
  void begin(compiler::MuxBuiltin word);
  /// Ends them. The builder has to stand where the innermost goes round, and goes behind them all.
  void end(compiler::MuxBuiltin word);

  /// The value of a call of the word inside its loops: the number of the round.
  [[nodiscard]] llvm::Value* number(const llvm::CallInst& word) const;

private:
  struct Loop {
    compiler::MuxBuiltin word;
    uint64_t level;
    llvm::Value* count; ///< in the kernel
    llvm::PHINode* number = nullptr;
    llvm::BasicBlock* done = nullptr;
  };
  llvm::Value* copy(llvm::Value& value);

  llvm::SmallVector<llvm::Value*> arguments;
  llvm::IRBuilder<>& builder;
  llvm::SmallVector<Loop, 3> loops; ///< from outside
  llvm::DenseMap<const llvm::Value*, llvm::Value*> copies;
};

} // namespace host

#endif
