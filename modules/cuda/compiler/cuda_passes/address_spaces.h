// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ADDRESS_SPACES_H
#define CUDA_PASSES_ADDRESS_SPACES_H

namespace llvm {
class Module;
}

namespace cuda {

/// Gives address spaces the numbers that NVPTX has for them, and functions other than kernels C's
/// calling convention. Constant memory becomes global memory, whose reads are known not to change:
/// pointers to it come from buffers as well as from the program. Pointers to private memory become
/// generic ones, as LLVM's variables are there. Atomic operations are no longer volatile, so that
/// LLVM infers the space of their addresses.
///
/// Requires: the vocabulary replaced. Guarantees: pointers are generic (0), global (1) or shared
/// (3).
///
///   ptr, ptr addrspace(4)                  become   ptr
///   ptr addrspace(2)                       becomes  ptr addrspace(1)
bool address_spaces(llvm::Module& module);

} // namespace cuda

#endif
