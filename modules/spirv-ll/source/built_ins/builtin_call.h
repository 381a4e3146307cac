// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_BUILT_INS_BUILTIN_CALL_H
#define SPIRV_LL_BUILT_INS_BUILTIN_CALL_H

#include "built_ins/mangle.h"
#include "reader/reader.h"

namespace spirv_ll {

/// One argument of a built-in function: a value, and how OpenCL C declares its parameter.
struct Argument {
  llvm::Value* value;
  Parameter parameter;
};

/// An argument that is the value of an id; booleans become the `int` that OpenCL C takes.
[[nodiscard]] cargo::expected<Argument, std::string> argument(Reader& reader, uint32_t id,
                                                              Sign sign = Sign::none);

/// Calls a built-in function by its plain name. A boolean `result` is the `int` that it returns,
/// compared with 0.
[[nodiscard]] Result call_builtin(Reader& reader, llvm::StringRef name, const Type& result,
                                  llvm::ArrayRef<Argument> arguments, Reader::Effect effect);

} // namespace spirv_ll

#endif
