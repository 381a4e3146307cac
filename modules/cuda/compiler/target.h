// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_CUDA_TARGET_H
#define COMPILER_CUDA_TARGET_H

#include "compiler/target.h"

#include <string_view>

namespace cuda {

/// The build option that names the GPU.
inline constexpr std::string_view gpu_option = "-lanewise-gpu";

class CudaTarget : public compiler::Target {
public:
  [[nodiscard]] bool create_binary(llvm::Module& module, const compiler::Options& options,
                                   const builtins::Library& library,
                                   binary::Program& program) override;
};

} // namespace cuda

#endif
