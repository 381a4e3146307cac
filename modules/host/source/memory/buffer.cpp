// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/buffer.h"

#include "memory/host_memory.h"

using namespace host;

host::Buffer::Buffer(uint64_t given_size) {
  size = given_size;
  requirements = {given_size, mux_alignment, 1};
  memory = nullptr;
  address = 0;
}

extern "C" mux_result_t hostCreateBuffer(mux_device_t, uint64_t size,
                                         mux_allocator_info_t allocator, mux_buffer_t* out_buffer) {
  auto* buffer = create<Buffer>(allocator, mux_object_type_buffer, size);
  *out_buffer = buffer;
  return buffer != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroyBuffer(mux_device_t, mux_buffer_t buffer,
                                          mux_allocator_info_t allocator) {
  destroy(allocator, cast<Buffer>(buffer));
  return mux_success;
}

extern "C" mux_result_t hostBindBufferMemory(mux_device_t, mux_memory_t memory, mux_buffer_t buffer,
                                             uint64_t offset) {
  buffer->memory = memory;
  buffer->address = memory->address + offset;
  return mux_success;
}
