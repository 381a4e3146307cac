// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.13, arithmetic.
#include "built_ins/mangle.h"
#include "reader/handlers.h"

#include <llvm/IR/ConstantFold.h>

namespace spirv_ll {
namespace {

using llvm::Instruction;

/// The flags of LLVM for the decorations of an instruction.
struct FastMathRow {
  uint32_t bit;
  void (llvm::FastMathFlags::*set)(bool);
};
constexpr FastMathRow fast_math[] = {
    {FPFastMathModeBits::NotNaN, &llvm::FastMathFlags::setNoNaNs},
    {FPFastMathModeBits::NotInf, &llvm::FastMathFlags::setNoInfs},
    {FPFastMathModeBits::NSZ, &llvm::FastMathFlags::setNoSignedZeros},
    {FPFastMathModeBits::AllowRecip, &llvm::FastMathFlags::setAllowReciprocal},
    {FPFastMathModeBits::AllowContractFastINTEL, &llvm::FastMathFlags::setAllowContract},
    {FPFastMathModeBits::AllowReassocINTEL, &llvm::FastMathFlags::setAllowReassoc},
};

llvm::FastMathFlags flags_of(const Reader& reader, const Inst& inst) {
  llvm::FastMathFlags flags;
  const uint32_t bits =
      reader.decorations.number(inst.result, Decoration::FPFastMathMode).value_or(0);
  if (bits & FPFastMathModeBits::Fast) {
    flags.setFast();
  }
  for (const FastMathRow& row : fast_math) {
    if (bits & row.bit) {
      (flags.*row.set)(true);
    }
  }
  return flags;
}

template <Instruction::BinaryOps Operation> Result binary(Reader& reader, const Inst& inst) {
  llvm::Value* made = reader.builder.CreateBinOp(Operation, inst.args[0], inst.args[1]);
  auto* instruction = llvm::dyn_cast<Instruction>(made);
  if (!instruction) {
    return made; // folded
  }
  if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction)) {
    instruction->setHasNoSignedWrap(reader.decorations.has(inst.result, Decoration::NoSignedWrap));
    instruction->setHasNoUnsignedWrap(
        reader.decorations.has(inst.result, Decoration::NoUnsignedWrap));
  } else if (llvm::isa<llvm::FPMathOperator>(instruction)) {
    instruction->setFastMathFlags(flags_of(reader, inst));
  }
  return made;
}

Result negate(Reader& reader, const Inst& inst) {
  return reader.builder.CreateNeg(inst.args[0], "",
                                  reader.decorations.has(inst.result, Decoration::NoSignedWrap));
}

Result negate_float(Reader& reader, const Inst& inst) {
  auto* made = reader.builder.CreateFNeg(inst.args[0]);
  if (auto* instruction = llvm::dyn_cast<Instruction>(made)) {
    instruction->setFastMathFlags(flags_of(reader, inst));
  }
  return made;
}

/// The remainder with the sign of the divisor.
Result signed_modulo(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* zero = llvm::Constant::getNullValue(inst.args[0]->getType());
  auto* rest = b.CreateSRem(inst.args[0], inst.args[1]);
  auto* differ = b.CreateICmpSLT(b.CreateXor(rest, inst.args[1]), zero);
  auto* adjust = b.CreateAnd(differ, b.CreateICmpNE(rest, zero));
  return b.CreateSelect(adjust, b.CreateAdd(rest, inst.args[1]), rest);
}

/// fmod, which the built-ins library has; the code generator would ask for a C library's.
Result float_remainder(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.type);
  auto* dividend = llvm::dyn_cast<llvm::Constant>(inst.args[0]);
  auto* divisor = llvm::dyn_cast<llvm::Constant>(inst.args[1]);
  // Constants are made of it, too (OpSpecConstantOp).
  if (auto* folded = dividend && divisor
                         ? llvm::ConstantFoldBinaryInstruction(Instruction::FRem, dividend, divisor)
                         : nullptr) {
    return folded;
  }
  return reader.call(mangle("fmod", {{type, Sign::none}, {type, Sign::none}}), type->ir, inst.args,
                     Reader::Effect::pure);
}

Result float_modulo(Reader& reader, const Inst& inst) {
  auto rest = float_remainder(reader, inst);
  if (!rest) {
    return rest;
  }
  auto& b = reader.builder;
  auto* zero = llvm::Constant::getNullValue(inst.args[0]->getType());
  auto* rest_negative = b.CreateFCmpOLT(*rest, zero);
  auto* divisor_negative = b.CreateFCmpOLT(inst.args[1], zero);
  auto* adjust =
      b.CreateAnd(b.CreateXor(rest_negative, divisor_negative), b.CreateFCmpONE(*rest, zero));
  return b.CreateSelect(adjust, b.CreateFAdd(*rest, inst.args[1]), *rest);
}

