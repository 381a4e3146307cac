// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every command that copies bytes: read, write and copy, plain, by regions and by address.
#include "commands/command_copy.h"

#include "commands/command_peer_copy.h"
#include "memory/memory.h"
#include "mux/targets/cuda.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cuda {
namespace {

/// The driver copies up to this much of the application's memory to a place of its own before it
/// returns.
constexpr uint64_t max_immediate = uint64_t(64) << 10;

/// A box of bytes at its two addresses. Rows that follow one another without a gap on both sides
/// have been made one row.
struct Box {
  std::byte* destination;
  std::byte* source;
  uint64_t row, rows, slices;
  mux_buffer_layout_t from, to;

  [[nodiscard]] bool is_one_row() const { return rows == 1 && slices == 1; }
  /// From the first byte on one side to behind the last.
  [[nodiscard]] uint64_t extent(const mux_buffer_layout_t& layout) const {
    return (slices - 1) * layout.slice_pitch + (rows - 1) * layout.row_pitch + row;
  }
};

Box make_box(std::byte* destination, std::byte* source, const mux_buffer_region_t& region) {
  const auto at = [](const mux_extent_3d_t& origin, const mux_buffer_layout_t& layout) {
    return origin.x + origin.y * layout.row_pitch + origin.z * layout.slice_pitch;
  };
  const mux_buffer_layout_t &from = region.source_layout, &to = region.destination_layout;
  Box box = {destination + at(region.destination_origin, to),
             source + at(region.source_origin, from),
             region.size.x,
             region.size.y,
             region.size.z,
             from,
             to};
  if (box.rows == 1 || (from.row_pitch == box.row && to.row_pitch == box.row)) {
    box.row *= std::exchange(box.rows, 1);
    if (box.slices == 1 || (from.slice_pitch == box.row && to.slice_pitch == box.row)) {
      box.row *= std::exchange(box.slices, 1);
    }
  }
  return box;
}

/// A description of slices [first, first + count) of a box for the driver.
CUmemcpy3D describe(const Box& box, bool from_host, bool to_host, uint64_t first, uint64_t count) {
  CUmemcpy3D made = {};
  std::byte* source = box.source + first * box.from.slice_pitch;
  std::byte* destination = box.destination + first * box.to.slice_pitch;
  const auto height = [&](const mux_buffer_layout_t& layout) {
    return layout.row_pitch != 0 && count > 1 ? layout.slice_pitch / layout.row_pitch : box.rows;
  };
  made.source_type = from_host ? cuda_memory_host : cuda_memory_device;
  made.destination_type = to_host ? cuda_memory_host : cuda_memory_device;
  if (from_host) {
    made.source_host = source;
  } else {
    made.source_device = address_of(source);
  }
  if (to_host) {
    made.destination_host = destination;
  } else {
    made.destination_device = address_of(destination);
  }
  made.source_pitch = std::max(box.from.row_pitch, box.row);
  made.destination_pitch = std::max(box.to.row_pitch, box.row);
  made.source_height = height(box.from);
  made.destination_height = height(box.to);
  made.width = box.row;
  made.height = box.rows;
  made.depth = count;
  return made;
}

class Copy final : public Command {
public:
  Copy(std::vector<Box> given, bool source_is_host, bool destination_is_host)
      : boxes(std::move(given)), from_host(source_is_host), to_host(destination_is_host) {}
  ~Copy() override = default;

  bool needs_thread(const Device& device) const override {
    const uint64_t bytes = total();
    const bool is_one = boxes.size() == 1 && boxes.front().is_one_row();
    const bool reads = from_host && !reaches(device, &Box::source, &Box::from);
    const bool writes = to_host && !reaches(device, &Box::destination, &Box::to);
    return (reads && writes) || (reads && bytes > max_immediate) ||
           (writes && (!is_one || bytes > Staging::piece));
  }
  bool reads_host_memory() const override { return from_host; }
  bool writes_host_memory() const override { return to_host; }

  mux_result_t submit(CommandBuffer& buffer, Launches& on) override {
    const CUstream stream = on.stream();
    Device& device = buffer.owner();
    if (needs_thread(device)) {
      const mux_result_t result = copy(device, stream);
      const CUresult ended = device.cu.stream_synchronize(stream);
      return result != mux_success ? result : result_of(ended);
    }
    if (to_host && !reaches(device, &Box::destination, &Box::to)) {
      return copy_to_staging(device, stream);
    }
    return copy(device, stream);
  }

