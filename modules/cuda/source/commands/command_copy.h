// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_COMMAND_COPY_H
#define CUDA_COMMANDS_COMMAND_COPY_H

#include "commands/command_buffer.h"

#include <span>

namespace cuda {

/// One end of a copy: an address of the device, or one of the host's memory.
struct Place {
  std::byte* address;
  bool is_host;                         ///< and the GPU may reach it or not
  const mux_memory_s* memory = nullptr; ///< in which it is, if it is in a memory object
};

/// Records one command that copies boxes of bytes. mux_error_fault if memory is of a context that
/// has ended.
[[nodiscard]] mux_result_t record_copy(mux_command_buffer_t command_buffer, Place destination,
                                       Place source, std::span<const mux_buffer_region_t> regions,
                                       const mux_command_info_t* info,
                                       mux_sync_point_t* out_sync_point);

[[nodiscard]] inline Place place_of(const mux_buffer_s& buffer, uint64_t offset) {
  return {static_cast<std::byte*>(pointer(buffer.address + offset)), false, buffer.memory};
}
[[nodiscard]] inline Place host_place(const void* address) {
  return {static_cast<std::byte*>(const_cast<void*>(address)), true};
}

} // namespace cuda

#endif
