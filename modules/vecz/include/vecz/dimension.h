// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_DIMENSION_H
#define VECZ_DIMENSION_H

#include "vecz/call_info.h"

#include <array>
#include <llvm/IR/Function.h>

namespace vecz {

/// The dimension, 0 to 2, whose neighbours are best done side by side in work-groups of this size:
/// x unless another one is clearly better, because x has too few work-items or because neighbours
/// in the other one touch neighbouring memory and those in x do not.
[[nodiscard]] unsigned best_dimension(llvm::Function& kernel, const std::array<uint64_t, 3>& size,
                                      unsigned width, const CallInfo& calls);

/// Has a kernel ask for its ids in x where it asks for those in `dimension`, and the other way
/// round. The vectorizer then takes neighbours in `dimension`; whoever gives ids their values has
/// to do likewise. Doing it twice undoes it.
void exchange_with_x(llvm::Function& kernel, unsigned dimension, const CallInfo& calls);

} // namespace vecz

#endif
