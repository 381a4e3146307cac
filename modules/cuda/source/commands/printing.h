// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_PRINTING_H
#define CUDA_COMMANDS_PRINTING_H

#include "device.h"

namespace cuda {

/// Where a launch prints to: a chunk (builtins/printf.h) in the GPU's memory for all of its groups,
/// which comes back to the host behind it. Copies print by themselves.
class Printing {
public:
  /// Prints nothing.
  Printing() = default;
  Printing(mux_printf_callback_t in_callback, void* in_data, uint64_t in_capacity)
      : callback(in_callback), user_data(in_data), capacity(in_capacity) {}
  Printing(const Printing& other) : Printing(other.callback, other.user_data, other.capacity) {}
  Printing& operator=(const Printing&) = delete;

  // In this order: ahead of a launch, behind it, and when it is over, or will not be launched.
  [[nodiscard]] mux_result_t begin(Device& device, Launches& on);
  [[nodiscard]] mux_result_t end(Device& device, Launches& on);
  void finish(Device& device, mux_result_t result);

  /// Address of the chunk, or 0.
  [[nodiscard]] CUdeviceptr chunk() const { return on_device; }

private:
  [[nodiscard]] uint64_t bytes() const;

  mux_printf_callback_t callback = nullptr;
  void* user_data = nullptr;
  uint64_t capacity = 0;
  // Of one dispatch.
  CUdeviceptr on_device = 0;
  CUdeviceptr on_host = 0; ///< pinned
};

} // namespace cuda

#endif
