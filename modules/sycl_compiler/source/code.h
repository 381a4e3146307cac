// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading bitcode.
#ifndef SYCL_COMPILER_CODE_H
#define SYCL_COMPILER_CODE_H

#include "cargo/expected.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace sycl_compiler {

/// The module in a file, bitcode or text.
[[nodiscard]] cargo::expected<std::unique_ptr<llvm::Module>, std::string>
read_module(const std::string& file, llvm::LLVMContext& context);

} // namespace sycl_compiler

#endif
