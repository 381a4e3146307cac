// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_UNSUPPORTED_H
#define CUDA_PASSES_UNSUPPORTED_H

namespace llvm {
class Module;
}

namespace cuda {

/// Reports what kernels use and the target has not: named barriers, kernels that enqueue kernels,
/// and any function without a body, which PTX could not be loaded with. One error for each kernel
/// and kind.
bool unsupported(llvm::Module& module);

} // namespace cuda

#endif
