// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_MEMORY_DEVICE_MEMORY_H
#define CL_MEMORY_DEVICE_MEMORY_H

#include "platform/device.h"

#include <cstddef>
#include <utility>

namespace cl {

struct Image;

/// Memory of a mux device. Where the device shares the host's memory it is mapped as long as it
/// lives, and `data` is where the host sees it; any other is reached by commands alone.
class DeviceMemory {
public:
  DeviceMemory() = default;
  DeviceMemory(DeviceMemory&& other) noexcept
      : device(other.device), memory(std::exchange(other.memory, nullptr)),
        mapped(std::exchange(other.mapped, nullptr)), pages(std::exchange(other.pages, nullptr)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(device, other.device);
    std::swap(memory, other.memory);
    std::swap(mapped, other.mapped);
    std::swap(pages, other.pages);
    return *this;
  }
  ~DeviceMemory();

  /// `size` bytes at a multiple of `alignment`, or of the device's alignment if that is 0.
  static cargo::expected<DeviceMemory, mux_result_t> allocate(const Device& device, size_t size,
                                                              size_t alignment = 0);
  /// Memory of the host's, which must outlive this, for a device that shares it.
  static cargo::expected<DeviceMemory, mux_result_t> wrap(const Device& device, void* place,
                                                          size_t size);

  /// Memory of the host's, allocated here, for a device that reaches it by its address.
  static cargo::expected<DeviceMemory, mux_result_t> allocate_host(const Device& device,
                                                                   size_t size);
  /// A part of an allocation by address of the device's, which must outlive this.
  static cargo::expected<DeviceMemory, mux_result_t> part(const Device& device, void* place,
                                                          size_t size);

  [[nodiscard]] explicit operator bool() const { return memory != nullptr; }
  [[nodiscard]] mux_memory_t mux() const { return memory; }
  /// Where the host sees the first byte; null if it does not.
  [[nodiscard]] std::byte* data() const { return pages ? static_cast<std::byte*>(pages) : mapped; }
  /// Where kernels see it; 0 if there is none.
  [[nodiscard]] mux_address_t address() const { return memory ? memory->address : 0; }

private:
  DeviceMemory(mux_device_t in_device, mux_memory_t in_memory)
      : device(in_device), memory(in_memory) {}
  [[nodiscard]] mux_result_t map();

  mux_device_t device = nullptr;
  mux_memory_t memory = nullptr;
  std::byte* mapped = nullptr;
  void* pages = nullptr; ///< of allocate_host
};

/// Moves the contents of shared memory that no command uses; returns when they are there.
[[nodiscard]] mux_result_t migrate_contents(const Device& device, const void* address, size_t size,
                                            mux_side_e side);

/// Writes the first contents of memory that no command uses yet, from its beginning; returns when
/// they are there.
[[nodiscard]] mux_result_t write_contents(const Device& device, const DeviceMemory& memory,
                                          const void* from, size_t size);

/// The same for all texels of an image without smaller levels, from memory that is laid out as the
/// host sees it.
[[nodiscard]] mux_result_t write_texels(const Device& device, const Image& image, const void* from);

} // namespace cl

#endif
