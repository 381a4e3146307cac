// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_TRANSPOSE_GATHERS_H
#define PASSES_VECTORIZATION_TRANSPOSE_GATHERS_H

#include "passes/analyses/affine.h"

#include <llvm/IR/IntrinsicInst.h>

namespace compiler {

/// A gather of a column: its elements are a constant distance apart.
struct ColumnGather {
  llvm::IntrinsicInst* gather;
  llvm::Value* pointer; ///< to the first element
  int64_t stride;       ///< bytes from one to the next

  [[nodiscard]] unsigned lanes() const;
  [[nodiscard]] int64_t element_bytes() const;

  /// `instruction` as such a gather, if all of its lanes are active and neighbouring columns do not
  /// overlap.
  static std::optional<ColumnGather> match(llvm::Instruction& instruction);
};

/// Replaces N gathers of N lanes, of neighbouring columns, by N row loads and a transpose in
/// registers.
///
/// Requires: coarsened work-items (coarsen_work_items.h), without which there is only one such
/// gather; address spaces still there, which tell which memory is not written in between.
/// Guarantees: nothing.
///
///   %a = gather <2 x float>, %p + <0, 68>           becomes     %r = load <2 x float>, %p
///   %b = gather <2 x float>, %p + 4 + <0, 68>                   %s = load <2 x float>, %p + 68
///                                                               %a = shuffle %r, %s, <0, 2>
///                                                               %b = shuffle %r, %s, <1, 3>
bool transpose_gathers(llvm::Module& module);

} // namespace compiler

#endif
