// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/half_extrema.h"

#include "host_passes/needed_features.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace host {
namespace {

llvm::IntrinsicInst* extremum_of_half(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool found = call && call->getType()->getScalarType()->isHalfTy() &&
                     (call->getIntrinsicID() == llvm::Intrinsic::minnum ||
                      call->getIntrinsicID() == llvm::Intrinsic::maxnum);
  return found ? call : nullptr;
}

void replace(llvm::IntrinsicInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* wide = call.getType()->getWithNewType(builder.getFloatTy());
  llvm::Value* result = builder.CreateBinaryIntrinsic(
      call.getIntrinsicID(), builder.CreateFPExt(call.getArgOperand(0), wide),
      builder.CreateFPExt(call.getArgOperand(1), wide), &call);
  call.replaceAllUsesWith(builder.CreateFPTrunc(result, call.getType()));
  call.eraseFromParent();
}

} // namespace

bool half_extrema(llvm::Module& module, const Cpu& cpu) {
  if (cpu.half_arithmetic && needs_feature(module, cpu.half_arithmetic)) {
    return false;
  }
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (llvm::IntrinsicInst* call = extremum_of_half(instruction)) {
        replace(*call);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace host