  mux_result_t finish(Device& device, mux_result_t result, uint64_t) override {
    if (staged != nullptr) {
      if (result == mux_success) {
        std::memcpy(boxes.front().destination, staged, boxes.front().row);
      }
      device.staging.give_back(std::exchange(staged, nullptr));
    }
    return result;
  }

  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<Copy>(memory, *this);
  }
  Copy(const Copy& other)
      : Command(other), boxes(other.boxes), from_host(other.from_host), to_host(other.to_host) {}

private:
  [[nodiscard]] uint64_t total() const {
    uint64_t sum = 0;
    for (const Box& box : boxes) {
      sum += box.row * box.rows * box.slices;
    }
    return sum;
  }
  /// Whether the GPU reaches all of one side.
  [[nodiscard]] bool reaches(const Device& device, std::byte* Box::* side,
                             mux_buffer_layout_t Box::* layout) const {
    return std::ranges::all_of(boxes, [&](const Box& box) {
      return device.addresses.reaches(box.*side, box.extent(box.*layout));
    });
  }
  [[nodiscard]] mux_result_t copy_to_staging(Device& device, CUstream stream) {
    staged = device.staging.take();
    if (staged == nullptr) {
      return mux_error_out_of_memory;
    }
    const Box& box = boxes.front();
    const CUresult result =
        device.cu.memcpy_async(address_of(staged), address_of(box.source), box.row, stream);
    if (result != cuda_success) {
      device.staging.give_back(std::exchange(staged, nullptr));
    }
    return result_of(result);
  }
  [[nodiscard]] mux_result_t copy(const Device& device, CUstream stream) const {
    for (const Box& box : boxes) {
      if (const CUresult result = copy(device.cu, stream, box); result != cuda_success) {
        return result_of(result);
      }
    }
    return mux_success;
  }
  [[nodiscard]] CUresult copy(const Driver& cu, CUstream stream, const Box& box) const {
    if (box.is_one_row()) {
      return cu.memcpy_async(address_of(box.destination), address_of(box.source), box.row, stream);
    }
    // The driver counts slices in whole rows.
    const auto is_whole = [](const mux_buffer_layout_t& layout) {
      return layout.row_pitch != 0 && layout.slice_pitch % layout.row_pitch == 0;
    };
    const bool at_once = box.rows > 1 && is_whole(box.from) && is_whole(box.to);
    const uint64_t step = at_once ? box.slices : 1;
    for (uint64_t slice = 0; slice < box.slices; slice += step) {
      const CUmemcpy3D described = describe(box, from_host, to_host, slice, step);
      if (const CUresult result = cu.memcpy_3d_async(&described, stream); result != cuda_success) {
        return result;
      }
    }
    return cuda_success;
  }

  std::vector<Box> boxes;
  bool from_host, to_host;
  std::byte* staged = nullptr; ///< what has been read, of one dispatch
};

} // namespace

mux_result_t record_copy(mux_command_buffer_t command_buffer, Place destination, Place source,
                         std::span<const mux_buffer_region_t> regions,
                         const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  if (is_gone(destination.memory) || is_gone(source.memory)) {
    return mux_error_fault;
  }
  return guarded([&] {
    std::vector<Box> boxes;
    for (const mux_buffer_region_t& region : regions) {
      boxes.push_back(make_box(destination.address, source.address, region));
    }
    return record<Copy>(command_buffer, info, out_sync_point, std::move(boxes), source.is_host,
                        destination.is_host);
  });
}

namespace {

mux_result_t record_bytes(mux_command_buffer_t command_buffer, Place destination, Place source,
                          uint64_t size, const mux_command_info_t* info,
                          mux_sync_point_t* out_sync_point) {
  const mux_buffer_region_t region = {{size, 1, 1}, {}, {}, {size, size}, {size, size}};
  return record_copy(command_buffer, destination, source, {&region, size != 0 ? 1u : 0u}, info,
                     out_sync_point);
}

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, void* host_pointer, uint64_t size,
                                   const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  return record_bytes(command_buffer, host_place(host_pointer), place_of(*buffer, offset), size,
                      info, out_sync_point);
}

mux_result_t cudaCommandReadBufferRegions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          void* host_pointer, const mux_buffer_region_t* regions,
                                          uint64_t regions_length, const mux_command_info_t* info,
                                          mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, host_place(host_pointer), place_of(*buffer, 0),
                     {regions, regions_length}, info, out_sync_point);
}

mux_result_t cudaCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                    uint64_t offset, const void* host_pointer, uint64_t size,
                                    const mux_command_info_t* info,
                                    mux_sync_point_t* out_sync_point) {
  return record_bytes(command_buffer, place_of(*buffer, offset), host_place(host_pointer), size,
                      info, out_sync_point);
}

mux_result_t cudaCommandWriteBufferRegions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                           const void* host_pointer,
                                           const mux_buffer_region_t* regions,
                                           uint64_t regions_length, const mux_command_info_t* info,
                                           mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, place_of(*buffer, 0), host_place(host_pointer),
                     {regions, regions_length}, info, out_sync_point);
}

mux_result_t cudaCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                   uint64_t source_offset, mux_buffer_t destination,
                                   uint64_t destination_offset, uint64_t size,
                                   const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  const auto& memory = cast<Memory>(source->memory);
  if (memory.device != command_buffer->device && memory.host == nullptr) {
    if (is_gone(destination->memory)) {
      return mux_error_fault;
    }
    return record_peer_copy(command_buffer, destination->address + destination_offset,
                            {*memory.device, memory.generation, source->address + source_offset},
                            size, info, out_sync_point);
  }
  return record_bytes(command_buffer, place_of(*destination, destination_offset),
                      place_of(*source, source_offset), size, info, out_sync_point);
}

mux_result_t cudaCommandCopyBufferRegions(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                          mux_buffer_t destination,
                                          const mux_buffer_region_t* regions,
                                          uint64_t regions_length, const mux_command_info_t* info,
                                          mux_sync_point_t* out_sync_point) {
  return record_copy(command_buffer, place_of(*destination, 0), place_of(*source, 0),
                     {regions, regions_length}, info, out_sync_point);
}

mux_result_t cudaCommandCopyAddress(mux_command_buffer_t command_buffer, void* destination,
                                    const void* source, uint64_t size,
                                    const mux_command_info_t* info,
                                    mux_sync_point_t* out_sync_point) {
  return record_bytes(command_buffer, host_place(destination), host_place(source), size, info,
                      out_sync_point);
}
