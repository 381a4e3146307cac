// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether two kernels of one name have the same code, as they may in two files.
#ifndef SYCL_COMPILER_SOURCE_SAME_CODE_H
#define SYCL_COMPILER_SOURCE_SAME_CODE_H

#include <llvm/IR/Function.h>

namespace sycl_compiler {

/// Compares copies that are optimised, with what they call in them. False for kernels that still
/// use something whose name differs. Both are of one context.
[[nodiscard]] bool have_same_code(const llvm::Function& a, const llvm::Function& b);

} // namespace sycl_compiler

#endif
