// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/texture.h"

#include "libimg/format.h"

namespace cuda {
namespace {

/// How texture units see a channel; no format if they do not.
struct Channel {
  CUarray_format format = cuda_format_none;
  unsigned size = 0; ///< bytes
  bool is_integer = false;
};

Channel channel_of(unsigned type) {
  switch (type) {
  case libimg::type_snorm_int8:
    return {cuda_format_int8, 1, false};
  case libimg::type_snorm_int16:
    return {cuda_format_int16, 2, false};
  case libimg::type_unorm_int8:
    return {cuda_format_uint8, 1, false};
  case libimg::type_unorm_int16:
    return {cuda_format_uint16, 2, false};
  case libimg::type_signed_int8:
    return {cuda_format_int8, 1, true};
  case libimg::type_signed_int16:
    return {cuda_format_int16, 2, true};
  case libimg::type_signed_int32:
    return {cuda_format_int32, 4, true};
  case libimg::type_unsigned_int8:
    return {cuda_format_uint8, 1, true};
  case libimg::type_unsigned_int16:
    return {cuda_format_uint16, 2, true};
  case libimg::type_unsigned_int32:
    return {cuda_format_uint32, 4, true};
  case libimg::type_half_float:
    return {cuda_format_half, 2, false};
  case libimg::type_float:
    return {cuda_format_float, 4, false};
  default:
    return {};
  }
}

/// Orders of which libimg makes colors from channels that texture units have read (read.h).
bool is_order(unsigned order) {
  switch (order) {
  case libimg::order_r:
  case libimg::order_rx:
  case libimg::order_depth:
  case libimg::order_rg:
  case libimg::order_rgx:
  case libimg::order_rgba:
  case libimg::order_bgra:
    return true;
  default:
    return false;
  }
}

} // namespace

void make_texture(const Driver& cu, libimg::Descriptor& image) {
  const Channel channel = channel_of(image.type);
  const auto address = reinterpret_cast<CUdeviceptr>(image.data);
  const bool has_rows = image.height > 1;
  const bool is_loaded_as_fast = image.texel_size > 8; // texture units read these more slowly
  if (channel.size == 0 || is_loaded_as_fast || !is_order(image.order) ||
      address % texture_alignment != 0 ||
      (has_rows && image.row_pitch % texture_pitch_alignment != 0)) {
    return;
  }
  CUpitchResource resource = {};
  resource.type = cuda_resource_pitch_2d;
  resource.data = address;
  resource.format = channel.format;
  resource.channels = image.texel_size / channel.size;
  resource.width = image.width;
  resource.height = image.height;
  // One row may have any pitch, and the driver asks for such.
  resource.pitch = (image.row_pitch + texture_pitch_alignment - 1) / texture_pitch_alignment *
                   texture_pitch_alignment;
  CUtextureDescription description = {};
  for (int& addressing : description.addressing) {
    addressing = cuda_address_clamp;
  }
  description.filter = channel.is_integer ? cuda_filter_point : cuda_filter_linear;
  description.flags = channel.is_integer ? cuda_texture_integers : 0;
  CUtexObject made = 0;
  if (cu.texture_create(&made, &resource, &description, nullptr) != cuda_success) {
    return;
  }
  image.texels = made;
  // Filters take -128 and -32768 for less than -1.
  const bool is_signed_norm =
      image.type == libimg::type_snorm_int8 || image.type == libimg::type_snorm_int16;
  image.texture = is_signed_norm ? 0 : made;
}

} // namespace cuda
