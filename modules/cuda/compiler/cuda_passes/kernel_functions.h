// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_KERNEL_FUNCTIONS_H
#define CUDA_PASSES_KERNEL_FUNCTIONS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Makes of each kernel a function that is launched as cuda/kernel_abi.h says, and answers the
/// vocabulary in it by registers, by what the launch says, and by instructions for barriers.
///
/// Requires: the vocabulary in kernels only (inline_group_functions), local variables laid out.
/// Guarantees: no function of the vocabulary is left, nor a kernel of another calling convention.
///
///   define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %t)
/// becomes
///   define ptx_kernel void @k(ptr addrspace(1) %p, i64 %t, ptr byval([168 x i8]) align 8 %launch)
bool kernel_functions(llvm::Module& module);

} // namespace cuda

#endif
