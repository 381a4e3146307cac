// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/printing.h"

#include "launch/launches.h"
#include "memory/memory.h"

#include "builtins/printf.h"

#include <utility>

namespace cuda {

uint64_t Printing::bytes() const { return sizeof(builtins::PrintfChunk) + capacity; }

mux_result_t Printing::begin(Device& device, Launches& on) {
  if (callback == nullptr) {
    return mux_success;
  }
  if (capacity > device.gpu.max_allocation_size) {
    return mux_error_out_of_memory;
  }
  on_device = device.memory.allocate(bytes(), 0);
  on_host = bytes() <= Staging::piece ? address_of(device.staging.take())
                                      : device.memory.allocate_pinned(bytes(), 0);
  if (on_device == 0 || on_host == 0) {
    finish(device, mux_error_out_of_memory);
    return mux_error_out_of_memory;
  }
  const builtins::PrintfChunk chunk = {.capacity = capacity, .used = 0, .end = capacity, .lost = 0};
  return result_of(
      device.cu.memcpy_async(on_device, address_of(&chunk), sizeof chunk, on.stream()));
}

mux_result_t Printing::end(Device& device, Launches& on) {
  return on_device == 0
             ? mux_success
             : result_of(device.cu.memcpy_async(on_host, on_device, bytes(), on.stream()));
}

void Printing::finish(Device& device, mux_result_t result) {
  if (on_host != 0 && result == mux_success) {
    const auto& chunk = *static_cast<const builtins::PrintfChunk*>(pointer(on_host));
    if (chunk.used != 0) {
      callback(0, &chunk + 1, chunk.written(), chunk.lost, user_data);
    }
  }
  if (const CUdeviceptr address = std::exchange(on_device, 0)) {
    device.memory.free(address);
  }
  if (const CUdeviceptr address = std::exchange(on_host, 0)) {
    if (bytes() <= Staging::piece) {
      device.staging.give_back(static_cast<std::byte*>(pointer(address)));
    } else {
      device.memory.free_pinned(address);
    }
  }
}

} // namespace cuda
