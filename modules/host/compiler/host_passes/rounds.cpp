// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/rounds.h"

#include "loop_hints.h"

#include <llvm/IR/Instructions.h>

namespace host {
namespace {

uint64_t level_of(const llvm::CallInst& word) {
  return llvm::cast<llvm::ConstantInt>(word.getArgOperand(0))->getZExtValue();
}

} // namespace

Rounds::Rounds(llvm::Function& kernel, llvm::ArrayRef<llvm::Value*> kernel_arguments,
               llvm::IRBuilder<>& entry_builder)
    : arguments(kernel_arguments), builder(entry_builder) {
  compiler::for_each_mux_call(kernel, [&](llvm::CallInst& call, compiler::MuxBuiltin word) {
    const bool is_round =
        word == compiler::MuxBuiltin::get_round || word == compiler::MuxBuiltin::get_group_round;
    if (is_round &&
        llvm::none_of(loops, [&](const Loop& loop) { return loop.level == level_of(call); })) {
      loops.push_back({.word = word, .level = level_of(call), .count = call.getArgOperand(1)});
    }
  });
  llvm::sort(loops, [](const Loop& one, const Loop& other) { return one.level < other.level; });
}

void Rounds::begin(compiler::MuxBuiltin word) {
  llvm::Function* entry = builder.GetInsertBlock()->getParent();
  for (Loop& loop : loops) {
    if (loop.word != word) {
      continue;
    }
    llvm::Value* count = copy(*loop.count);
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* check = llvm::BasicBlock::Create(builder.getContext(), "round", entry);
    auto* body = llvm::BasicBlock::Create(builder.getContext(), "round.run", entry);
    loop.done = llvm::BasicBlock::Create(builder.getContext(), "rounds.over", entry);
    builder.CreateBr(check);
    builder.SetInsertPoint(check);
    loop.number = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
    loop.number->addIncoming(builder.getInt64(0), before);
    builder.CreateCondBr(builder.CreateICmpULT(loop.number, count), body, loop.done);
    builder.SetInsertPoint(body);
  }
}

void Rounds::end(compiler::MuxBuiltin word) {
  for (const Loop& loop : llvm::reverse(loops)) {
    if (loop.word != word) {
      continue;
    }
    llvm::Value* next = builder.CreateAdd(loop.number, builder.getInt64(1), "", true);
    loop.number->addIncoming(next, builder.GetInsertBlock());
    compiler::mark_outer_loop(builder.CreateBr(loop.number->getParent()));
    builder.SetInsertPoint(loop.done);
  }
}

llvm::Value* Rounds::number(const llvm::CallInst& word) const {
  return llvm::find_if(loops, [&](const Loop& loop) { return loop.level == level_of(word); })
      ->number;
}

/// Of what is computed from arguments and the launch alone.
llvm::Value* Rounds::copy(llvm::Value& value) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    return arguments[argument->getArgNo()];
  }
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) {
    return &value;
  }
  if (llvm::Value* made = copies.lookup(&value)) {
    return made;
  }
  assert(!llvm::isa<llvm::PHINode>(instruction) && !instruction->mayReadFromMemory());
  llvm::Instruction* made = instruction->clone();
  for (llvm::Use& operand : made->operands()) {
    operand.set(copy(*operand));
  }
  copies[&value] = made;
  return builder.Insert(made, instruction->getName());
}

} // namespace host
