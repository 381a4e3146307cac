// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_DEVICE_H
#define TWIN_DEVICE_H

#include "addresses.h"
#include "device_memory.h"
#include "line.h"
#include "recorded.h"

namespace twin {

/// A device's own state, beside that of the host target's device.
struct Device {
  Device(mux_device_t in_device, mux_queue_t in_queue);

  const mux_device_t mux;
  DeviceMemory memory;
  Addresses addresses;
  Recorded recorded;
  Line line;
  Device* next = nullptr; ///< in the list of all, whose lock protects it
};

/// The part of a device that is this target's own.
[[nodiscard]] Device& device_of(mux_device_t device);
/// The device that an address is in the memory of, or null.
[[nodiscard]] Device* device_with(uint64_t address);

/// Heaps of a device, by index.
inline constexpr uint32_t staging_heap = 0; ///< the host's memory, which both sides reach
inline constexpr uint32_t local_heap = 1;   ///< the device's own

/// The alignment of a buffer's address. It is more than mux_alignment, so that a layer above that
/// takes that for the device's answer is noticed.
inline constexpr uint64_t buffer_alignment = 512;

} // namespace twin

#endif
