// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels' side compiled for this machine, with hardware that reads textures made of the same
// code: colors are those of the image's memory, and hardware is never asked for what is outside.
#include "libimg/descriptor.h"
#include "libimg/format.h"

#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace libimg;

namespace {

using float4 = float __attribute__((ext_vector_type(4)));
using int4 = int __attribute__((ext_vector_type(4)));
using float2 = float __attribute__((ext_vector_type(2)));
using int2 = int __attribute__((ext_vector_type(2)));
using Image = const Descriptor*;

/// What a texture's handle is the address of: the image as one without a texture, whose order says
/// how many channels there are.
struct Texture {
  Descriptor image;
  int channels;
  mutable int reads = 0;
};

const Texture& texture_of(unsigned long handle) {
  const auto& texture = *reinterpret_cast<const Texture*>(handle);
  ++texture.reads;
  return texture;
}

template <typename Color> Color without_missing(Color color, const Texture& texture) {
  for (int i = texture.channels; i < 4; ++i) {
    color[i] = 0;
  }
  return color;
}

} // namespace

extern "C" {
float4 __lanewise_read_imagef_2d_int(Image, unsigned, int2);
float4 __lanewise_read_imagef_2d_float(Image, unsigned, float2);
float4 __lanewise_read_imagef_2d(Image, int2);
float4 __lanewise_read_imagef_2d_only(Image, int2);
int4 __lanewise_read_imagei_2d_only(Image, int2);
int4 __lanewise_read_imagei_2d_float(Image, unsigned, float2);

bool __mux_has_textures() { return true; }
float4 __mux_read_texel_float(unsigned long handle, int x, int y) {
  const Texture& texture = texture_of(handle);
  EXPECT_TRUE(x >= 0 && x < int(texture.image.width) && y >= 0 && y < int(texture.image.height));
  return without_missing(__lanewise_read_imagef_2d(&texture.image, int2{x, y}), texture);
}
int4 __mux_read_texel_int(unsigned long handle, int x, int y) {
  const Texture& texture = texture_of(handle);
  EXPECT_TRUE(x >= 0 && x < int(texture.image.width) && y >= 0 && y < int(texture.image.height));
  return without_missing(__lanewise_read_imagei_2d_only(&texture.image, int2{x, y}), texture);
}
float4 __mux_filter_texels(unsigned long handle, float x, float y) {
  const Texture& texture = texture_of(handle);
  const unsigned sampler = sampler_clamp_to_edge | sampler_linear;
  return without_missing(__lanewise_read_imagef_2d_float(&texture.image, sampler, float2{x, y}),
                         texture);
}
}

namespace {

class Textures : public testing::Test {
protected:
  /// An image of a format, with a texture and without.
  void make(unsigned order, unsigned type) {
    for (size_t i = 0; i < memory.size(); ++i) {
      memory[i] = static_cast<unsigned char>(i * 37 + 11);
    }
    const unsigned size = texel_size(order, type);
    plain = {memory.data(), 4UL * size, 12UL * size, 4, 3, 1, order, type, size, 1, 0, 0, 0};
    texture.image = plain;
    const int channels = order == order_r || order == order_rx || order == order_depth ? 1
                         : order == order_rg || order == order_rgx                     ? 2
                                                                                       : 4;
    constexpr unsigned natural[] = {0, order_r, order_rg, 0, order_rgba};
    texture.image.order = natural[channels];
    texture.channels = channels;
    image = plain;
    image.texture = image.texels = reinterpret_cast<unsigned long>(&texture);
  }

  alignas(16) std::array<unsigned char, 256> memory;
  Descriptor plain, image;
  Texture texture;
};

template <typename Color> void expect_same(Color a, Color b) {
  using Bits = std::array<unsigned, 4>; // NaN is NaN
  EXPECT_EQ(std::bit_cast<Bits>(a), std::bit_cast<Bits>(b))
      << a[0] << " " << a[1] << " " << a[2] << " " << a[3] << "; " << b[0] << " " << b[1] << " "
      << b[2] << " " << b[3];
}

constexpr unsigned orders[] = {order_r, order_rx, order_rg, order_rgx, order_rgba, order_bgra};

TEST_F(Textures, givesColorsOfEachOrder) {
  for (const unsigned order : orders) {
    SCOPED_TRACE(order);
    make(order, type_unorm_int8);
    for (unsigned addressing = 0; addressing < 5; ++addressing) {
      for (const bool normalized : {false, true}) {
        for (const float x : {-7.0F, -0.3F, 0.0F, 0.2F, 0.999F, 1.0F, 2.5F, 3.9F, 4.0F, 1e30F}) {
          for (const float y : {-0.01F, 0.4F, 0.6F, 1.7F, 2.99F, 3.0F, 55.0F}) {
            const float2 at = {x, y};
            for (const bool linear : {false, true}) {
              const unsigned sampler = sampler_word(addressing, linear, normalized);
              expect_same(__lanewise_read_imagef_2d_float(&image, sampler, at),
                          __lanewise_read_imagef_2d_float(&plain, sampler, at));
            }
          }
        }
      }
      for (const int2 at : {int2{-1, 0}, int2{0, 0}, int2{3, 2}, int2{4, 2}, int2{1, 3}}) {
        const unsigned sampler = sampler_word(addressing, false, false);
        expect_same(__lanewise_read_imagef_2d_int(&image, sampler, at),
                    __lanewise_read_imagef_2d_int(&plain, sampler, at));
      }
    }
    EXPECT_GT(texture.reads, 0);
  }
}

TEST_F(Textures, givesWholeNumbers) {
  for (const unsigned type : {type_signed_int8, type_unsigned_int16, type_signed_int32}) {
    make(order_rgba, type);
    for (const int2 at : {int2{0, 0}, int2{3, 1}, int2{2, 2}, int2{9, -4}}) {
      expect_same(__lanewise_read_imagei_2d_only(&image, at),
                  __lanewise_read_imagei_2d_only(&plain, at));
    }
    const unsigned sampler = sampler_clamp | sampler_nearest;
    expect_same(__lanewise_read_imagei_2d_float(&image, sampler, float2{2.5F, 1}),
                __lanewise_read_imagei_2d_float(&plain, sampler, float2{2.5F, 1}));
    EXPECT_EQ(texture.reads, 5);
    texture.reads = 0;
  }
}

/// What a kernel writes itself is not in the texture.
TEST_F(Textures, isNotReadWhereTheKernelMayWrite) {
  make(order_rgba, type_float);
  __lanewise_read_imagef_2d(&image, int2{1, 1});
  EXPECT_EQ(texture.reads, 0);
  __lanewise_read_imagef_2d_only(&image, int2{1, 1});
  EXPECT_EQ(texture.reads, 1);
}

} // namespace
