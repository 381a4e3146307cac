// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_DEFINE_ASSERTS_H
#define PASSES_BUILT_INS_DEFINE_ASSERTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives bodies to the functions that a failed assertion of C calls, `__assert_fail` and
/// `__devicelib_assert_fail` (cl_intel_devicelib_assert): they print where it failed, for which
/// work-item, and what was asserted, and stop the kernel.
///
/// Requires: the library of built-ins is linked later. Guarantees: no such function is only
/// declared; the bodies are inlined by simplification, so that texts are known to lower-printf.
///
///   call void @__assert_fail(ptr @expression, ptr @file, i32 7, ptr @function)
/// keeps its call, and the function becomes
///   printf("%s:%u: %s: work-item (%lu, %lu, %lu): assertion '%s' failed\n", …); trap
bool define_asserts(llvm::Module& module);

/// Whether a function that a module declares is one of those.
[[nodiscard]] bool is_assert_function(llvm::StringRef name);

} // namespace compiler

#endif
