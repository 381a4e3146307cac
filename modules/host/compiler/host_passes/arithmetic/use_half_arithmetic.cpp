// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/use_half_arithmetic.h"

#include "host_passes/needed_features.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace host {
namespace {

bool is_half(const llvm::Value& value) { return value.getType()->getScalarType()->isHalfTy(); }

bool computes_with_halves(const llvm::Instruction& instruction) {
  return instruction.getNumOperands() != 0 && is_half(*instruction.getOperand(0)) &&
         !instruction.mayReadOrWriteMemory() &&
         (instruction.isBinaryOp() || llvm::isa<llvm::FCmpInst, llvm::IntrinsicInst>(instruction));
}

} // namespace

bool use_half_arithmetic(llvm::Module& module, const Cpu& cpu) {
  const bool used = cpu.half_arithmetic && llvm::any_of(module, [](const llvm::Function& function) {
                      return llvm::any_of(llvm::instructions(function), computes_with_halves);
                    });
  if (used) {
    need_feature(module, cpu.half_arithmetic);
  }
  return used;
}

} // namespace host
