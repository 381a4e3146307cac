// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_DIMENSION_H
#define VECZ_DIMENSION_H

#include "vecz/call_info.h"

#include <array>
#include <llvm/IR/Function.h>

namespace vecz {

/// The dimension, 0 to 2, in which the lanes of a vector should be neighbours in work-groups of
/// this size. That is x unless another one is clearly better, because x has too few work-items or
/// because neighbours in the other dimension touch neighbouring memory and neighbours in x do not.
[[nodiscard]] unsigned best_dimension(llvm::Function& kernel, const std::array<uint64_t, 3>& size,
                                      unsigned width, const CallInfo& calls);

/// Exchanges x and `dimension` in all ids that a kernel asks for. The vectoriser, whose lanes are
/// neighbours in x, then takes neighbours in `dimension`. The pass that gives ids their values has
/// to exchange the dimensions as well. Calling it again undoes it.
void exchange_with_x(llvm::Function& kernel, unsigned dimension, const CallInfo& calls);

} // namespace vecz

#endif
