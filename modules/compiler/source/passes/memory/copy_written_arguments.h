// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_COPY_WRITTEN_ARGUMENTS_H
#define PASSES_MEMORY_COPY_WRITTEN_ARGUMENTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Gives each work-item a private copy of a by-value argument that the kernel does not only read:
/// the argument itself exists once for the launch. (OpenCL C, 6.7.1: arguments by value are
/// private.)
///
/// Requires: nothing. Guarantees: by-value arguments of kernels are used by loads only, and by
/// offsets, phis and selections that are addresses for them. Takes time in proportion to the
/// arguments' uses and bytes.
///
///   define spir_kernel void @k(ptr byval(%pair) %s)     becomes     %own = alloca %pair
///     store i32 7, ptr %s                                           ; copied from %s
///                                                                   store i32 7, ptr %own
bool copy_written_arguments(llvm::Module& module);

} // namespace compiler

#endif
