// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_DEVICE_INFO_H
#define CUDA_DEVICE_INFO_H

#include "driver/driver.h"

#include <span>
#include <string>
#include <vector>

namespace cuda {

/// Heaps of a device, by index.
inline constexpr uint32_t staging_heap = 0; ///< pinned memory of the host, which both sides reach
inline constexpr uint32_t local_heap = 1;   ///< the GPU's own memory

/// Allocations of the driver begin at multiples of this.
inline constexpr uint64_t buffer_alignment = 256;

/// A GPU that can be used, as mux describes it.
struct Gpu : mux_device_info_s {
  /// Throws std::bad_alloc.
  Gpu(const Driver& driver, CUdevice in_device, uint32_t in_index);
  Gpu(const Gpu&) = delete; // it points into itself
  Gpu& operator=(const Gpu&) = delete;

  CUdevice device;
  int capability = 0;        ///< 90 for sm_90
  uint64_t max_grid[3] = {}; ///< blocks
  bool has_pools = false;    ///< stream-ordered allocation

private:
  void describe_memory(const Driver& driver);
  void describe_arithmetic();
  void describe_images();
  void describe_execution(const Driver& driver);

  std::string name, options;
  mux_heap_info_t all_heaps[2] = {};
  std::vector<std::string> processors; ///< whose code it runs, the best first
  std::vector<mux_binary_format_t> formats;
};

/// The GPUs, in the driver's order; none without the driver. Throws std::bad_alloc.
[[nodiscard]] std::span<Gpu* const> gpus();

} // namespace cuda

#endif
