// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_WARP_FUNCTIONS_H
#define CUDA_PASSES_WARP_FUNCTIONS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Makes sub-groups of the hardware's warps: the functions of sub-groups become instructions by
/// which the threads of a warp exchange values and votes. The hardware's mask of active threads
/// says which ones take part; where all have to, those that are elsewhere are waited for first. A
/// kernel that requires sub-groups of another size is an error.
///
/// Requires: functions of sub-groups in kernels only (inline_group_functions). Guarantees: none is
/// called any more; kernels that did have the attribute "lanewise-sub-group-size".
///
///   %v = call i32 @_Z17sub_group_shuffleij(i32 %x, i32 %from)
/// becomes
///   %here = call i32 @llvm.nvvm.activemask()
///   %v = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %here, i32 %x, i32 %from, i32 31)
bool warp_functions(llvm::Module& module);

} // namespace cuda

#endif
