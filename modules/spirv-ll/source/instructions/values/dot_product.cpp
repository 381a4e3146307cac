// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPV_KHR_integer_dot_product: sums of products, of vectors or of four bytes in an integer, with or
// without an accumulator that saturates.
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

enum class Signs { both_signed, both_unsigned, first_signed };

/// The vector that an operand is: itself, or the four bytes of an integer.
Result vector_of(Reader& reader, llvm::Value* operand, bool packed) {
  if (operand->getType()->isVectorTy()) {
    return operand;
  }
  if (!packed || !operand->getType()->isIntegerTy(32)) {
    return fail("the operands have to be vectors of integers, or integers of 32 bits with the "
                "packed format");
  }
  auto* bytes = llvm::FixedVectorType::get(reader.builder.getInt8Ty(), 4);
  return reader.builder.CreateBitCast(operand, bytes);
}

template <Signs S, bool Accumulate> Result dot(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const bool packed = inst.count() > (Accumulate ? 3 : 2);
  const auto first = vector_of(reader, inst.args[0], packed);
  const auto second = vector_of(reader, inst.args[1], packed);
  if (!first || !second) {
    return first ? second : first;
  }
  if ((*first)->getType() != (*second)->getType()) {
    return fail("the vectors have different types");
  }
  auto* result = llvm::cast<llvm::IntegerType>(reader.type(inst.type)->ir);
  auto* type = llvm::cast<llvm::FixedVectorType>((*first)->getType());
  // Only the accumulation saturates; the rest is computed modulo the result's width.
  llvm::Type* wide = type->getWithNewBitWidth(result->getBitWidth());
  constexpr bool first_signed = S != Signs::both_unsigned;
  constexpr bool second_signed = S == Signs::both_signed;
  auto* products = b.CreateMul(b.CreateIntCast(*first, wide, first_signed),
                               b.CreateIntCast(*second, wide, second_signed));
  llvm::Value* sum = b.CreateExtractElement(products, uint64_t(0));
  for (unsigned i = 1; i < type->getNumElements(); ++i) {
    sum = b.CreateAdd(sum, b.CreateExtractElement(products, i));
  }
  if (!Accumulate) {
    return sum;
  }
  return b.CreateBinaryIntrinsic(
      first_signed ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum, inst.args[2]);
}

constexpr HandlerRow rows[] = {
    {Op::SDot, "is i 1", dot<Signs::both_signed, false>},
    {Op::UDot, "is i 1", dot<Signs::both_unsigned, false>},
    {Op::SUDot, "is i 1", dot<Signs::first_signed, false>},
    {Op::SDotAccSat, "is i 1 =", dot<Signs::both_signed, true>},
    {Op::UDotAccSat, "is i 1 =", dot<Signs::both_unsigned, true>},
    {Op::SUDotAccSat, "is i 1 =", dot<Signs::first_signed, true>},
};

} // namespace

std::span<const HandlerRow> dot_product_rows() { return rows; }

} // namespace spirv_ll
