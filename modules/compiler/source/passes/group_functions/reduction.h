// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GROUP_FUNCTIONS_REDUCTION_H
#define PASSES_GROUP_FUNCTIONS_REDUCTION_H

#include <llvm/IR/IRBuilder.h>
#include <optional>

namespace compiler {

/// An operation that combines the values of a group's work-items (OpenCL C 3.0, 6.15.16.2;
/// cl_khr_work_group_uniform_arithmetic).
enum class Reduction {
  add,
  multiply,
  signed_minimum,
  unsigned_minimum,
  signed_maximum,
  unsigned_maximum,
  float_add,
  float_multiply,
  float_minimum,
  float_maximum,
  bit_and,
  bit_or,
  bit_xor,
  logical_and, ///< of truth values: the result is 0 or 1
  logical_or,
  logical_xor,
};

/// The reduction that `name` ("add", "logical_and") stands for with `type`; the parameters' mangled
/// types tell signed from unsigned. Nothing if the name does not go with the type.
[[nodiscard]] std::optional<Reduction> reduction(llvm::StringRef name, llvm::StringRef parameters,
                                                 const llvm::Type& type);

/// The identity of a reduction.
[[nodiscard]] llvm::Constant* identity(Reduction reduction, llvm::Type* type);

/// A value before it is combined: truth values as 0 and 1.
[[nodiscard]] llvm::Value* prepare(llvm::IRBuilder<>& builder, Reduction reduction,
                                   llvm::Value* value);

/// Likewise, and replaces NaN by the identity of a minimum or maximum.
[[nodiscard]] llvm::Value* prepare_number(llvm::IRBuilder<>& builder, Reduction reduction,
                                          llvm::Value* value);

/// Combines two prepared values; the result is one as well.
[[nodiscard]] llvm::Value* combine(llvm::IRBuilder<>& builder, Reduction reduction,
                                   llvm::Value* left, llvm::Value* right);

/// LLVM's intrinsic that combines the elements of a vector, in no order that matters, if there is
/// one: for integers.
[[nodiscard]] std::optional<llvm::Intrinsic::ID> vector_reduction(Reduction reduction);

/// The inverse of a reduction step: `x` such that reduction(x, one) is `both`; null if there is no
/// inverse.
[[nodiscard]] llvm::Value* undo_reduction(llvm::IRBuilder<>& builder, Reduction reduction,
                                          llvm::Value* both, llvm::Value* one);

} // namespace compiler

#endif
