// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_SUB_GROUP_CALL_H
#define PASSES_GROUP_FUNCTIONS_SUB_GROUP_CALL_H

#include "compiler/mux_builtins.h"
#include "kernel_metadata.h"
#include "passes/group_functions/group_functions.h"

#include <array>

namespace compiler {

/// A call of a collective function of sub-groups.
struct SubGroupCall {
  llvm::CallInst* call;
  GroupFunction what;
};

/// The calls of a kernel, in the order of its blocks.
[[nodiscard]] llvm::SmallVector<SubGroupCall> sub_group_calls(llvm::Function& kernel);

/// The parts that the replacements of such a call have in common.
class SubGroupCode {
protected:
  static constexpr uint32_t scope_work_group = 2, scope_sub_group = 3;

  SubGroupCode(llvm::CallInst& of, const GroupFunction& described)
      : call(of), what(described), builder(&of) {}

  [[nodiscard]] llvm::Value* argument(unsigned i) const { return call.getArgOperand(i); }
  [[nodiscard]] llvm::Type* type() const { return call.getType(); }

  llvm::Value* number(uint64_t value) { return llvm::ConstantInt::get(type(), value); }
  llvm::Value* as_result(llvm::Value* value) { return builder.CreateZExtOrTrunc(value, type()); }
  llvm::Value* is_set(llvm::Value* value) {
    return builder.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  }

  /// Bit `index` of a `uint4`.
  llvm::Value* bit(llvm::Value* ballot, llvm::Value* index) {
    index = builder.CreateZExtOrTrunc(index, builder.getInt32Ty());
    llvm::Value* word =
        builder.CreateExtractElement(ballot, builder.CreateAnd(builder.CreateLShr(index, 5), 3));
    return as_result(builder.CreateAnd(builder.CreateLShr(word, builder.CreateAnd(index, 31)), 1));
  }

  /// The scope of a barrier's fence, as SPIR-V numbers it: from 0, everything, to 4, a work-item. A
  /// scope that is not constant may be any.
  [[nodiscard]] uint32_t fence_scope() const {
    constexpr std::array<uint32_t, 5> by_memory_scope = {4, 2, 1, 0, 3};
    if (call.arg_size() < 2) {
      return scope_sub_group;
    }
    const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(argument(1));
    return scope && scope->getValue().ult(by_memory_scope.size())
               ? by_memory_scope[scope->getZExtValue()]
               : 0;
  }

  void create_fence(uint32_t scope) {
    constexpr uint32_t acquire_release = 0x8;
    llvm::Function* fence = declare(*call.getModule(), MuxBuiltin::mem_barrier);
    builder.CreateCall(fence, {builder.getInt32(scope), builder.getInt32(acquire_release)})
        ->setCallingConv(fence->getCallingConv());
  }

  /// The product of a size of the kernel's groups over the three dimensions, i64.
  llvm::Value* items(MuxBuiltin size) {
    const auto required = sizes_of(*call.getFunction(), "reqd_work_group_size");
    if (required[0] != 0) {
      return builder.getInt64(required[0] * required[1] * required[2]);
    }
    llvm::Function* function = declare(*call.getModule(), size);
    llvm::Value* product = builder.getInt64(1);
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      llvm::CallInst* extent = builder.CreateCall(function, {builder.getInt32(dimension)});
      extent->setCallingConv(function->getCallingConv());
      product = builder.CreateMul(product, extent);
    }
    return product;
  }

  /// Replaces the call by `result`, which is null if there is none.
  void replace_with(llvm::Value* result) {
    if (result) {
      call.replaceAllUsesWith(result);
    }
    call.eraseFromParent();
  }

  llvm::CallInst& call;
  const GroupFunction what;
  llvm::IRBuilder<> builder;
};

} // namespace compiler

#endif
