// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_CONSTANTS_H
#define SPIRV_LL_DECLARATIONS_CONSTANTS_H

#include "reader/grammar.h"

namespace spirv_ll {

/// Whether OpSpecConstantOp may have this operation: computations on values, nothing that reads
/// memory or changes the flow of control.
[[nodiscard]] bool is_foldable(Op opcode);

} // namespace spirv_ll

#endif
