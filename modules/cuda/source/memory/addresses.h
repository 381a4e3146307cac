// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_MEMORY_ADDRESSES_H
#define CUDA_MEMORY_ADDRESSES_H

#include "memory/device_memory.h"

namespace cuda {

/// Allocations known by their address. Thread safe; the context is current where one is made or
/// freed.
class Addresses {
public:
  explicit Addresses(DeviceMemory& in_memory) : memory(in_memory) {}
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  /// 0 if there is no room. Throws std::bad_alloc.
  [[nodiscard]] CUdeviceptr allocate(mux_address_type_e type, uint64_t size, uint64_t alignment);
  /// False if no allocation begins there.
  [[nodiscard]] bool free(CUdeviceptr address);
  /// The allocation that an address lies in, or mux_address_type_unknown.
  [[nodiscard]] mux_address_info_t find(CUdeviceptr address) const;
  /// All have gone with their context.
  void forget();
  /// Whether the GPU reaches all of these bytes of the host's memory by itself.
  [[nodiscard]] bool reaches(const void* begin, uint64_t size) const;

private:
  void release(const mux_address_info_t& info);
  [[nodiscard]] const mux_address_info_t* find_locked(CUdeviceptr address) const;

  DeviceMemory& memory;
  mutable std::mutex lock; ///< protects what follows
  std::map<CUdeviceptr, mux_address_info_t> by_begin;
};

} // namespace cuda

#endif
