// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LLVM_PASSES_H
#define CUDA_PASSES_LLVM_PASSES_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace cuda {

/// LLVM's -O3 for the machine, except for the vectorisation of loops: threads are the lanes; and
/// with the passes of ours that have to stand among its own (choose_elements.h, unroll_hints.h).
bool optimise(llvm::Module& module, llvm::TargetMachine& machine);

} // namespace cuda

#endif
