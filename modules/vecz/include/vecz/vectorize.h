// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTORIZE_H
#define VECZ_VECTORIZE_H

#include "vecz/call_info.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
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
/// itself stays as it is and refers to its vector forms with the metadata !vecz.vectorized.
/// Barriers keep their operands; each stands once in the vector form, too.
///
/// Requires: `width` is a power of two from 2 to 64. Where it cannot be done, nothing changes and
/// the report says why. Results are the same bit for bit. Thread safe for separate contexts.
[[nodiscard]] Report vectorize(llvm::Function& kernel, unsigned width, const CallInfo& calls);

/// One of the vector forms of a kernel.
struct VectorForm {
  llvm::Function* function;
  unsigned width;
};
/// In the order in which they were made.
[[nodiscard]] llvm::SmallVector<VectorForm, 2> vector_forms(const llvm::Function& kernel);
/// Parts them from the kernel; they are the caller's.
void forget_vector_forms(llvm::Function& kernel);

/// How many times as many work-items at once would suit the target better than the width of `form`:
/// 1, 2 or 4. A kernel that does little with each work-item keeps several registers busy, so that
/// it waits less for each result, and shares what is uniform among more work-items.
[[nodiscard]] unsigned worthwhile_factor(const VectorForm& form);

} // namespace vecz

#endif
