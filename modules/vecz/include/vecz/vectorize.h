// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTORIZE_H
#define VECZ_VECTORIZE_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>
#include <optional>
#include <string>
#include <vector>

namespace vecz {

/// Kernels are vectorised on the condition that global ids in x are below this, so that the very
/// common `int i = get_global_id(0)` is known to keep the id. Whoever calls the vectorised kernel
/// sees to it.
inline constexpr uint64_t largest_id = uint64_t(1) << 31;

/// Why a kernel stayed scalar, or what of it is not done in one piece.
struct Report {
  struct Line {
    unsigned line; ///< in the source, 0 if not known
    std::string text;
  };
  std::vector<Line> lines;
  std::string obstacle; ///< empty if the kernel was vectorised
};

/// Makes, beside `kernel`, the function `<kernel>.vecz.<width>` of the same type that does the work
/// of `width` work-items, neighbours in x; ids in x mean those of the first of them. The kernel
/// itself stays as it is and refers to its vector form with the metadata !vecz.vectorized.
/// Barriers keep their operands; each stands once in the vector form, too.
///
/// Requires: `width` is a power of two from 2 to 64. Where it cannot be done, nothing changes and
/// the report says why. Results are the same bit for bit. Thread safe for separate contexts.
[[nodiscard]] Report vectorize(llvm::Function& kernel, unsigned width, const CallInfo& calls);

/// The vector form of a kernel, if it has one.
struct VectorForm {
  llvm::Function* function;
  unsigned width;
};
[[nodiscard]] std::optional<VectorForm> vector_form(const llvm::Function& kernel);
/// Parts the two; the vector form is the caller's.
void forget_vector_form(llvm::Function& kernel);

} // namespace vecz

#endif
