// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PREPARATION_VARIABLE_USES_H
#define PREPARATION_VARIABLE_USES_H

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {

/// The uses of a private variable, direct ones and by addresses in it, in their order.
struct VariableUses {
  explicit VariableUses(llvm::AllocaInst& variable);

  llvm::SmallVector<llvm::GetElementPtrInst*> addresses;
  llvm::SmallVector<llvm::Instruction*> accesses;      ///< simple loads, and simple stores to it
  llvm::SmallSetVector<llvm::MemIntrinsic*, 4> copies; ///< to it, from it or both; and fills
  bool has_markers = false;                            ///< of its lifetime
  /// Anything else: its address is stored or compared, vectors of addresses, calls, volatile
  /// accesses.
  bool has_others = false;

private:
  void add_uses_of(llvm::Instruction& pointer);
};

} // namespace vecz

#endif
