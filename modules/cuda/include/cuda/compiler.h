// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMPILER_H
#define CUDA_COMPILER_H

namespace compiler {
class Info;
}

namespace cuda {

/// The compiler half of a target for NVIDIA's GPUs: PTX, which the GPU's driver translates. Needs
/// nothing of NVIDIA's. The runtime half is in modules/cuda/source.
[[nodiscard]] const compiler::Info& compiler_info();

} // namespace cuda

#endif
