// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made of blocks (OpenCL C 3.0, section 6.14), which other kernels enqueue.
#ifndef BLOCK_KERNELS_H
#define BLOCK_KERNELS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Attribute of a block's kernel: its number in the program.
inline constexpr llvm::StringLiteral block_number = "lanewise-block";
/// Attribute of a kernel that may enqueue others.
inline constexpr llvm::StringLiteral enqueues = "lanewise-enqueues";

/// Makes the kernels of blocks private to their module: blocks in functions of the same name in two
/// objects have kernels of the same name.
void hide_block_kernels(llvm::Module& module);

/// Numbers the kernels of blocks, from 0 in the module's order. Where a kernel enqueues one of them
/// or asks about it, the number replaces the address, so that each kernel can be compiled without
/// the others, in parts and variants of the program. Their literals become pointers to global
/// memory. Kernels that may enqueue others get the attribute `enqueues`. Running it again changes
/// nothing.
///
/// Requires: a whole program. Guarantees: no address of a function is used but to call it.
///
///   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) addrspacecast (ptr @f_kernel to
///                                    ptr addrspace(4)), ptr addrspace(4) %literal)
/// becomes
///   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) inttoptr (i64 0 to ptr addrspace(4)),
///                                    ptr addrspace(4) %literal)
bool number_block_kernels(llvm::Module& module);

/// The number of a block's kernel; -1 for any other kernel.
[[nodiscard]] int64_t number_of_block(const llvm::Function& kernel);

} // namespace compiler

#endif
