// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_ZERO_PRIVATE_MEMORY_H
#define PASSES_MEMORY_ZERO_PRIVATE_MEMORY_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Fills each variable of a work-item with zeros where its lifetime begins, and replaces undefined
/// values by zeros, so that no kernel reads values that other code has left in registers and on
/// stacks (CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR).
///
/// Requires: nothing that makes use of undefined values has run. Guarantees: a load from a variable
/// that nothing was stored to gives zero. Variables of opaque types, which programs cannot look
/// into, stay as they are.
///
/// Cost: time in proportion to the module.
///
///   %x = alloca [4 x i32]     becomes     %x = alloca [4 x i32]
///                                         call void @llvm.memset(ptr %x, i8 0, i64 16)
bool zero_private_memory(llvm::Module& module);

} // namespace compiler

#endif
