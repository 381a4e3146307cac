// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/device_passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace sycl_compiler {
namespace {

/// Whether `value` is the same in all rounds of `loop`, or would be outside of it.
bool is_invariant(const llvm::Loop& loop, const llvm::Value& value, unsigned depth = 4) {
  if (loop.isLoopInvariant(&value)) {
    return true;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction && depth != 0 &&
         llvm::isa<llvm::BinaryOperator, llvm::CastInst>(instruction) &&
         llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
           return is_invariant(loop, *operand, depth - 1);
         });
}

/// The operand that varies in `loop`, if `value` is a sum of one that does and one that does not,
/// and does not overflow; else null.
const llvm::Value* varying_part(const llvm::Loop& loop, const llvm::Value& value) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!sum || sum->getOpcode() != llvm::Instruction::Add || !sum->hasNoSignedWrap()) {
    return nullptr;
  }
  const bool first = is_invariant(loop, *sum->getOperand(0));
  const bool second = is_invariant(loop, *sum->getOperand(1));
  return first == second ? nullptr : sum->getOperand(first ? 1 : 0);
}

/// Whether it is (a + i) + b, where only i varies: LLVM would make (a + b) + i of it, whose parts
/// may overflow.
bool would_be_reordered(const llvm::Loop& loop, const llvm::Instruction& instruction) {
  const llvm::Value* inner = varying_part(loop, instruction);
  return inner && inner->hasOneUse() && varying_part(loop, *inner);
}

bool has_ordered_sums(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
      return would_be_reordered(loop, instruction);
    });
  });
}

} // namespace

void leave_to_devices(llvm::PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](llvm::StringRef pass, const llvm::Any& ir) {
    if (pass == "LICMPass") {
      const auto* const* loop = llvm::any_cast<const llvm::Loop*>(&ir);
      return !loop || !has_ordered_sums(**loop);
    }
    return pass != "ReassociatePass" && pass != "JumpThreadingPass";
  });
}

} // namespace sycl_compiler
