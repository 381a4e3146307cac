// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on images. But for fills they copy boxes of bytes, as those on buffers do.
#include "commands/command_copy.h"
#include "commands/transfer.h"
#include "memory/buffer.h"

#include "libimg/color.h"
#include "target_support/box.h"

#include <algorithm>
#include <cstring>

using namespace host;
using namespace target_support;

namespace {

mux_result_t record(mux_command_buffer_t commands, const Image& image,
                    const mux_extent_3d_t& extent, const Side& from, const Side& to,
                    const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const mux_buffer_region_t region = region_of(image, extent, from, to);
  return record_copy(commands, to.data, from.data, {&region, is_empty(extent) ? 0U : 1U}, info,
                     out_sync_point);
}

/// Writes one texel, or as many as share bytes, to a box of an image.
class FillImage final : public Transfer {
public:
  FillImage(const Image& given_image, const mux_extent_3d_t& given_offset,
            const mux_extent_3d_t& given_extent,
            const std::array<std::byte, libimg::max_texel_size>& given_texel)
      : image(given_image), offset(given_offset), extent(given_extent), texel(given_texel) {}

  Plan plan(uint32_t threads) override {
    const uint64_t time = row_bytes() * rows() / 16 + rows() * 4;
    constexpr uint64_t min_part = 50'000;
    const uint64_t most = threads == 1 ? 1 : std::min<uint64_t>(uint64_t(threads) * 4, rows());
    return {std::clamp<uint64_t>(time / min_part, 1, std::max<uint64_t>(most, 1)), time};
  }

  void move(uint64_t part) override {
    const uint64_t share = rows() / parts;
    const uint64_t begin = share * part;
    const uint64_t end = part + 1 == parts ? rows() : begin + share;
    if (begin == end || extent.x == 0) {
      return;
    }
    fill_row(row(begin));
    for (uint64_t i = begin + 1; i < end; ++i) {
      std::memcpy(row(i), row(begin), row_bytes());
    }
  }

  Command* clone(Arena& arena) const override {
    void* memory = arena.take(sizeof(FillImage), alignof(FillImage));
    return memory ? ::new (memory) FillImage(image, offset, extent, texel) : nullptr;
  }

private:
  [[nodiscard]] uint64_t rows() const { return extent.y * extent.z; }
  [[nodiscard]] uint64_t row_bytes() const { return image.bytes_of(extent.x); }
  [[nodiscard]] std::byte* row(uint64_t i) const {
    const uint64_t y = offset.y + i % extent.y;
    const uint64_t z = offset.z + i / extent.y;
    return image.data() + z * image.descriptor.slice_pitch + y * image.descriptor.row_pitch +
           image.bytes_of(offset.x);
  }
  /// Fills a row by doubling the part that is filled.
  void fill_row(std::byte* place) const {
    uint64_t filled = image.descriptor.texel_size;
    std::memcpy(place, texel.data(), filled);
    while (filled < row_bytes()) {
      const uint64_t count = std::min(filled, row_bytes() - filled);
      std::memcpy(place + filled, place, count);
      filled += count;
    }
  }

  const Image& image;
  mux_extent_3d_t offset, extent;
  std::array<std::byte, libimg::max_texel_size> texel;
};

} // namespace

extern "C" mux_result_t hostCommandReadImage(mux_command_buffer_t command_buffer,
                                             mux_image_t handle, mux_extent_3d_t offset,
                                             mux_extent_3d_t extent, mux_buffer_layout_t layout,
                                             void* host_pointer, const mux_command_info_t* info,
                                             mux_sync_point_t* out_sync_point) {
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  return record(command_buffer, image, extent, side_of(image, offset),
                side_of(image, host_pointer, layout), info, out_sync_point);
}

extern "C" mux_result_t hostCommandWriteImage(mux_command_buffer_t command_buffer,
                                              mux_image_t handle, mux_extent_3d_t offset,
                                              mux_extent_3d_t extent, mux_buffer_layout_t layout,
                                              const void* host_pointer,
                                              const mux_command_info_t* info,
                                              mux_sync_point_t* out_sync_point) {
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  return record(command_buffer, image, extent,
                side_of(image, const_cast<void*>(host_pointer), layout), side_of(image, offset),
                info, out_sync_point);
}

extern "C" mux_result_t hostCommandFillImage(mux_command_buffer_t command_buffer,
                                             mux_image_t handle, mux_extent_3d_t offset,
                                             mux_extent_3d_t extent, const void* color,
                                             const mux_command_info_t* info,
                                             mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  const auto& image = cast<Image>(handle);
  if (!is_usable(image, offset, extent)) {
    return mux_error_invalid_value;
  }
  const auto texel = libimg::pack_color(image.descriptor.order, image.descriptor.type, color);
  return buffer.add(buffer.make<FillImage>(image, offset, extent, texel), info, out_sync_point);
}

extern "C" mux_result_t
hostCommandCopyImage(mux_command_buffer_t command_buffer, mux_image_t source_handle,
                     mux_image_t destination_handle, mux_extent_3d_t source_offset,
                     mux_extent_3d_t destination_offset, mux_extent_3d_t extent,
                     const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const auto& source = cast<Image>(source_handle);
  const auto& destination = cast<Image>(destination_handle);
  if (!is_usable(source, source_offset, extent) ||
      !is_usable(destination, destination_offset, extent) ||
      !have_same_format(source, destination)) {
    return mux_error_invalid_value;
  }
  return record(command_buffer, source, extent, side_of(source, source_offset),
                side_of(destination, destination_offset), info, out_sync_point);
}

extern "C" mux_result_t hostCommandCopyImageToBuffer(
    mux_command_buffer_t command_buffer, mux_image_t source_handle, mux_buffer_t destination_handle,
    mux_extent_3d_t source_offset, uint64_t destination_offset, mux_extent_3d_t extent,
    mux_buffer_layout_t layout, const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const auto& source = cast<Image>(source_handle);
  const auto& destination = cast<Buffer>(destination_handle);
  const Side to = side_of(source, destination.data() + destination_offset, layout);
  if (!is_usable(source, source_offset, extent) ||
      !fits(source, extent, to, destination_offset, destination)) {
    return mux_error_invalid_value;
  }
  return record(command_buffer, source, extent, side_of(source, source_offset), to, info,
                out_sync_point);
}

extern "C" mux_result_t hostCommandCopyBufferToImage(
    mux_command_buffer_t command_buffer, mux_buffer_t source_handle, mux_image_t destination_handle,
    uint64_t source_offset, mux_extent_3d_t destination_offset, mux_extent_3d_t extent,
    mux_buffer_layout_t layout, const mux_command_info_t* info, mux_sync_point_t* out_sync_point) {
  const auto& source = cast<Buffer>(source_handle);
  const auto& destination = cast<Image>(destination_handle);
  const Side from = side_of(destination, source.data() + source_offset, layout);
  if (!is_usable(destination, destination_offset, extent) ||
      !fits(destination, extent, from, source_offset, source)) {
    return mux_error_invalid_value;
  }
  return record(command_buffer, destination, extent, from, side_of(destination, destination_offset),
                info, out_sync_point);
}
