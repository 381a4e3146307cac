// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "divide_exactly.h"

namespace vecz {

llvm::Value* divide_exactly(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps opcode,
                            llvm::Value* dividend, llvm::Value* divisor) {
  using llvm::Instruction;
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(dividend->getType());
  const unsigned bits = dividend->getType()->getScalarSizeInBits();
  if (!type || bits > 32) {
    return builder.CreateBinOp(opcode, dividend, divisor);
  }
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool is_remainder = opcode == Instruction::URem || opcode == Instruction::SRem;
  auto* real = llvm::FixedVectorType::get(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy(),
                                          type->getNumElements());
  const auto convert = [&](llvm::Value* value) {
    return is_signed ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  llvm::Value* ratio = builder.CreateFDiv(convert(dividend), convert(divisor));
  llvm::Value* quotient =
      is_signed ? builder.CreateFPToSI(ratio, type) : builder.CreateFPToUI(ratio, type);
  return is_remainder ? builder.CreateSub(dividend, builder.CreateMul(quotient, divisor))
                      : quotient;
}

} // namespace vecz
