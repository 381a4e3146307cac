// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ZERO_LOCAL_MEMORY_H
#define CUDA_PASSES_ZERO_LOCAL_MEMORY_H

#include <llvm/IR/IRBuilder.h>

namespace cuda {

/// At the builder's place, which all threads of a group come to and which is the end of a block:
/// they write zeros to the group's block of local memory, each every so many words, and wait for
/// each other (CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR). The builder goes on behind that.
void zero_local_memory(llvm::IRBuilder<>& builder, llvm::Value& block);

} // namespace cuda

#endif
