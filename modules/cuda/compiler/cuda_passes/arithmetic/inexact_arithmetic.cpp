// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/inexact_arithmetic.h"

#include "cuda_passes/arithmetic/by_element.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace cuda {
namespace {

/// The error of the hardware's functions below, in units in the last place.
constexpr float hardware_error = 2;

/// Whether an operation on floats may be as inexact as the hardware's.
bool may_be_inexact(const llvm::Instruction& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
  return operation && operation->getType()->getScalarType()->isFloatTy() &&
         operation->getFPAccuracy() >= hardware_error;
}

bool is_reciprocal(const llvm::Instruction& division) {
  using namespace llvm::PatternMatch;
  return match(division.getOperand(0), m_FPOne());
}

llvm::Intrinsic::ID hardware_function(const llvm::Instruction& instruction) {
  if (!may_be_inexact(instruction) || instruction.hasApproxFunc()) {
    return llvm::Intrinsic::not_intrinsic;
  }
  if (instruction.getOpcode() == llvm::Instruction::FDiv) {
    return llvm::Intrinsic::nvvm_div_full;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call && call->getIntrinsicID() == llvm::Intrinsic::sqrt) {
    return llvm::Intrinsic::nvvm_sqrt_approx_f;
  }
  return llvm::Intrinsic::not_intrinsic;
}

void replace(llvm::Instruction& instruction, llvm::Intrinsic::ID function) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::SmallVector<llvm::Value*, 2> operands = {instruction.getOperand(0)};
  if (instruction.getOpcode() == llvm::Instruction::FDiv) {
    operands.push_back(instruction.getOperand(1));
  }
  llvm::Value* result = by_element(builder, operands, [&](llvm::ArrayRef<llvm::Value*> elements) {
    return builder.CreateIntrinsic(function, elements);
  });
  result->takeName(&instruction);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

/// `sqrt` with one operand, as OpenCL C mangles it.
bool is_square_root(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && callee->getName().starts_with("_Z4sqrt") &&
         callee->arg_size() == 1 && callee->getArg(0)->getType() == call.getType();
}

} // namespace

bool inexact_square_roots(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !may_be_inexact(*call) || !is_square_root(*call)) {
        continue;
      }
      llvm::IRBuilder<> builder(call);
      auto* root = llvm::cast<llvm::Instruction>(
          builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, call->getArgOperand(0), call));
      root->copyMetadata(*call, {llvm::LLVMContext::MD_fpmath});
      root->takeName(call);
      call->replaceAllUsesWith(root);
      call->eraseFromParent();
      if (!root->hasApproxFunc() && !llvm::isa<llvm::Constant>(root->getOperand(0))) {
        replace(*root, llvm::Intrinsic::nvvm_sqrt_approx_f);
      }
      changed = true;
    }
  }
  return changed;
}

bool inexact_arithmetic(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto hardware = hardware_function(instruction);
      if (hardware == llvm::Intrinsic::nvvm_div_full && is_reciprocal(instruction)) {
        instruction.setHasApproxFunc(true);
      } else if (hardware != llvm::Intrinsic::not_intrinsic) {
        replace(instruction, hardware);
      }
      changed |= hardware != llvm::Intrinsic::not_intrinsic;
    }
  }
  return changed;
}

} // namespace cuda
