// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/wide_products.h"

#include "cuda_passes/arithmetic/replace_instructions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>

namespace cuda {
namespace {

using namespace llvm::PatternMatch;

/// The shift that an instruction extends, as one that is extended first, or null.
llvm::Value* widened_shift(llvm::Instruction& instruction) {
  llvm::Value* x = nullptr;
  uint64_t bits = 0;
  llvm::IRBuilder<> builder(&instruction);
  if (match(&instruction, m_ZExt(m_OneUse(m_NUWShl(m_Value(x), m_ConstantInt(bits)))))) {
    return builder.CreateShl(builder.CreateZExt(x, instruction.getType()), bits, "", true, true);
  }
  if (match(&instruction, m_SExt(m_OneUse(m_NSWShl(m_Value(x), m_ConstantInt(bits)))))) {
    return builder.CreateShl(builder.CreateSExt(x, instruction.getType()), bits, "", false, true);
  }
  return nullptr;
}

/// The upper half of a product that an instruction asks for, or null.
llvm::Value* upper_half(llvm::Instruction& instruction) {
  llvm::Value *x = nullptr, *y = nullptr;
  if (!match(&instruction, m_LShr(m_OneUse(m_Mul(m_Value(x), m_Value(y))), m_SpecificInt(32)))) {
    return nullptr;
  }
  const llvm::DataLayout& layout = instruction.getDataLayout();
  for (const llvm::Value* factor : {x, y}) {
    if (llvm::computeKnownBits(factor, layout).countMaxActiveBits() > 32) {
      return nullptr;
    }
  }
  llvm::IRBuilder<> builder(&instruction);
  const auto narrow = [&](llvm::Value* factor) {
    return builder.CreateTrunc(factor, builder.getInt32Ty());
  };
  return builder.CreateZExt(
      builder.CreateIntrinsic(llvm::Intrinsic::nvvm_mulhi_ui, {narrow(x), narrow(y)}),
      instruction.getType());
}

} // namespace

bool wide_products(llvm::Module& module) {
  return replace_instructions(module, [](llvm::Instruction& instruction) -> llvm::Value* {
    if (!instruction.getType()->isIntegerTy(64)) {
      return nullptr;
    }
    llvm::Value* shift = widened_shift(instruction);
    return shift ? shift : upper_half(instruction);
  });
}

} // namespace cuda
