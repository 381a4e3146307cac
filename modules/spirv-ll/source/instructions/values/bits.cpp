// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.14, bits.
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Instruction;

/// `value` as the type of the result, whose width it need not have.
llvm::Value* like_result(Reader& reader, const Inst& inst, llvm::Value* value) {
  llvm::Type* type = reader.type(inst.type)->ir;
  if (!value->getType()->isVectorTy() && type->isVectorTy()) {
    const unsigned count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    value = reader.builder.CreateVectorSplat(count, value);
  }
  return reader.builder.CreateZExtOrTrunc(value, type);
}

template <Instruction::BinaryOps Operation> Result shift(Reader& reader, const Inst& inst) {
  llvm::Value* made =
      reader.builder.CreateBinOp(Operation, inst.args[0], like_result(reader, inst, inst.args[1]));
  auto* instruction = llvm::dyn_cast<Instruction>(made);
  if (instruction && Operation == Instruction::Shl) {
    instruction->setHasNoSignedWrap(reader.decorations.has(inst.result, Decoration::NoSignedWrap));
    instruction->setHasNoUnsignedWrap(
        reader.decorations.has(inst.result, Decoration::NoUnsignedWrap));
  }
  return made;
}

template <Instruction::BinaryOps Operation> Result binary(Reader& reader, const Inst& inst) {
  return reader.builder.CreateBinOp(Operation, inst.args[0], inst.args[1]);
}

/// A mask of `count` low bits; LLVM does not define a shift by the whole width.
llvm::Value* low_bits(Reader& reader, llvm::Value* count) {
  auto& b = reader.builder;
  llvm::Type* type = count->getType();
  auto* width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  auto* ones = llvm::Constant::getAllOnesValue(type);
  auto* is_whole = b.CreateICmpUGE(count, width);
  auto* shifted =
      b.CreateShl(ones, b.CreateSelect(is_whole, llvm::Constant::getNullValue(type), count));
  return b.CreateSelect(is_whole, ones, b.CreateNot(shifted));
}

/// A count that is out of range shifts all bits out; LLVM would leave the result undefined.
llvm::Value* shift_by(Reader& reader, Instruction::BinaryOps operation, llvm::Value* value,
                      llvm::Value* count) {
  auto& b = reader.builder;
  llvm::Type* type = count->getType();
  auto* width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  auto* inside = b.CreateICmpULT(count, width);
  auto* zero = llvm::Constant::getNullValue(type);
  auto* shifted = b.CreateBinOp(operation, value, b.CreateSelect(inside, count, zero));
  return b.CreateSelect(inside, shifted, zero);
}

Result insert_field(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* offset = like_result(reader, inst, inst.args[2]);
  auto* mask = shift_by(reader, Instruction::Shl,
                        low_bits(reader, like_result(reader, inst, inst.args[3])), offset);
  auto* inserted = shift_by(reader, Instruction::Shl, inst.args[1], offset);
  return b.CreateOr(b.CreateAnd(inst.args[0], b.CreateNot(mask)), b.CreateAnd(inserted, mask));
}

template <bool Signed> Result extract_field(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  auto* offset = like_result(reader, inst, inst.args[1]);
  auto* count = like_result(reader, inst, inst.args[2]);
  auto* mask = low_bits(reader, count);
  auto* field = b.CreateAnd(shift_by(reader, Instruction::LShr, inst.args[0], offset), mask);
  if (!Signed) {
    return field;
  }
  // The field's highest bit goes on upwards.
  auto* sign = b.CreateXor(mask, b.CreateLShr(mask, 1));
  auto* negative =
      b.CreateICmpNE(b.CreateAnd(field, sign), llvm::Constant::getNullValue(field->getType()));
  return b.CreateSelect(negative, b.CreateOr(field, b.CreateNot(mask)), field);
}

Result count_bits(Reader& reader, const Inst& inst) {
  auto* count = reader.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, inst.args[0]);
  return reader.builder.CreateZExtOrTrunc(count, reader.type(inst.type)->ir);
}

constexpr HandlerRow rows[] = {
    {Op::ShiftRightLogical, "i = iw", shift<Instruction::LShr>},
    {Op::ShiftRightArithmetic, "i = iw", shift<Instruction::AShr>},
    {Op::ShiftLeftLogical, "i = iw", shift<Instruction::Shl>},
    {Op::BitwiseOr, "i = =", binary<Instruction::Or>},
    {Op::BitwiseXor, "i = =", binary<Instruction::Xor>},
    {Op::BitwiseAnd, "i = =", binary<Instruction::And>},
    {Op::Not,
     "i =", [](Reader& r, const Inst& i) -> Result { return r.builder.CreateNot(i.args[0]); }},
    {Op::BitFieldInsert, "i = = is is", insert_field},
    {Op::BitFieldSExtract, "i = is is", extract_field<true>},
    {Op::BitFieldUExtract, "i = is is", extract_field<false>},
    {Op::BitReverse, "i =",
     [](Reader& r, const Inst& i) -> Result {
       if (i.args[0]->getType()->getScalarSizeInBits() % 8) {
         return fail("integers of this width cannot be reversed");
       }
       return r.builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, i.args[0]);
     }},
    {Op::BitCount, "i iw", count_bits},
};

} // namespace

std::span<const HandlerRow> bit_rows() { return rows; }

} // namespace spirv_ll
