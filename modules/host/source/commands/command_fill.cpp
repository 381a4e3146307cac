// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "commands/transfer.h"
#include "memory/buffer.h"

#include <algorithm>
#include <cstring>

using namespace host;

namespace {

/// Repeats a pattern over `size` bytes, a multiple of the pattern's size.
void fill(std::byte* destination, uint64_t size, std::span<const std::byte> pattern) {
  if (pattern.size() == 1) {
    std::memset(destination, std::to_integer<int>(pattern[0]), size);
    return;
  }
  // A block is filled by doubling, and then copied on: long copies, from the nearest cache.
  constexpr uint64_t block_size = 16384;
  uint64_t filled = std::min<uint64_t>(pattern.size(), size);
  std::memcpy(destination, pattern.data(), filled);
  while (filled < size) {
    const uint64_t block = std::min(filled, block_size / pattern.size() * pattern.size());
    const uint64_t count = std::min(block, size - filled);
    std::memcpy(destination + filled, destination, count);
    filled += count;
  }
}

class Fill final : public Transfer {
public:
  Fill(std::byte* given_destination, uint64_t given_size, std::span<const std::byte> given_pattern)
      : destination(given_destination), size(given_size), pattern_size(given_pattern.size()) {
    std::copy(given_pattern.begin(), given_pattern.end(), pattern);
  }

  Plan plan(uint32_t threads) override {
    const uint64_t time = size / 16;
    constexpr uint64_t min_part = 50'000;
    const uint64_t most = threads == 1 ? 1 : uint64_t(threads) * 4;
    return {std::clamp<uint64_t>(time / min_part, 1, most), time};
  }

  void move(uint64_t part) override {
    const uint64_t patterns = size / pattern_size;
    const uint64_t share = patterns / parts;
    const uint64_t begin = share * part;
    const uint64_t end = part + 1 == parts ? patterns : begin + share;
    fill(destination + begin * pattern_size, (end - begin) * pattern_size, {pattern, pattern_size});
  }

  Command* clone(Arena& arena) const override {
    void* memory = arena.take(sizeof(Fill), alignof(Fill));
    return memory ? ::new (memory) Fill(destination, size, {pattern, pattern_size}) : nullptr;
  }

private:
  std::byte* destination;
  uint64_t size;
  uint64_t pattern_size;
  std::byte pattern[mux_max_pattern];
};

mux_result_t record(mux_command_buffer_t handle, void* destination, uint64_t size,
                    const void* pattern, uint64_t pattern_size, const mux_command_info_t* info,
                    mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(handle);
  const std::span bytes(static_cast<const std::byte*>(pattern), pattern_size);
  return buffer.add(buffer.make<Fill>(static_cast<std::byte*>(destination), size, bytes), info,
                    out_sync_point);
}

} // namespace

extern "C" mux_result_t hostCommandFillBuffer(mux_command_buffer_t command_buffer,
                                              mux_buffer_t buffer, uint64_t offset, uint64_t size,
                                              const void* pattern, uint64_t pattern_size,
                                              const mux_command_info_t* info,
                                              mux_sync_point_t* out_sync_point) {
  return record(command_buffer, cast<Buffer>(buffer).data() + offset, size, pattern, pattern_size,
                info, out_sync_point);
}

extern "C" mux_result_t hostCommandFillAddress(mux_command_buffer_t command_buffer,
                                               void* destination, uint64_t size,
                                               const void* pattern, uint64_t pattern_size,
                                               const mux_command_info_t* info,
                                               mux_sync_point_t* out_sync_point) {
  return record(command_buffer, destination, size, pattern, pattern_size, info, out_sync_point);
}
