// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_FILL_H
#define CUDA_COMMANDS_FILL_H

#include "driver/driver.h"

#include <cstddef>
#include <span>

namespace cuda {

/// Has a stream repeat a pattern over `size` bytes, a multiple of the pattern's, at an address that
/// the GPU reaches.
[[nodiscard]] CUresult fill(const Driver& cu, CUstream stream, CUdeviceptr address, uint64_t size,
                            std::span<const std::byte> pattern);

} // namespace cuda

#endif
