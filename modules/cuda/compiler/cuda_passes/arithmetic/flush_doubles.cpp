// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/flush_doubles.h"

#include "module_flags.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace cuda {
namespace {

/// Whether it computes numbers of 64 bits, rather than to pass them on or to change their signs.
bool is_arithmetic(const llvm::Instruction& instruction) {
  if (!instruction.getType()->getScalarType()->isDoubleTy()) {
    return false;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return intrinsic->getIntrinsicID() != llvm::Intrinsic::fabs &&
           intrinsic->getIntrinsicID() != llvm::Intrinsic::copysign;
  }
  return llvm::isa<llvm::BinaryOperator>(instruction);
}

void flush(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(instruction.getNextNode());
  llvm::Type* type = instruction.getType();
  llvm::Constant* smallest = llvm::ConstantFP::get(
      type, llvm::APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics()));
  llvm::Value* size = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, &instruction);
  auto* zero = llvm::cast<llvm::Instruction>(builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::copysign, llvm::ConstantFP::getZero(type), &instruction));
  auto* is_small = builder.CreateFCmpOLT(size, smallest);
  auto* flushed = llvm::cast<llvm::Instruction>(builder.CreateSelect(is_small, zero, &instruction));
  instruction.replaceUsesWithIf(flushed, [&](const llvm::Use& use) {
    return use.getUser() != size && use.getUser() != zero && use.getUser() != flushed;
  });
}

} // namespace

bool flush_doubles(llvm::Module& module) {
  if (compiler::module_flag(module, "lanewise.flushes_doubles") == 0) {
    return false;
  }
  llvm::SmallVector<llvm::Instruction*> all;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_arithmetic(instruction)) {
        all.push_back(&instruction);
      }
    }
  }
  for (llvm::Instruction* instruction : all) {
    flush(*instruction);
  }
  return !all.empty();
}

} // namespace cuda
