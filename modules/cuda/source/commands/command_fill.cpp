// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "commands/fill.h"
#include "memory/memory.h"
#include "mux/targets/cuda.h"

namespace cuda {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const void* pattern, uint64_t size) {
  const auto* first = static_cast<const std::byte*>(pattern);
  return {first, first + size};
}

class Fill final : public Command {
public:
  Fill(CUdeviceptr given_address, uint64_t given_size, Bytes given_pattern)
      : address(given_address), size(given_size), pattern(std::move(given_pattern)) {}

  mux_result_t submit(CommandBuffer& buffer, Launches& on) override {
    const CUstream stream = on.stream();
    return result_of(fill(buffer.owner().cu, stream, address, size, pattern));
  }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<Fill>(memory, *this);
  }

private:
  CUdeviceptr address;
  uint64_t size;
  Bytes pattern;
};

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, uint64_t size, const void* pattern,
                                   uint64_t pattern_size, const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  if (is_gone(buffer->memory)) {
    return mux_error_fault;
  }
  return guarded([&] {
    return record<Fill>(command_buffer, info, out_sync_point, buffer->address + offset, size,
                        bytes_of(pattern, pattern_size));
  });
}

mux_result_t cudaCommandFillAddress(mux_command_buffer_t command_buffer, void* destination,
                                    uint64_t size, const void* pattern, uint64_t pattern_size,
                                    const mux_command_info_t* info,
                                    mux_sync_point_t* out_sync_point) {
  return guarded([&] {
    return record<Fill>(command_buffer, info, out_sync_point, address_of(destination), size,
                        bytes_of(pattern, pattern_size));
  });
}
