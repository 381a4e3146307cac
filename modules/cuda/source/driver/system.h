// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_DRIVER_SYSTEM_H
#define CUDA_DRIVER_SYSTEM_H

#include <string>

namespace cuda {

/// Whether the system below `root` ("" is this one) has, or can load, the part of NVIDIA's driver
/// that is in the kernel. To look for a library that is not there takes the dynamic linker some
/// eighty system calls; this takes a few. Thread-safe.
[[nodiscard]] bool may_have_gpus(const std::string& root);

} // namespace cuda

#endif
