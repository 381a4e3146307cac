// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_LANE_LOOPS_H
#define PASSES_MASKED_ACCESSES_LANE_LOOPS_H

#include "passes/masked_accesses/masked_access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Makes loops over the active lanes of accesses of one function. They share their arrays on the
/// stack, as nothing stays in them.
///
///   %v = call <64 x i32> @llvm.masked.gather(<64 x ptr> %p, <64 x i1> %mask, <64 x i32> %other)
/// becomes
///   addresses = %p; values = %other
///   for (i64 bits = %mask; bits != 0; bits &= bits - 1)
///     values[cttz(bits)] = *addresses[cttz(bits)]
///   %v = values
class LaneLoops {
public:
  explicit LaneLoops(llvm::Function& subject) : function(subject), context(subject.getContext()) {}

  /// In the place of an access, which is erased.
  void expand(const MaskedAccess& access);

private:
  /// The `use`th array of this type, with a vector's elements.
  llvm::AllocaInst* write(llvm::IRBuilderBase& builder, llvm::Value* vector, unsigned use);

  llvm::Function& function;
  llvm::LLVMContext& context;
  llvm::DenseMap<std::pair<llvm::Type*, unsigned>, llvm::AllocaInst*> arrays;
};

} // namespace compiler

#endif
