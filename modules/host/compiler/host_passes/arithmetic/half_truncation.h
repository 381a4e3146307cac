// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ARITHMETIC_HALF_TRUNCATION_H
#define HOST_PASSES_ARITHMETIC_HALF_TRUNCATION_H

#include <llvm/IR/Module.h>

namespace host {

/// Replaces `fptrunc double to half`, for which code generation would call `__truncdfhf2` of a
/// run-time library that kernels do not have, by calls of the built-in `convert_half_rte(double)`,
/// element by element for vectors.
///
/// Guarantees: no such fptrunc; the built-in is declared and has to be linked.
bool half_truncation(llvm::Module& module);

} // namespace host

#endif
