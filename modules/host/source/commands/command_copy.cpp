// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every command that copies bytes: read, write and copy, plain, by regions and by address.
#include "commands/command_copy.h"

#include "commands/stream_copy.h"
#include "commands/transfer.h"
#include "memory/buffer.h"

#include <algorithm>
#include <cstring>

using namespace host;

namespace {

/// A box of bytes at its two addresses. Rows that follow one another without a gap on both sides
/// have been made one row.
struct Box {
  std::byte* destination;
  const std::byte* source;
  uint64_t row, rows, slices;
  uint64_t source_row_pitch, source_slice_pitch;
  uint64_t destination_row_pitch, destination_slice_pitch;

  [[nodiscard]] uint64_t bytes() const { return row * rows * slices; }
};

Box make_box(std::byte* destination, const std::byte* source, const mux_buffer_region_t& region) {
  const auto at = [](const mux_extent_3d_t& origin, const mux_buffer_layout_t& layout) {
    return origin.x + origin.y * layout.row_pitch + origin.z * layout.slice_pitch;
  };
  const mux_buffer_layout_t& from = region.source_layout;
  const mux_buffer_layout_t& to = region.destination_layout;
  Box box = {destination + at(region.destination_origin, to),
             source + at(region.source_origin, from),
             region.size.x,
             region.size.y,
             region.size.z,
             from.row_pitch,
             from.slice_pitch,
             to.row_pitch,
             to.slice_pitch};
  if (box.rows == 1 || (box.source_row_pitch == box.row && box.destination_row_pitch == box.row)) {
    box.row *= box.rows;
    box.rows = 1;
    if (box.source_slice_pitch == box.row && box.destination_slice_pitch == box.row) {
      box.row *= box.slices;
      box.slices = 1;
    }
  }
  return box;
}

/// Copies bytes [begin, end) of a box, counted row by row.
void copy_range(const Box& box, uint64_t begin, uint64_t end, bool streaming) {
  while (begin < end) {
    const uint64_t line = begin / box.row;
    const uint64_t within = begin % box.row;
    const uint64_t slice = line / box.rows;
    const uint64_t row = line % box.rows;
    const uint64_t count = std::min(box.row - within, end - begin);
    std::byte* to = box.destination + slice * box.destination_slice_pitch +
                    row * box.destination_row_pitch + within;
    const std::byte* from =
        box.source + slice * box.source_slice_pitch + row * box.source_row_pitch + within;
    if (to != from) { // a buffer read to the host memory that it wraps
      streaming ? stream_copy(to, from, count) : static_cast<void>(std::memmove(to, from, count));
    }
    begin += count;
  }
}

class Copy final : public Transfer {
public:
  explicit Copy(std::span<const Box> given) : boxes(given) {
    for (const Box& box : boxes) {
      total += box.bytes();
      lines += box.rows * box.slices;
    }
    streaming = worth_streaming(total) && total / lines >= 4096;
  }

  Plan plan(uint32_t threads) override {
    const uint64_t time = total / 8 + lines * 4; // 8 bytes and a quarter of a row each ns
    constexpr uint64_t min_part = 50'000;
    constexpr uint64_t large_part = uint64_t(4) << 20; // so that threads end together
    const uint64_t most = std::max(uint64_t(threads) * 4, total / large_part);
    return {threads == 1 ? 1 : std::clamp<uint64_t>(time / min_part, 1, most), time};
  }

  void move(uint64_t part) override {
    uint64_t begin = bound(part);
    uint64_t end = bound(part + 1);
    for (const Box& box : boxes) {
      const uint64_t bytes = box.bytes();
      if (begin < bytes) {
        copy_range(box, begin, std::min(end, bytes), streaming);
      }
      begin -= std::min(begin, bytes);
      end -= std::min(end, bytes);
    }
  }

  Command* clone(Arena& arena) const override {
    auto* copies = arena.array<Box>(boxes.size());
    void* memory = arena.take(sizeof(Copy), alignof(Copy));
    if ((copies == nullptr && !boxes.empty()) || memory == nullptr) {
      return nullptr;
    }
    std::copy(boxes.begin(), boxes.end(), copies);
    return ::new (memory) Copy({copies, boxes.size()});
  }

private:
  /// Where a part begins: cache lines are not shared between parts of plain copies.
  [[nodiscard]] uint64_t bound(uint64_t part) const {
    if (part == parts) {
      return total;
    }
    constexpr uint64_t cache_line = 64;
    return std::min(total / parts * part / cache_line * cache_line, total);
  }

