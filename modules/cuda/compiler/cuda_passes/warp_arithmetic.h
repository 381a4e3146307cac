// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_WARP_ARITHMETIC_H
#define CUDA_PASSES_WARP_ARITHMETIC_H

#include "passes/group_functions/sub_group_call.h"

namespace cuda {

/// Replaces a reduction or scan. Where all threads of the warp are here it takes five steps;
/// otherwise each thread reads the values of those that are here one after another.
void replace_arithmetic(const compiler::SubGroupCall& call);

} // namespace cuda

#endif
