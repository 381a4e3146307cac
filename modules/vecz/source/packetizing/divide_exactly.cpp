// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/divide_exactly.h"

namespace vecz {
namespace {

using llvm::Instruction;

constexpr unsigned max_bits = 32;

/// The conversions of integers and their quotients.
struct Numbers {
  bool is_signed, is_remainder;
  llvm::Type *integer, *real; ///< vectors

  Numbers(Instruction::BinaryOps opcode, llvm::Value& dividend)
      : is_signed(opcode == Instruction::SDiv || opcode == Instruction::SRem),
        is_remainder(opcode == Instruction::URem || opcode == Instruction::SRem),
        integer(dividend.getType()),
        real(integer->getWithNewType(integer->getScalarSizeInBits() > 16
                                         ? llvm::Type::getDoubleTy(dividend.getContext())
                                         : llvm::Type::getFloatTy(dividend.getContext()))) {}

  [[nodiscard]] llvm::Value* to_real(llvm::IRBuilder<>& builder, llvm::Value* value) const {
    llvm::Type* type = value->getType()->getWithNewType(real->getScalarType());
    return is_signed ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type);
  }
  [[nodiscard]] llvm::Value* result(llvm::IRBuilder<>& builder, llvm::Value* ratio,
                                    llvm::Value* dividend, llvm::Value* divisor) const {
    llvm::Value* quotient =
        is_signed ? builder.CreateFPToSI(ratio, integer) : builder.CreateFPToUI(ratio, integer);
    return is_remainder ? builder.CreateSub(dividend, builder.CreateMul(quotient, divisor))
                        : quotient;
  }
};

} // namespace

llvm::Value* divide_exactly(llvm::IRBuilder<>& builder, Instruction::BinaryOps opcode,
                            llvm::Value* dividend, llvm::Value* divisor) {
  if (!dividend->getType()->isVectorTy() || dividend->getType()->getScalarSizeInBits() > max_bits) {
    return builder.CreateBinOp(opcode, dividend, divisor);
  }
  const Numbers numbers(opcode, *dividend);
  llvm::Value* ratio =
      builder.CreateFDiv(numbers.to_real(builder, dividend), numbers.to_real(builder, divisor));
  return numbers.result(builder, ratio, dividend, divisor);
}

llvm::Value* divide_by_uniform(llvm::IRBuilder<>& builder, llvm::IRBuilder<>& outside,
                               Instruction::BinaryOps opcode, llvm::Value* dividend,
                               llvm::Value* divisor) {
  if (dividend->getType()->getScalarSizeInBits() > max_bits) {
    return nullptr;
  }
  const Numbers numbers(opcode, *dividend);
  llvm::Type* real = numbers.real->getScalarType();
  // Rounding is at most 2^-22 or 2^-51 of a quotient; and quotient times divisor below 2^17, 2^33.
  const double excess = real->isDoubleTy() ? 0x1.0p-40 : 0x1.0p-20;
  llvm::Value* reciprocal = outside.CreateFDiv(llvm::ConstantFP::get(real, 1 + excess),
                                               numbers.to_real(outside, divisor));
  const auto width = llvm::cast<llvm::FixedVectorType>(numbers.real)->getNumElements();
  llvm::Value* ratio = builder.CreateFMul(numbers.to_real(builder, dividend),
                                          outside.CreateVectorSplat(width, reciprocal));
  return numbers.result(builder, ratio, dividend, outside.CreateVectorSplat(width, divisor));
}

} // namespace vecz
