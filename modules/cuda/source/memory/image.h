// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_IMAGE_H
#define CUDA_MEMORY_IMAGE_H

#include "driver/driver_api.h"
#include "target_support/box.h"

namespace cuda {

/// An image, whose descriptors kernels read in the GPU's memory.
struct Image : target_support::Image {
  using target_support::Image::Image;
  CUdeviceptr descriptors_on_device = 0; ///< once it is bound
  uint64_t generation = 0;               ///< of the device's contexts: where these are
};

} // namespace cuda

#endif
