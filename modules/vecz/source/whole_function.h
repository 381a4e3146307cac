// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the steps between prepare and the end: for kernels and for the functions they call.
#ifndef VECZ_WHOLE_FUNCTION_H
#define VECZ_WHOLE_FUNCTION_H

#include "remark.h"
#include "vecz/vectorize.h"

#include <llvm/IR/Function.h>
#include <string>

namespace vecz {

/// Masks instead of branches; says in `remarks` where lanes go different ways. Requires: prepared
/// (prepare.h). `for_some_lanes`: those that vecz.lanes says (entry_mask.h). Not empty: why it
/// cannot be done, or why it is not worth it; then the function is of no use.
[[nodiscard]] std::string make_linear(llvm::Function& function, const CallInfo& calls,
                                      bool for_some_lanes, Demand demand, Remarks& remarks);

/// Empty, or why a linear function had better not be `width` lanes wide.
[[nodiscard]] std::string too_wide(llvm::Function& function, unsigned width);

/// Widens a linear function in place and tidies it. Not empty: why it cannot be done, as it would
/// have more than `most_instructions`; then the function is of no use.
[[nodiscard]] std::string widen(llvm::Function& function, unsigned width, const CallInfo& calls,
                                Remarks& remarks, size_t most_instructions);

} // namespace vecz

#endif
