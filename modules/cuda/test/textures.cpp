// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which images have a texture of the driver's.
#include "machine.h"
#include "memory/image.h"
#include "memory/texture.h"

#include <cstring>

namespace {

using TexturesDeathTest = MachinesDeathTest;

constexpr mux_image_info_t plain = {
    .type = mux_image_type_2d,
    .format = {mux_image_channel_order_rgba, mux_image_channel_type_unorm_int8},
    .size = {5, 3, 1},
    .array_layers = 0,
    .layout = {},
    .mip_levels = 0};

mux_image_info_t with_format(mux_image_channel_order_e order, mux_image_channel_type_e type) {
  mux_image_info_t info = plain;
  info.format = {order, type};
  return info;
}

mux_image_t make(mux_device_t device, const mux_image_info_t& info, uint64_t offset = 0) {
  mux_image_t image = nullptr;
  mux_memory_t memory = nullptr;
  const bool made =
      muxCreateImage(device, &info, allocator, &image) == mux_success &&
      muxAllocateMemory(device, offset + image->requirements.size, 1,
                        mux_memory_property_device_local, mux_allocation_type_alloc_device,
                        image->requirements.alignment, allocator, &memory) == mux_success &&
      muxBindImageMemory(device, memory, image, offset) == mux_success;
  return made ? image : nullptr;
}

/// Whether an image is there, and has a texture: kernels find it in the descriptor.
bool has_texture(mux_image_t image, bool expected) {
  const auto* own = static_cast<cuda::Image*>(image);
  if (own == nullptr) {
    return false;
  }
  libimg::Descriptor seen;
  std::memcpy(&seen, reinterpret_cast<const void*>(own->descriptors_on_device), sizeof seen);
  const mux_image_channel_type_e type = own->info.format.type;
  const bool is_signed_norm =
      type == mux_image_channel_type_snorm_int8 || type == mux_image_channel_type_snorm_int16;
  return (seen.texels != 0) == expected && seen.texture == (is_signed_norm ? 0 : seen.texels);
}

TEST_F(TexturesDeathTest, AreThoseOfTwoDimensionsThatLieRight) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    mux_image_info_t tight = plain, wide = plain, row = plain, array = plain, solid = plain,
                     mipmap = plain;
    tight.layout = {20, 60};
    wide.layout = {64, 192};
    row.size = {5, 1, 1};
    row.layout = {20, 20};
    array.array_layers = 2;
    solid.type = mux_image_type_3d;
    mipmap.mip_levels = 2;
    const mux_image_t own = make(device, plain);
    return has_texture(own, true) && own->info.layout.row_pitch == 32 &&
           own->requirements.alignment == cuda::texture_alignment &&
           has_texture(make(device, plain, 256), false) &&
           has_texture(make(device, tight), false) && has_texture(make(device, wide), true) &&
           has_texture(make(device, row), true) && has_texture(make(device, array), false) &&
           has_texture(make(device, solid), false) && has_texture(make(device, mipmap), false);
  });
}

TEST_F(TexturesDeathTest, AreOfFormatsThatTextureUnitsRead) {
  on_machine({}, [] {
    mux_device_t device = first_device();
    bool good = true;
    for (const auto type :
         {mux_image_channel_type_snorm_int8, mux_image_channel_type_snorm_int16,
          mux_image_channel_type_unorm_int8, mux_image_channel_type_unorm_int16,
          mux_image_channel_type_signed_int8, mux_image_channel_type_signed_int16,
          mux_image_channel_type_signed_int32, mux_image_channel_type_unsigned_int8,
          mux_image_channel_type_unsigned_int16, mux_image_channel_type_unsigned_int32,
          mux_image_channel_type_half_float, mux_image_channel_type_float}) {
      for (const auto order :
           {mux_image_channel_order_r, mux_image_channel_order_rg, mux_image_channel_order_rgba}) {
        const mux_image_t image = make(device, with_format(order, type));
        const bool is_small =
            image != nullptr && static_cast<cuda::Image*>(image)->descriptor.texel_size <= 8;
        good = good && has_texture(image, is_small);
      }
    }
    return good &&
           has_texture(make(device, with_format(mux_image_channel_order_bgra,
                                                mux_image_channel_type_unorm_int8)),
                       true) &&
           has_texture(make(device, with_format(mux_image_channel_order_argb,
                                                mux_image_channel_type_unorm_int8)),
                       false) &&
           has_texture(make(device, with_format(mux_image_channel_order_srgba,
                                                mux_image_channel_type_unorm_int8)),
                       false) &&
           has_texture(make(device, with_format(mux_image_channel_order_rgb,
                                                mux_image_channel_type_unorm_short_565)),
                       false);
  });
}

TEST_F(TexturesDeathTest, ImagesBeyondThoseThatThereCanBeHaveNone) {
  on_machine({{"FAKE_CUDA_TEXTURES", "1"}}, [] {
    mux_device_t device = first_device();
    const mux_image_t first = make(device, plain);
    return has_texture(first, true) && has_texture(make(device, plain), false) &&
           muxDestroyImage(device, first, allocator) == mux_success &&
           has_texture(make(device, plain), true);
  });
}

} // namespace
