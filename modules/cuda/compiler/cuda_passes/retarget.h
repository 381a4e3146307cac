// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_RETARGET_H
#define CUDA_PASSES_RETARGET_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace cuda {

/// Gives the module the machine's triple and layout, functions its GPU, and all but kernels
/// internal linkage.
///
/// Requires: address_spaces.h.
bool retarget(llvm::Module& module, const llvm::TargetMachine& machine);

} // namespace cuda

#endif
