// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/expand_wide_conversions.h"

#include "passes/llvm_limits/by_element.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cmath>

namespace compiler {
namespace {

bool is_wide(const llvm::Type& type) {
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type.getScalarType());
  return integer && integer->getBitWidth() > 64 && integer->getBitWidth() <= 128;
}

bool is_number(const llvm::Type& type) {
  const llvm::Type* number = type.getScalarType();
  return number->isHalfTy() || number->isFloatTy() || number->isDoubleTy();
}

bool is_wide_conversion(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::UIToFP:
  case llvm::Instruction::SIToFP:
    return is_wide(*instruction.getOperand(0)->getType()) && is_number(*instruction.getType());
  case llvm::Instruction::FPToUI:
  case llvm::Instruction::FPToSI:
    return is_wide(*instruction.getType()) && is_number(*instruction.getOperand(0)->getType());
  default:
    return false;
  }
}

/// Of one number.
class Expansion {
public:
  explicit Expansion(llvm::IRBuilder<>& in_builder) : builder(in_builder) {}

  llvm::Value* to_number(llvm::Value* value, llvm::Type* number, bool is_signed) {
    value = is_signed ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
    if (!is_signed) {
      return of_unsigned(value, number);
    }
    llvm::Value* is_negative = builder.CreateICmpSLT(value, llvm::ConstantInt::get(wide, 0));
    llvm::Value* size = builder.CreateSelect(is_negative, builder.CreateNeg(value), value);
    llvm::Value* positive = of_unsigned(size, number);
    return builder.CreateSelect(is_negative, builder.CreateFNeg(positive), positive);
  }

  llvm::Value* to_integer(llvm::Value* value, llvm::Type* integer, bool is_signed) {
    llvm::Value* size =
        is_signed ? builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value) : value;
    llvm::Value* result = to_unsigned(size);
    if (is_signed) {
      llvm::Value* is_negative =
          builder.CreateFCmpOLT(value, llvm::ConstantFP::get(value->getType(), 0.0));
      result = builder.CreateSelect(is_negative, builder.CreateNeg(result), result);
    }
    return builder.CreateTrunc(result, integer);
  }

private:
  /// The 64 highest bits from the first that is set on, the last of which also says whether one
  /// below is: no type has so many that it would be rounded away. What is less than 2^64 is as it
  /// is.
  llvm::Value* of_unsigned(llvm::Value* value, llvm::Type* number) {
    llvm::Value* upper = builder.CreateTrunc(builder.CreateLShr(value, 64), half);
    llvm::Value* zeros =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, upper, builder.getFalse());
    llvm::Value* moved = builder.CreateShl(value, builder.CreateZExt(zeros, wide));
    llvm::Value* rest = builder.CreateIsNotNull(builder.CreateTrunc(moved, half));
    llvm::Value* bits = builder.CreateOr(builder.CreateTrunc(builder.CreateLShr(moved, 64), half),
                                         builder.CreateZExt(rest, half));
    llvm::Value* converted = builder.CreateUIToFP(bits, number);
    if (number->isHalfTy()) { // the largest of which is less than 2^64
      return builder.CreateSelect(builder.CreateIsNull(upper), converted,
                                  llvm::ConstantFP::getInfinity(number));
    }
    return builder.CreateFMul(converted,
                              power_of_2(builder.CreateSub(builder.getInt64(64), zeros), number));
  }

  llvm::Value* power_of_2(llvm::Value* exponent, llvm::Type* number) {
    const bool is_double = number->isDoubleTy();
    llvm::Value* biased = builder.CreateAdd(exponent, builder.getInt64(is_double ? 1023 : 127));
    llvm::Value* bits = builder.CreateShl(biased, is_double ? 52 : 23);
    return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(is_double ? 64 : 32)),
                                 number);
  }

  /// Both products are exact, and so is the difference.
  llvm::Value* to_unsigned(llvm::Value* value) {
    llvm::Type* number = value->getType();
    if (number->isHalfTy()) {
      return builder.CreateZExt(builder.CreateFPToUI(value, half), wide);
    }
    const auto constant = [&](double power) {
      return llvm::ConstantFP::get(number, std::exp2(power));
    };
    llvm::Value* upper = builder.CreateFPToUI(builder.CreateFMul(value, constant(-64)), half);
    llvm::Value* rest = builder.CreateFSub(
        value, builder.CreateFMul(builder.CreateUIToFP(upper, number), constant(64)));
    llvm::Value* lower = builder.CreateFPToUI(rest, half);
    return builder.CreateOr(builder.CreateShl(builder.CreateZExt(upper, wide), 64),
                            builder.CreateZExt(lower, wide));
  }

  llvm::IRBuilder<>& builder;
  llvm::IntegerType* wide = builder.getIntNTy(128);
  llvm::IntegerType* half = builder.getInt64Ty();
};

void replace(llvm::Instruction& conversion) {
  llvm::Type* type = conversion.getType()->getScalarType();
  const unsigned opcode = conversion.getOpcode();
  replace_by_element(conversion, [&](llvm::IRBuilder<>& builder, const auto& operands) {
    Expansion expansion(builder);
    return opcode == llvm::Instruction::UIToFP || opcode == llvm::Instruction::SIToFP
               ? expansion.to_number(operands[0], type, opcode == llvm::Instruction::SIToFP)
               : expansion.to_integer(operands[0], type, opcode == llvm::Instruction::FPToSI);
  });
}

} // namespace

bool expand_wide_conversions(llvm::Module& module) {
  llvm::SmallVector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_wide_conversion(instruction)) {
        found.push_back(&instruction);
      }
    }
  }
  for (llvm::Instruction* conversion : found) {
    replace(*conversion);
  }
  return !found.empty();
}

} // namespace compiler