Result times_scalar(Reader& reader, const Inst& inst) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(inst.args[0]->getType());
  auto* splat = reader.builder.CreateVectorSplat(vector->getNumElements(), inst.args[1]);
  return reader.builder.CreateFMul(inst.args[0], splat);
}

Result dot(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* products = b.CreateFMul(inst.args[0], inst.args[1]);
  if (products->getType()->getScalarType() != reader.type(inst.type)->ir) {
    return fail("the result has to be of the type of the vectors' elements");
  }
  const unsigned count = llvm::cast<llvm::FixedVectorType>(products->getType())->getNumElements();
  llvm::Value* sum = b.CreateExtractElement(products, uint64_t(0));
  for (unsigned i = 1; i < count; ++i) {
    sum = b.CreateFAdd(sum, b.CreateExtractElement(products, i));
  }
  return sum;
}

/// The structure of low and high half, or of value and carry, that the result type has to be.
Result pair(Reader& reader, const Inst& inst, llvm::Value* first, llvm::Value* second) {
  const Type* type = reader.type(inst.type);
  if (!type || type->kind != TypeKind::structure || type->members.size() != 2 ||
      type->members[0]->ir != first->getType() || type->members[1] != type->members[0]) {
    return fail("the result type has to be a structure of two members of the operands' type");
  }
  auto& b = reader.builder;
  llvm::Value* made = llvm::PoisonValue::get(type->ir);
  made = b.CreateInsertValue(made, first, 0);
  return b.CreateInsertValue(made, second, 1);
}

template <bool Signed> Result extended_product(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* type = inst.args[0]->getType();
  const unsigned width = type->getScalarSizeInBits();
  llvm::Type* wide = type->getWithNewBitWidth(width * 2);
  const auto extend = [&](llvm::Value* value) {
    return Signed ? b.CreateSExt(value, wide) : b.CreateZExt(value, wide);
  };
  auto* product = b.CreateMul(extend(inst.args[0]), extend(inst.args[1]));
  return pair(reader, inst, b.CreateTrunc(product, type),
              b.CreateTrunc(b.CreateLShr(product, width), type));
}

Result add_carry(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* sum = b.CreateAdd(inst.args[0], inst.args[1]);
  return pair(reader, inst, sum, b.CreateZExt(b.CreateICmpULT(sum, inst.args[0]), sum->getType()));
}

Result subtract_borrow(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* difference = b.CreateSub(inst.args[0], inst.args[1]);
  return pair(reader, inst, difference,
              b.CreateZExt(b.CreateICmpULT(inst.args[0], inst.args[1]), difference->getType()));
}

constexpr HandlerRow rows[] = {
    {Op::SNegate, "i =", negate},
    {Op::FNegate, "f =", negate_float},
    {Op::IAdd, "i = =", binary<Instruction::Add>},
    {Op::FAdd, "f = =", binary<Instruction::FAdd>},
    {Op::ISub, "i = =", binary<Instruction::Sub>},
    {Op::FSub, "f = =", binary<Instruction::FSub>},
    {Op::IMul, "i = =", binary<Instruction::Mul>},
    {Op::FMul, "f = =", binary<Instruction::FMul>},
    {Op::UDiv, "i = =", binary<Instruction::UDiv>},
    {Op::SDiv, "i = =", binary<Instruction::SDiv>},
    {Op::FDiv, "f = =", binary<Instruction::FDiv>},
    {Op::UMod, "i = =", binary<Instruction::URem>},
    {Op::SRem, "i = =", binary<Instruction::SRem>},
    {Op::SMod, "i = =", signed_modulo},
    {Op::FRem, "f = =", float_remainder},
    {Op::FMod, "f = =", float_modulo},
    {Op::VectorTimesScalar, "fv = e", times_scalar},
    {Op::Dot, "fs fv 1", dot},
    {Op::IAddCarry, "v i 1", add_carry},
    {Op::ISubBorrow, "v i 1", subtract_borrow},
    {Op::UMulExtended, "v i 1", extended_product<false>},
    {Op::SMulExtended, "v i 1", extended_product<true>},
};

} // namespace

std::span<const HandlerRow> arithmetic_rows() { return rows; }

} // namespace spirv_ll
