// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_INLINE_CALLERS_H
#define SYCL_COMPILER_INLINE_CALLERS_H

#include <llvm/IR/Module.h>
#include <vector>

namespace sycl_compiler {

/// Inlines all functions between kernels and `functions`: afterwards only kernels call these.
/// Requires: calls are direct, there is no recursion. Erases functions that are not called any
/// more.
void inline_callers(llvm::Module& module, const std::vector<llvm::Function*>& functions);

} // namespace sycl_compiler

#endif
