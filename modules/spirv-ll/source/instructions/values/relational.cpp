// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.15, relations and logic.
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

using Predicate = llvm::CmpInst::Predicate;

template <Predicate P> Result compare(Reader& reader, const Inst& inst) {
  return reader.builder.CreateCmp(P, inst.args[0], inst.args[1]);
}

/// Comparisons that hold if either side is a NaN come for free; the class of one number is found by
/// comparing its magnitude.
llvm::Value* magnitude(Reader& reader, const Inst& inst) {
  return reader.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, inst.args[0]);
}

Result is_nan(Reader& reader, const Inst& inst) {
  return reader.builder.CreateFCmpUNO(inst.args[0], inst.args[0]);
}
template <Predicate P> Result against_infinity(Reader& reader, const Inst& inst) {
  return reader.builder.CreateFCmp(P, magnitude(reader, inst),
                                   llvm::ConstantFP::getInfinity(inst.args[0]->getType()));
}
Result is_normal(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* type = inst.args[0]->getType();
  auto* size = magnitude(reader, inst);
  auto* least = llvm::ConstantFP::get(
      type, llvm::APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics()));
  return b.CreateAnd(b.CreateFCmpOGE(size, least),
                     b.CreateFCmpOLT(size, llvm::ConstantFP::getInfinity(type)));
}
Result sign_bit(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* type = inst.args[0]->getType();
  llvm::Type* bits = b.getIntNTy(type->getScalarSizeInBits());
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    bits = llvm::FixedVectorType::get(bits, vector->getNumElements());
  }
  return b.CreateICmpSLT(b.CreateBitCast(inst.args[0], bits), llvm::Constant::getNullValue(bits));
}

template <llvm::Instruction::BinaryOps Operation> Result reduce(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Value* vector = inst.args[0];
  llvm::Type* type = vector->getType();
  if (!type->getScalarType()->isIntegerTy(1)) {
    // LLVM 22's back end writes any() and all() of OpenCL C like this: they look at the signs.
    if (!reader.from_llvm_back_end() || !type->isIntOrIntVectorTy()) {
      return fail("the operand has to be a vector of booleans");
    }
    vector = b.CreateICmpSLT(vector, llvm::Constant::getNullValue(type));
  }
  if (!type->isVectorTy()) {
    return reader.from_llvm_back_end() ? Result(vector) : fail("the operand has to be a vector");
  }
  const unsigned count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  llvm::Value* all = b.CreateExtractElement(vector, uint64_t(0));
  for (unsigned i = 1; i < count; ++i) {
    all = b.CreateBinOp(Operation, all, b.CreateExtractElement(vector, i));
  }
  return all;
}

template <llvm::Instruction::BinaryOps Operation> Result binary(Reader& reader, const Inst& inst) {
  return reader.builder.CreateBinOp(Operation, inst.args[0], inst.args[1]);
}

Result select(Reader& reader, const Inst& inst) {
  const auto* condition = inst.args[0]->getType();
  const auto* values = inst.args[1]->getType();
  if (condition->isVectorTy() &&
      (!values->isVectorTy() || llvm::cast<llvm::FixedVectorType>(condition)->getNumElements() !=
                                    llvm::cast<llvm::FixedVectorType>(values)->getNumElements())) {
    return fail("the condition and the values have different numbers of elements");
  }
  if (llvm::isa<llvm::TargetExtType>(values)) {
    return fail("opaque values cannot be selected");
  }
  return reader.builder.CreateSelect(inst.args[0], inst.args[1], inst.args[2]);
}

constexpr HandlerRow rows[] = {
    {Op::Any, "bs v", reduce<llvm::Instruction::Or>},
    {Op::All, "bs v", reduce<llvm::Instruction::And>},
    {Op::IsNan, "b fw", is_nan},
    {Op::IsInf, "b fw", against_infinity<Predicate::FCMP_OEQ>},
    {Op::IsFinite, "b fw", against_infinity<Predicate::FCMP_OLT>},
    {Op::IsNormal, "b fw", is_normal},
    {Op::SignBitSet, "b fw", sign_bit},
    {Op::LessOrGreater, "b fw 1", compare<Predicate::FCMP_ONE>},
    {Op::Ordered, "b fw 1", compare<Predicate::FCMP_ORD>},
    {Op::Unordered, "b fw 1", compare<Predicate::FCMP_UNO>},
    {Op::LogicalEqual, "b = =", compare<Predicate::ICMP_EQ>},
    {Op::LogicalNotEqual, "b = =", compare<Predicate::ICMP_NE>},
    {Op::LogicalOr, "b = =", binary<llvm::Instruction::Or>},
    {Op::LogicalAnd, "b = =", binary<llvm::Instruction::And>},
    {Op::LogicalNot,
     "b =", [](Reader& r, const Inst& i) -> Result { return r.builder.CreateNot(i.args[0]); }},
    {Op::Select, "v b = =", select},
    {Op::IEqual, "b iw 1", compare<Predicate::ICMP_EQ>},
    {Op::INotEqual, "b iw 1", compare<Predicate::ICMP_NE>},
    {Op::UGreaterThan, "b iw 1", compare<Predicate::ICMP_UGT>},
    {Op::SGreaterThan, "b iw 1", compare<Predicate::ICMP_SGT>},
    {Op::UGreaterThanEqual, "b iw 1", compare<Predicate::ICMP_UGE>},
    {Op::SGreaterThanEqual, "b iw 1", compare<Predicate::ICMP_SGE>},
    {Op::ULessThan, "b iw 1", compare<Predicate::ICMP_ULT>},
    {Op::SLessThan, "b iw 1", compare<Predicate::ICMP_SLT>},
    {Op::ULessThanEqual, "b iw 1", compare<Predicate::ICMP_ULE>},
    {Op::SLessThanEqual, "b iw 1", compare<Predicate::ICMP_SLE>},
    {Op::FOrdEqual, "b fw 1", compare<Predicate::FCMP_OEQ>},
    {Op::FUnordEqual, "b fw 1", compare<Predicate::FCMP_UEQ>},
    {Op::FOrdNotEqual, "b fw 1", compare<Predicate::FCMP_ONE>},
    {Op::FUnordNotEqual, "b fw 1", compare<Predicate::FCMP_UNE>},
    {Op::FOrdLessThan, "b fw 1", compare<Predicate::FCMP_OLT>},
    {Op::FUnordLessThan, "b fw 1", compare<Predicate::FCMP_ULT>},
    {Op::FOrdGreaterThan, "b fw 1", compare<Predicate::FCMP_OGT>},
    {Op::FUnordGreaterThan, "b fw 1", compare<Predicate::FCMP_UGT>},
    {Op::FOrdLessThanEqual, "b fw 1", compare<Predicate::FCMP_OLE>},
    {Op::FUnordLessThanEqual, "b fw 1", compare<Predicate::FCMP_ULE>},
    {Op::FOrdGreaterThanEqual, "b fw 1", compare<Predicate::FCMP_OGE>},
    {Op::FUnordGreaterThanEqual, "b fw 1", compare<Predicate::FCMP_UGE>},
};

} // namespace

std::span<const HandlerRow> relational_rows() { return rows; }

} // namespace spirv_ll
