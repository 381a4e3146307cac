// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/image.h"

#include "libimg/format.h"

#include <algorithm>

namespace target_support {
namespace {

static_assert(order_code(mux_image_channel_order_abgr) == libimg::last_order &&
              type_code(mux_image_channel_type_unorm_int14x2) == libimg::last_type);

/// Whether a range begins and ends within `most`.
bool inside(uint64_t offset, uint64_t size, uint64_t most) {
  return offset <= most && size <= most - offset;
}

uint32_t limit(mux_image_type_e type) {
  return type == mux_image_type_1d   ? max_image_dimension_1d
         : type == mux_image_type_2d ? max_image_dimension_2d
                                     : max_image_dimension_3d;
}

/// Whether there are images of this shape and format.
bool is_possible(const mux_image_info_t& info) {
  const uint64_t most = limit(info.type);
  const auto fits = [&](uint64_t size, bool used) {
    return used ? size >= 1 && size <= most : size == 1;
  };
  const bool is_3d = info.type == mux_image_type_3d;
  return fits(info.size.x, true) && fits(info.size.y, info.type != mux_image_type_1d) &&
         info.size.x % libimg::texels_together(type_code(info.format.type)) == 0 &&
         fits(info.size.z, is_3d) && info.array_layers <= (is_3d ? 0 : max_image_array_layers) &&
         libimg::is_format(order_code(info.format.order), type_code(info.format.type));
}

/// Fills in pitches that are not given; false if those that are do not fit, or the image is larger
/// than can be counted.
bool lay_out(mux_image_info_t& info, uint64_t& bytes) {
  const unsigned order = order_code(info.format.order), type = type_code(info.format.type);
  const uint64_t row = libimg::bytes_of(order, type, info.size.x);
  const uint64_t step = libimg::texels_together(type) == 1 ? libimg::texel_size(order, type) : 1;
  uint64_t& row_pitch = info.layout.row_pitch;
  uint64_t& slice_pitch = info.layout.slice_pitch;
  row_pitch = row_pitch != 0 ? row_pitch : row;
  uint64_t slice = 0;
  if (row_pitch < row || row_pitch % step != 0 ||
      __builtin_mul_overflow(row_pitch, info.size.y, &slice)) {
    return false;
  }
  slice_pitch = slice_pitch != 0 ? slice_pitch : slice;
  const uint64_t slices = std::max<uint64_t>(info.array_layers, info.size.z);
  return slice_pitch >= slice && slice_pitch % step == 0 &&
         !__builtin_mul_overflow(slice_pitch, slices, &bytes);
}

/// Whether there are mipmaps of so many levels.
bool has_levels(const mux_image_info_t& info) {
  const bool is_dense = info.layout.row_pitch == 0 && info.layout.slice_pitch == 0;
  const bool can_be_halved = libimg::texels_together(type_code(info.format.type)) == 1;
  return info.mip_levels <= 1 ||
         (info.mip_levels <= libimg::max_levels && is_dense && can_be_halved);
}

/// The descriptor of a level that is `given`, without memory.
libimg::Descriptor describe(const mux_image_info_t& given) {
  const auto layers = std::max<uint32_t>(given.array_layers, 1);
  const bool in_rows = given.type == mux_image_type_1d;
  libimg::Descriptor made = {};
  made.row_pitch =
      in_rows && given.array_layers != 0 ? given.layout.slice_pitch : given.layout.row_pitch;
  made.slice_pitch = given.layout.slice_pitch;
  made.width = static_cast<uint32_t>(given.size.x);
  made.height = in_rows ? layers : static_cast<uint32_t>(given.size.y);
  made.depth = given.type == mux_image_type_2d ? layers : static_cast<uint32_t>(given.size.z);
  made.order = order_code(given.format.order);
  made.type = type_code(given.format.type);
  made.texel_size = libimg::bytes_together(made.order, made.type);
  made.levels = std::max<uint32_t>(given.mip_levels, 1);
  return made;
}

/// One past the last texel, from the first: the last row ends with its last texel, whatever the
/// pitches.
uint64_t end_of(const libimg::Descriptor& level) {
  return (level.depth - 1) * level.slice_pitch + (level.height - 1) * level.row_pitch +
         libimg::bytes_of(level.order, level.type, level.width);
}

/// A level of a mipmap as an image of its own.
mux_image_info_t level_info(const mux_image_info_t& mipmap, unsigned level) {
  mux_image_info_t info = mipmap;
  info.size = {libimg::size_at(mipmap.size.x, level), libimg::size_at(mipmap.size.y, level),
               libimg::size_at(mipmap.size.z, level)};
  info.layout = level == 0 ? mipmap.layout : mux_buffer_layout_t{};
  uint64_t bytes = 0;
  static_cast<void>(lay_out(info, bytes)); // the first one fits
  return info;
}

} // namespace

Image::Image(const mux_image_info_t& given) {
  info = given;
  memory = nullptr;
  offset = 0;
  handle = 0;
  levels[0] = describe(given);
  uint64_t end = end_of(levels[0]);
  for (unsigned i = 1; i < levels[0].levels; ++i) {
    levels[i] = describe(level_info(given, i));
    end += end_of(levels[i]);
  }
  requirements = {end, mux_alignment, 1};
}

void Image::bind(mux_memory_t to, uint64_t given_offset) {
  memory = to;
  offset = given_offset;
  auto* data = reinterpret_cast<unsigned char*>(to->address + given_offset);
  for (unsigned i = 0; i < levels[0].levels; ++i) {
    levels[i].data = data;
    data += end_of(levels[i]);
  }
}

uint64_t Image::bytes_of(uint64_t texels) const {
  return libimg::bytes_of(descriptor.order, descriptor.type, texels);
}

bool Image::contains(const mux_extent_3d_t& begin, const mux_extent_3d_t& size) const {
  const uint64_t together = libimg::texels_together(descriptor.type);
  return begin.x % together == 0 && size.x % together == 0 &&
         inside(begin.x, size.x, descriptor.width) && inside(begin.y, size.y, descriptor.height) &&
         inside(begin.z, size.z, descriptor.depth);
}

Sampler::Sampler(const mux_sampler_info_t& given) {
  info = given;
  word = libimg::sampler_word(given.address_mode, given.filter_mode == mux_filter_mode_linear,
                              given.normalized_coordinates) |
         libimg::sampler_levels(given.mip_filter_mode == mux_filter_mode_linear, given.lod_min,
                                given.lod_max);
}

std::optional<mux_image_info_t> complete(const mux_image_info_t& info) {
  mux_image_info_t made = info;
  uint64_t bytes = 0;
  return is_possible(made) && has_levels(made) && lay_out(made, bytes) ? std::optional(made)
                                                                       : std::nullopt;
}

mux_image_info_t Image::info_of(uint32_t level) const {
  mux_image_info_t made = level_info(info, level);
  made.mip_levels = 0;
  return made;
}

uint64_t Image::offset_of(uint32_t level) const {
  return offset + static_cast<uint64_t>(levels[level].data - levels[0].data);
}

mux_result_t get_formats(uint64_t capacity, mux_image_format_t* out_formats, uint64_t* out_length) {
  uint64_t length = 0;
  for (unsigned order = libimg::order_r; order <= libimg::last_order; ++order) {
    for (unsigned type = libimg::type_snorm_int8; type <= libimg::last_type; ++type) {
      if (!libimg::is_format(order, type)) {
        continue;
      }
      if (out_formats != nullptr && length < capacity) {
        out_formats[length] = {mux_image_channel_order_e(order - libimg::order_r + 1),
                               mux_image_channel_type_e(type - libimg::type_snorm_int8 + 1)};
      }
      ++length;
    }
  }
  if (out_length != nullptr) {
    *out_length = length;
  }
  return mux_success;
}

} // namespace target_support
