// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/external_memory.h"

#include <array>
#include <cerrno>
#include <cstdint>

#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cl {
namespace {

/// Bytes of a file or a dma_buf, or 0.
size_t size_of(int descriptor) {
  const off_t end = lseek(descriptor, 0, SEEK_END);
  return end > 0 ? static_cast<size_t>(end) : 0;
}

void synchronize(const Descriptor& dma_buf, uint64_t flags) {
  if (dma_buf.get() < 0) {
    return;
  }
  dma_buf_sync sync = {.flags = flags | DMA_BUF_SYNC_RW};
  while (ioctl(dma_buf.get(), DMA_BUF_IOCTL_SYNC, &sync) != 0 &&
         (errno == EINTR || errno == EAGAIN)) {
  }
}

} // namespace

std::span<const cl_external_memory_handle_type_khr>
external_memory_types(const mux_device_info_s& device) {
  static constexpr std::array<cl_external_memory_handle_type_khr, 2> types = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
  return device.unified_memory ? std::span(types)
                               : std::span<const cl_external_memory_handle_type_khr>();
}

expected<std::unique_ptr<ExternalMemory>>
ExternalMemory::map(cl_external_memory_handle_type_khr type, int descriptor, bool writable) {
  const size_t size = size_of(descriptor);
  const auto mapped = [&](int access) {
    return size ? mmap(nullptr, size, access, MAP_SHARED, descriptor, 0) : MAP_FAILED;
  };
  void* address = mapped(PROT_READ | PROT_WRITE);
  if (address == MAP_FAILED && !writable) {
    address = mapped(PROT_READ);
  }
  if (address == MAP_FAILED) {
    return fail(CL_INVALID_PROPERTY);
  }
  try {
    const bool is_dma_buf = type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
    return std::unique_ptr<ExternalMemory>(
        new ExternalMemory(address, size, descriptor, is_dma_buf));
  } catch (const std::bad_alloc&) {
    munmap(address, size);
    throw;
  }
}

ExternalMemory::~ExternalMemory() { munmap(address, size); }

void ExternalMemory::take_descriptor() {
  Descriptor taken(descriptor);
  if (is_dma_buf) {
    kept = std::move(taken);
  }
}

void ExternalMemory::begin_access() const { synchronize(kept, DMA_BUF_SYNC_START); }

void ExternalMemory::end_access() const { synchronize(kept, DMA_BUF_SYNC_END); }

} // namespace cl