  std::span<const Box> boxes;
  uint64_t total = 0;
  uint64_t lines = 0;
  bool streaming = false; ///< past the caches, which could not hold it
};

} // namespace

mux_result_t host::record_copy(mux_command_buffer_t handle, void* destination, const void* source,
                               std::span<const mux_buffer_region_t> regions,
                               const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(handle);
  auto* boxes = buffer.arena.array<Box>(regions.size());
  if (boxes == nullptr && !regions.empty()) {
    return mux_error_out_of_memory;
  }
  for (size_t i = 0; i < regions.size(); ++i) {
    boxes[i] = make_box(static_cast<std::byte*>(destination), static_cast<const std::byte*>(source),
                        regions[i]);
  }
  return buffer.add(buffer.make<Copy>(std::span<const Box>(boxes, regions.size())), info,
                    out_sync_point);
}

namespace {

mux_result_t record(mux_command_buffer_t handle, void* destination, const void* source,
                    uint64_t size, const mux_command_info_t* info,
                    mux_sync_point_t* out_sync_point) {
  const mux_buffer_region_t region = {{size, 1, 1}, {}, {}, {}, {}};
  return record_copy(handle, destination, source, {&region, 1}, info, out_sync_point);
}

std::byte* bytes(mux_buffer_t buffer) { return cast<Buffer>(buffer).data(); }

} // namespace

extern "C" mux_result_t hostCommandReadBuffer(mux_command_buffer_t command_buffer,
                                              mux_buffer_t buffer, uint64_t offset,
                                              void* host_pointer, uint64_t size,
                                              const mux_command_info_t* info,
                                              mux_sync_point_t* out_sync_point) {
  return record(command_buffer, host_pointer, bytes(buffer) + offset, size, info, out_sync_point);
}

extern "C" mux_result_t hostCommandReadBufferRegions(mux_command_buffer_t command_buffer,
                                                     mux_buffer_t buffer, void* host_pointer,
                                                     const mux_buffer_region_t* regions,
                                                     uint64_t regions_length,
                                                     const mux_command_info_t* info,
                                                     mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, host_pointer, bytes(buffer), {regions, regions_length}, info,
                     out_sync_point);
}

extern "C" mux_result_t hostCommandWriteBuffer(mux_command_buffer_t command_buffer,
                                               mux_buffer_t buffer, uint64_t offset,
                                               const void* host_pointer, uint64_t size,
                                               const mux_command_info_t* info,
                                               mux_sync_point_t* out_sync_point) {
  return record(command_buffer, bytes(buffer) + offset, host_pointer, size, info, out_sync_point);
}

extern "C" mux_result_t hostCommandWriteBufferRegions(mux_command_buffer_t command_buffer,
                                                      mux_buffer_t buffer, const void* host_pointer,
                                                      const mux_buffer_region_t* regions,
                                                      uint64_t regions_length,
                                                      const mux_command_info_t* info,
                                                      mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, bytes(buffer), host_pointer, {regions, regions_length}, info,
                     out_sync_point);
}

extern "C" mux_result_t hostCommandCopyBuffer(mux_command_buffer_t command_buffer,
                                              mux_buffer_t source, uint64_t source_offset,
                                              mux_buffer_t destination, uint64_t destination_offset,
                                              uint64_t size, const mux_command_info_t* info,
                                              mux_sync_point_t* out_sync_point) {
  return record(command_buffer, bytes(destination) + destination_offset,
                bytes(source) + source_offset, size, info, out_sync_point);
}

extern "C" mux_result_t hostCommandCopyBufferRegions(mux_command_buffer_t command_buffer,
                                                     mux_buffer_t source, mux_buffer_t destination,
                                                     const mux_buffer_region_t* regions,
                                                     uint64_t regions_length,
                                                     const mux_command_info_t* info,
                                                     mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, bytes(destination), bytes(source), {regions, regions_length},
                     info, out_sync_point);
}

extern "C" mux_result_t hostCommandCopyAddress(mux_command_buffer_t command_buffer,
                                               void* destination, const void* source, uint64_t size,
                                               const mux_command_info_t* info,
                                               mux_sync_point_t* out_sync_point) {
  if (size == 0) {
    return record_copy(command_buffer, nullptr, nullptr, std::span<const mux_buffer_region_t>(),
                       info, out_sync_point);
  }
  return record(command_buffer, destination, source, size, info, out_sync_point);
}
