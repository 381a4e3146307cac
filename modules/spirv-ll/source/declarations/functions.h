// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_FUNCTIONS_H
#define SPIRV_LL_DECLARATIONS_FUNCTIONS_H

#include "reader/reader.h"

namespace spirv_ll {

/// Declares the function of an OpFunction, so that calls may come before its body: name, type,
/// linkage, calling convention.
[[nodiscard]] Outcome declare_function(Reader& reader, const Inst& inst);

} // namespace spirv_ll

#endif
