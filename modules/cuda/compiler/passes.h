// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMPILER_PASSES_H
#define CUDA_COMPILER_PASSES_H

#include "compiler/pass.h"

namespace cuda {

/// The steps of the target's pipeline beside the shared passes. Where muxc runs one that depends on
/// a GPU, it is for the oldest one.
[[nodiscard]] std::span<const compiler::NamedPass> own_passes();

} // namespace cuda

#endif
