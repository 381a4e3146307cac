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

/// The one that `name` ("add", "logical_and") means for `type`, the parameters' mangled types
/// telling signed from unsigned; none if it does not go with the type.
[[nodiscard]] std::optional<Reduction> reduction(llvm::StringRef name, llvm::StringRef parameters,
                                                 const llvm::Type& type);

/// What changes nothing when it is combined with another value.
[[nodiscard]] llvm::Constant* identity(Reduction reduction, llvm::Type* type);

/// A value before it is combined: truth values as 0 and 1.
[[nodiscard]] llvm::Value* prepare(llvm::IRBuilder<>& builder, Reduction reduction,
                                   llvm::Value* value);

/// Both have been prepared, and so is the result.
[[nodiscard]] llvm::Value* combine(llvm::IRBuilder<>& builder, Reduction reduction,
                                   llvm::Value* left, llvm::Value* right);

} // namespace compiler

#endif
