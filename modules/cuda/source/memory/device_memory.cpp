// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/device_memory.h"

#include "memory/memory.h"

#include <algorithm>
#include <new>

namespace cuda {
namespace {

/// The size to allocate so that an aligned part of it has `size` bytes; 0 on overflow.
uint64_t with_room(uint64_t size, uint64_t alignment) {
  uint64_t total = size;
  return alignment > buffer_alignment && __builtin_add_overflow(size, alignment, &total) ? 0
                                                                                         : total;
}

} // namespace

DeviceMemory::DeviceMemory(const Driver& in_driver, const Gpu& in_gpu)
    : cu(in_driver), gpu(in_gpu) {
  start_over();
}

void DeviceMemory::start_over() {
  const std::lock_guard held(lock);
  begins.clear();
  stream = nullptr;
  CUmemoryPool pool = nullptr;
  if (!gpu.has_pools || cu.device_get_default_mem_pool(&pool, gpu.device) != cuda_success) {
    return;
  }
  // The pool keeps freed memory for later allocations of this process.
  uint64_t keep = UINT64_MAX;
  static_cast<void>(cu.mem_pool_set_attribute(pool, cuda_pool_release_threshold, &keep));
  static_cast<void>(cu.stream_create(&stream, cuda_stream_non_blocking));
}

CUdeviceptr DeviceMemory::begin_of(CUdeviceptr address) {
  const std::lock_guard held(lock);
  const auto found = begins.find(address);
  if (found == begins.end()) {
    return address;
  }
  const CUdeviceptr begin = found->second;
  begins.erase(found);
  return begin;
}

template <typename Free, typename Allocate>
CUdeviceptr DeviceMemory::make(uint64_t size, uint64_t alignment, Free&& give_back,
                               Allocate&& allocate) {
  alignment = std::max<uint64_t>(alignment, buffer_alignment);
  const uint64_t total = with_room(size, alignment);
  const CUdeviceptr begin = total != 0 ? allocate(total) : 0;
  const CUdeviceptr address = (begin + alignment - 1) / alignment * alignment;
  if (address == begin) {
    return address;
  }
  const std::lock_guard held(lock);
  try {
    begins.emplace(address, begin);
    return address;
  } catch (const std::bad_alloc&) {
    give_back(begin);
    return 0;
  }
}

CUdeviceptr DeviceMemory::allocate(uint64_t size, uint64_t alignment) {
  const auto give_back = [&](CUdeviceptr begin) {
    static_cast<void>(stream != nullptr ? cu.mem_free_async(begin, stream) : cu.mem_free(begin));
  };
  return make(size, alignment, give_back, [&](uint64_t total) {
    CUdeviceptr begin = 0;
    if (stream == nullptr) {
      return cu.mem_alloc(&begin, total) == cuda_success ? begin : 0;
    }
    const bool made = cu.mem_alloc_async(&begin, total, stream) == cuda_success &&
                      cu.stream_synchronize(stream) == cuda_success; // every stream may use it
    return made ? begin : 0;
  });
}

CUdeviceptr DeviceMemory::allocate_pinned(uint64_t size, uint64_t alignment) {
  const auto give_back = [&](CUdeviceptr begin) {
    static_cast<void>(cu.mem_free_host(pointer(begin)));
  };
  return make(size, alignment, give_back, [&](uint64_t total) {
    void* begin = nullptr;
    return cu.mem_host_alloc(&begin, total, cuda_host_alloc_portable) == cuda_success
               ? address_of(begin)
               : 0;
  });
}

CUdeviceptr DeviceMemory::allocate_managed(uint64_t size, uint64_t alignment) {
  const auto give_back = [&](CUdeviceptr begin) { static_cast<void>(cu.mem_free(begin)); };
  return make(size, alignment, give_back, [&](uint64_t total) {
    CUdeviceptr begin = 0;
    return cu.mem_alloc_managed(&begin, total, cuda_attach_global) == cuda_success ? begin : 0;
  });
}

void DeviceMemory::free(CUdeviceptr address) {
  const CUdeviceptr begin = begin_of(address);
  static_cast<void>(stream != nullptr ? cu.mem_free_async(begin, stream) : cu.mem_free(begin));
}

void DeviceMemory::free_pinned(CUdeviceptr address) {
  static_cast<void>(cu.mem_free_host(pointer(begin_of(address))));
}

void DeviceMemory::free_managed(CUdeviceptr address) {
  static_cast<void>(cu.mem_free(begin_of(address)));
}

} // namespace cuda
