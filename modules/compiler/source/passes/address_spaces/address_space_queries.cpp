// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/address_spaces/address_space_queries.h"

#include "compiler/mux_builtins.h"
#include "vecz/work_item_memory.h"

namespace compiler {
namespace {

/// One query, at which `builder` stands.
class Answer {
public:
  Answer(llvm::IRBuilderBase& at, llvm::Value& pointer)
      : builder(at),
        bound(declare(*at.GetInsertBlock()->getModule(), MuxBuiltin::get_memory_bound)),
        address(at.CreatePtrToInt(&pointer, at.getInt64Ty(), "address")) {}

  llvm::Value* is_local() { return is_within(MemoryBound::local_begin, MemoryBound::local_bytes); }

  /// Small variables are on the stack; others, and values that live across barriers, are in scratch
  /// memory.
  llvm::Value* is_private() {
    return builder.CreateOr(is_within(MemoryBound::stack_begin, MemoryBound::stack_bytes),
                            is_within(MemoryBound::scratch_begin, MemoryBound::scratch_bytes));
  }

  llvm::Value* is_global() { return builder.CreateNot(builder.CreateOr(is_local(), is_private())); }

private:
  llvm::Value* ask(MemoryBound which) {
    llvm::CallInst* call = builder.CreateCall(bound, builder.getInt32(unsigned(which)));
    call->setCallingConv(bound->getCallingConv());
    return call;
  }
  llvm::Value* is_within(MemoryBound begin, MemoryBound bytes) {
    return builder.CreateICmpULT(builder.CreateSub(address, ask(begin)), ask(bytes));
  }

  llvm::IRBuilderBase& builder;
  llvm::Function* bound;
  llvm::Value* address;
};

llvm::Value* answer(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value& pointer = *call.getArgOperand(0);
  const uint64_t space = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  const vecz::AddressSpace known = vecz::address_space_of(pointer);
  if (known != vecz::generic_space) {
    return builder.getInt1(known == space);
  }
  Answer made(builder, pointer);
  switch (space) {
  case vecz::private_space:
    return made.is_private();
  case vecz::local_space:
    return made.is_local();
  default:
    return made.is_global();
  }
}

} // namespace

bool address_space_queries(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (builtin == MuxBuiltin::is_in_space) {
        call.replaceAllUsesWith(answer(call));
        call.eraseFromParent();
        changed = true;
      }
    });
  }
  return changed;
}

} // namespace compiler
