// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on images. But for fills they copy boxes of bytes, as those on buffers do.
#include "commands/command_copy.h"
#include "commands/fill.h"
#include "memory/image.h"
#include "memory/memory.h"
#include "mux/targets/cuda.h"

#include "libimg/color.h"

#include <algorithm>

namespace cuda {
namespace {

using target_support::fits;
using target_support::is_usable;
using target_support::Side;
using target_support::side_of;

/// A side of a copy, and the memory in which it is: null for the host's.
struct SideIn {
  Side side;
  const mux_memory_s* memory;
};

mux_result_t record_box(mux_command_buffer_t commands, const Image& image,
                        const mux_extent_3d_t& extent, const SideIn& from, const SideIn& to,
                        const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const auto place_of_side = [](const SideIn& given) -> Place {
    return {given.side.data, given.memory == nullptr, given.memory};
  };
  const mux_buffer_region_t region = target_support::region_of(image, extent, from.side, to.side);
  const bool empty = target_support::is_empty(extent);
  return record_copy(commands, place_of_side(to), place_of_side(from), {&region, empty ? 0u : 1u},
                     info, out_sync_point);
}

/// Writes one texel, or as many as share bytes, to a box of an image.
class FillImage final : public Command {
public:
  using Texel = std::array<std::byte, libimg::max_texel_size>;

  FillImage(const Image& given_image, const mux_extent_3d_t& given_offset,
            const mux_extent_3d_t& given_extent, const Texel& given_texel)
      : image(given_image), offset(given_offset), extent(given_extent), texel(given_texel) {}

  mux_result_t submit(CommandBuffer& buffer, Launches& on) override {
    const CUstream stream = on.stream();
    if (target_support::is_empty(extent)) {
      return mux_success;
    }
    const Driver& cu = buffer.owner().cu;
    const std::span<const std::byte> pattern(texel.data(), image.descriptor.texel_size);
    CUresult result = fill(cu, stream, row(0, 0), image.bytes_of(extent.x), pattern);
    // Rows of the first slice double, and then slices are copies of it.
    for (uint64_t filled = 1; result == cuda_success && filled < extent.y; filled *= 2) {
      result =
          copy_rows(cu, stream, row(0, 0), row(filled, 0), std::min(filled, extent.y - filled));
    }
    for (uint64_t z = 1; result == cuda_success && z < extent.z; ++z) {
      result = copy_rows(cu, stream, row(0, 0), row(0, z), extent.y);
    }
    return result_of(result);
  }
  CommandPointer clone(std::pmr::memory_resource& memory) const override {
    return make_command<FillImage>(memory, *this);
  }

private:
  [[nodiscard]] CUdeviceptr row(uint64_t y, uint64_t z) const {
    return address_of(image.data()) + (offset.z + z) * image.descriptor.slice_pitch +
           (offset.y + y) * image.descriptor.row_pitch + image.bytes_of(offset.x);
  }
  [[nodiscard]] CUresult copy_rows(const Driver& cu, CUstream stream, CUdeviceptr from,
                                   CUdeviceptr to, uint64_t rows) const {
    CUmemcpy3D made = {};
    made.source_type = made.destination_type = cuda_memory_device;
    made.source_device = from;
    made.destination_device = to;
    made.source_pitch = made.destination_pitch = image.descriptor.row_pitch;
    made.width = image.bytes_of(extent.x);
    made.height = made.source_height = made.destination_height = rows;
    made.depth = 1;
    return cu.memcpy_3d_async(&made, stream);
  }

  const Image& image;
  mux_extent_3d_t offset, extent;
  Texel texel;
};

} // namespace
} // namespace cuda

using namespace cuda;

mux_result_t cudaCommandReadImage(mux_command_buffer_t command_buffer, mux_image_t handle,
                                  mux_extent_3d_t offset, mux_extent_3d_t extent,
                                  mux_buffer_layout_t layout, void* host_pointer,
                                  const mux_command_info_t* info,
                                  mux_sync_point_t* out_sync_point) {
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  return record_box(command_buffer, image, extent, {side_of(image, offset), image.memory},
                    {side_of(image, host_pointer, layout), nullptr}, info, out_sync_point);
}

mux_result_t cudaCommandWriteImage(mux_command_buffer_t command_buffer, mux_image_t handle,
                                   mux_extent_3d_t offset, mux_extent_3d_t extent,
                                   mux_buffer_layout_t layout, const void* host_pointer,
                                   const mux_command_info_t* info,
                                   mux_sync_point_t* out_sync_point) {
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  return record_box(command_buffer, image, extent,
                    {side_of(image, const_cast<void*>(host_pointer), layout), nullptr},
                    {side_of(image, offset), image.memory}, info, out_sync_point);
}

mux_result_t cudaCommandFillImage(mux_command_buffer_t command_buffer, mux_image_t handle,
                                  mux_extent_3d_t offset, mux_extent_3d_t extent, const void* color,
                                  const mux_command_info_t* info,
                                  mux_sync_point_t* out_sync_point) {
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  if (is_gone(image.memory)) {
    return mux_error_fault;
  }
  const auto texel = libimg::pack_color(image.descriptor.order, image.descriptor.type, color);
  return record<FillImage>(command_buffer, info, out_sync_point, image, offset, extent, texel);
}

mux_result_t cudaCommandCopyImage(mux_command_buffer_t command_buffer, mux_image_t source_handle,
                                  mux_image_t destination_handle, mux_extent_3d_t source_offset,
                                  mux_extent_3d_t destination_offset, mux_extent_3d_t extent,
                                  const mux_command_info_t* info,
                                  mux_sync_point_t* out_sync_point) {
  const auto& source = cast<Image>(source_handle);
  const auto& destination = cast<Image>(destination_handle);
  if (!is_usable(source, source_offset, extent) ||
      !is_usable(destination, destination_offset, extent) ||
      !target_support::have_same_format(source, destination)) {
    return mux_error_invalid_value;
  }
  return record_box(command_buffer, source, extent, {side_of(source, source_offset), source.memory},
                    {side_of(destination, destination_offset), destination.memory}, info,
                    out_sync_point);
}

mux_result_t cudaCommandCopyImageToBuffer(
    mux_command_buffer_t command_buffer, mux_image_t source_handle, mux_buffer_t destination,
    mux_extent_3d_t source_offset, uint64_t destination_offset, mux_extent_3d_t extent,
    mux_buffer_layout_t layout, const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const auto& source = cast<Image>(source_handle);
  const Side to = side_of(source, place_of(*destination, destination_offset).address, layout);
  if (!is_usable(source, source_offset, extent) ||
      !fits(source, extent, to, destination_offset, *destination)) {
    return mux_error_invalid_value;
  }
  return record_box(command_buffer, source, extent, {side_of(source, source_offset), source.memory},
                    {to, destination->memory}, info, out_sync_point);
}

mux_result_t cudaCommandCopyBufferToImage(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                          mux_image_t destination_handle, uint64_t source_offset,
                                          mux_extent_3d_t destination_offset,
                                          mux_extent_3d_t extent, mux_buffer_layout_t layout,
                                          const mux_command_info_t* info,
                                          mux_sync_point_t* out_sync_point) {
  const auto& destination = cast<Image>(destination_handle);
  const Side from = side_of(destination, place_of(*source, source_offset).address, layout);
  if (!is_usable(destination, destination_offset, extent) ||
      !fits(destination, extent, from, source_offset, *source)) {
    return mux_error_invalid_value;
  }
  return record_box(command_buffer, destination, extent, {from, source->memory},
                    {side_of(destination, destination_offset), destination.memory}, info,
                    out_sync_point);
}
