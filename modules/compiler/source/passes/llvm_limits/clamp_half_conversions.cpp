// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/clamp_half_conversions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace compiler {
namespace {

/// The conversion of a wide integer that a conversion to half is or rests on; null if none.
llvm::CastInst* wide_conversion(llvm::Instruction& instruction) {
  if (!instruction.getType()->getScalarType()->isHalfTy()) {
    return nullptr;
  }
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  if (auto* narrowing = llvm::dyn_cast<llvm::FPTruncInst>(&instruction)) {
    cast = llvm::dyn_cast<llvm::CastInst>(narrowing->getOperand(0));
  }
  return cast && llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(cast) &&
                 cast->getSrcTy()->getScalarSizeInBits() > 16
             ? cast
             : nullptr;
}

/// The same conversion of the integer within the range of half and a little more.
llvm::Value* of_limited(llvm::CastInst& cast, llvm::IRBuilder<>& builder) {
  constexpr uint64_t most = 65535; // rounds to infinity
  llvm::Value* integer = cast.getOperand(0);
  llvm::Type* type = integer->getType();
  llvm::Constant* limit = llvm::ConstantInt::get(type, most);
  if (llvm::isa<llvm::UIToFPInst>(cast)) {
    integer = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, integer, limit);
    return builder.CreateUIToFP(integer, cast.getDestTy());
  }
  integer = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, integer, limit);
  integer = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, integer,
                                          llvm::ConstantInt::getSigned(type, -int64_t(most)));
  return builder.CreateSIToFP(integer, cast.getDestTy());
}

} // namespace

bool clamp_half_conversions(llvm::Module& module) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (wide_conversion(instruction)) {
        found.push_back(&instruction);
      }
    }
  }
  for (llvm::Instruction* to_half : found) {
    llvm::CastInst& cast = *wide_conversion(*to_half);
    llvm::IRBuilder<> builder(to_half);
    llvm::Value* limited = of_limited(cast, builder);
    if (&cast == to_half) {
      to_half->replaceAllUsesWith(limited);
      to_half->eraseFromParent();
    } else {
      to_half->setOperand(0, limited);
    }
  }
  return !found.empty();
}

} // namespace compiler
