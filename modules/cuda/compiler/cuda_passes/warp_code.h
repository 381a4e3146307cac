// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_WARP_CODE_H
#define CUDA_PASSES_WARP_CODE_H

#include <llvm/IR/IRBuilder.h>

namespace cuda {

/// `i32`: a bit for each thread of the warp that is here together with this one.
[[nodiscard]] llvm::Value* threads_here(llvm::IRBuilderBase& builder);

/// `i32`: the number of the thread in its warp.
[[nodiscard]] llvm::Value* lane_number(llvm::IRBuilderBase& builder);

/// The value that thread `lane`, an i32, modulo the size of a warp, has; any value if it is not
/// among `threads`. T is a scalar, or a vector or structure of such, of any size.
[[nodiscard]] llvm::Value* read_lane(llvm::IRBuilderBase& builder, llvm::Value* threads,
                                     llvm::Value* value, llvm::Value* lane);

} // namespace cuda

#endif
