// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/reduction.h"

#include <algorithm>
#include <iterator>

namespace compiler {
namespace {

struct NamedReduction {
  llvm::StringRef name;
  std::optional<Reduction> of_signed, of_unsigned, of_floats;
};
constexpr NamedReduction rows[] = {
    {"add", Reduction::add, Reduction::add, Reduction::float_add},
    {"mul", Reduction::multiply, Reduction::multiply, Reduction::float_multiply},
    {"min", Reduction::signed_minimum, Reduction::unsigned_minimum, Reduction::float_minimum},
    {"max", Reduction::signed_maximum, Reduction::unsigned_maximum, Reduction::float_maximum},
    {"and", Reduction::bit_and, Reduction::bit_and, std::nullopt},
    {"or", Reduction::bit_or, Reduction::bit_or, std::nullopt},
    {"xor", Reduction::bit_xor, Reduction::bit_xor, std::nullopt},
    {"logical_and", Reduction::logical_and, Reduction::logical_and, std::nullopt},
    {"logical_or", Reduction::logical_or, Reduction::logical_or, std::nullopt},
    {"logical_xor", Reduction::logical_xor, Reduction::logical_xor, std::nullopt},
};

/// Whether the first parameter is unsigned: h, t, j and m are, and DU... of an odd width.
bool is_unsigned(llvm::StringRef parameters) {
  if (parameters.consume_front("Dv")) {
    parameters = parameters.drop_until([](char c) { return c == '_'; }).drop_front();
  }
  return parameters.starts_with("DU") ||
         (!parameters.empty() && llvm::StringRef("htjm").contains(parameters.front()));
}

bool is_logical(Reduction reduction) { return reduction >= Reduction::logical_and; }

} // namespace

std::optional<Reduction> reduction(llvm::StringRef name, llvm::StringRef parameters,
                                   const llvm::Type& type) {
  const auto* row = std::ranges::find(rows, name, &NamedReduction::name);
  if (row == std::end(rows)) {
    return std::nullopt;
  }
  if (type.isFPOrFPVectorTy()) {
    return row->of_floats;
  }
  if (!type.isIntOrIntVectorTy()) {
    return std::nullopt;
  }
  return is_unsigned(parameters) ? row->of_unsigned : row->of_signed;
}

llvm::Constant* identity(Reduction reduction, llvm::Type* type) {
  const unsigned width = type->getScalarSizeInBits();
  const auto bits = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(type, value); };
  switch (reduction) {
  case Reduction::multiply:
  case Reduction::logical_and:
    return llvm::ConstantInt::get(type, 1);
  case Reduction::signed_minimum:
    return bits(llvm::APInt::getSignedMaxValue(width));
  case Reduction::signed_maximum:
    return bits(llvm::APInt::getSignedMinValue(width));
  case Reduction::unsigned_minimum:
  case Reduction::bit_and:
    return bits(llvm::APInt::getMaxValue(width));
  case Reduction::float_multiply:
    return llvm::ConstantFP::get(type, 1.0);
  case Reduction::float_minimum:
    return llvm::ConstantFP::getInfinity(type);
  case Reduction::float_maximum:
    return llvm::ConstantFP::getInfinity(type, /*Negative=*/true);
  default:
    return llvm::Constant::getNullValue(type);
  }
}

llvm::Value* prepare(llvm::IRBuilder<>& builder, Reduction reduction, llvm::Value* value) {
  llvm::Type* type = value->getType();
  return is_logical(reduction)
             ? builder.CreateZExtOrTrunc(
                   builder.CreateICmpNE(value, llvm::Constant::getNullValue(type)), type)
             : value;
}

llvm::Value* prepare_number(llvm::IRBuilder<>& builder, Reduction reduction, llvm::Value* value) {
  value = prepare(builder, reduction, value);
  const bool may_be_no_number =
      reduction == Reduction::float_minimum || reduction == Reduction::float_maximum;
  return may_be_no_number
             ? combine(builder, reduction, identity(reduction, value->getType()), value)
             : value;
}

llvm::Value* combine(llvm::IRBuilder<>& builder, Reduction reduction, llvm::Value* left,
                     llvm::Value* right) {
  const auto call = [&](llvm::Intrinsic::ID intrinsic) {
    return builder.CreateBinaryIntrinsic(intrinsic, left, right);
  };
  switch (reduction) {
  case Reduction::add:
    return builder.CreateAdd(left, right);
  case Reduction::multiply:
    return builder.CreateMul(left, right);
  case Reduction::signed_minimum:
    return call(llvm::Intrinsic::smin);
  case Reduction::unsigned_minimum:
    return call(llvm::Intrinsic::umin);
  case Reduction::signed_maximum:
    return call(llvm::Intrinsic::smax);
  case Reduction::unsigned_maximum:
    return call(llvm::Intrinsic::umax);
  case Reduction::float_add:
    return builder.CreateFAdd(left, right);
  case Reduction::float_multiply:
    return builder.CreateFMul(left, right);
  // Not LLVM's minnum and maxnum: where the CPU has no half they are calls of the C library. NaN
  // never gets into `left`.
  case Reduction::float_minimum:
    return builder.CreateSelect(builder.CreateFCmpOLT(right, left), right, left);
  case Reduction::float_maximum:
    return builder.CreateSelect(builder.CreateFCmpOGT(right, left), right, left);
  case Reduction::bit_and:
  case Reduction::logical_and:
    return builder.CreateAnd(left, right);
  case Reduction::bit_or:
  case Reduction::logical_or:
    return builder.CreateOr(left, right);
  case Reduction::bit_xor:
  case Reduction::logical_xor:
    return builder.CreateXor(left, right);
  }
  llvm_unreachable("every reduction has its operation");
}

std::optional<llvm::Intrinsic::ID> vector_reduction(Reduction reduction) {
  switch (reduction) {
  case Reduction::add:
    return llvm::Intrinsic::vector_reduce_add;
  case Reduction::multiply:
    return llvm::Intrinsic::vector_reduce_mul;
  case Reduction::signed_minimum:
    return llvm::Intrinsic::vector_reduce_smin;
  case Reduction::unsigned_minimum:
    return llvm::Intrinsic::vector_reduce_umin;
  case Reduction::signed_maximum:
    return llvm::Intrinsic::vector_reduce_smax;
  case Reduction::unsigned_maximum:
    return llvm::Intrinsic::vector_reduce_umax;
  case Reduction::bit_and:
  case Reduction::logical_and:
    return llvm::Intrinsic::vector_reduce_and;
  case Reduction::bit_or:
  case Reduction::logical_or:
    return llvm::Intrinsic::vector_reduce_or;
  case Reduction::bit_xor:
  case Reduction::logical_xor:
    return llvm::Intrinsic::vector_reduce_xor;
  default:
    return std::nullopt;
  }
}

llvm::Value* undo_reduction(llvm::IRBuilder<>& builder, Reduction reduction, llvm::Value* both,
                            llvm::Value* one) {
  switch (reduction) {
  case Reduction::add:
    return builder.CreateSub(both, one);
  case Reduction::bit_xor:
  case Reduction::logical_xor:
    return builder.CreateXor(both, one);
  default:
    return nullptr;
  }
}

} // namespace compiler
