// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_DEVICE_MEMORY_H
#define CUDA_MEMORY_DEVICE_MEMORY_H

#include "device_info.h"
#include "driver/driver.h"

#include <map>
#include <mutex>

namespace cuda {

/// Memory that the driver gives, of every kind. The context is current in every call. Thread safe.
class DeviceMemory {
public:
  DeviceMemory(const Driver& in_driver, const Gpu& in_gpu);
  /// All has gone with its context, and a new one is current.
  void start_over();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // Each gives an address at a multiple of `alignment` (a power of two), or 0 if there is no room.
  /// Of the GPU's own.
  [[nodiscard]] CUdeviceptr allocate(uint64_t size, uint64_t alignment);
  /// Memory of the host, which both reach by the same address.
  [[nodiscard]] CUdeviceptr allocate_pinned(uint64_t size, uint64_t alignment);
  /// Memory whose pages move between both by themselves.
  [[nodiscard]] CUdeviceptr allocate_managed(uint64_t size, uint64_t alignment);

  // Requires that no submitted command uses the memory.
  void free(CUdeviceptr address);
  void free_pinned(CUdeviceptr address);
  void free_managed(CUdeviceptr address);

private:
  /// Where an allocation of the driver begins, which is no longer noted.
  CUdeviceptr begin_of(CUdeviceptr address);
  template <typename Free, typename Allocate>
  CUdeviceptr make(uint64_t size, uint64_t alignment, Free&& give_back, Allocate&& allocate);

  const Driver& cu;
  const Gpu& gpu;
  CUstream stream = nullptr;                 ///< of allocations from the driver's pool
  std::mutex lock;                           ///< protects what follows
  std::map<CUdeviceptr, CUdeviceptr> begins; ///< of those that do not begin where the driver says
};

} // namespace cuda

#endif
