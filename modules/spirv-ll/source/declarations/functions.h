// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_FUNCTIONS_H
#define SPIRV_LL_DECLARATIONS_FUNCTIONS_H

#include "reader/reader.h"

namespace spirv_ll {

/// Declares the function of an OpFunction, so that calls may come before its body: name, type,
/// linkage, calling convention.
[[nodiscard]] Outcome declare_function(Reader& reader, const Inst& inst);

/// With all functions read: an error if the address of something else has been taken.
[[nodiscard]] Outcome check_addressed_functions(const Reader& reader);

/// With all functions read: calls get the attributes of what they call's parameters, as LLVM passes
/// an argument as the call says, and reads it as the function says (byval, zeroext).
void finish_calls(const Reader& reader);

/// Calls `callee` with the arguments that stand behind the first operand of `inst`, which defines
/// its result.
[[nodiscard]] Result call_function(Reader& reader, const Inst& inst, llvm::FunctionType* type,
                                   llvm::Value* callee);

} // namespace spirv_ll

#endif
