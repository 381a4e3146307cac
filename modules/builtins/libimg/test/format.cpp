// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "libimg/color.h"
#include "libimg/descriptor.h"
#include "libimg/srgb.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using namespace libimg;

namespace {

TEST(Format, tablesAreInTheOrderOfTheirCodes) {
  for (unsigned order = order_r; order <= last_order; ++order) {
    EXPECT_EQ(order_of(order).code, order);
  }
  for (unsigned type = type_snorm_int8; type <= last_type; ++type) {
    EXPECT_EQ(type_of(type).code, type);
  }
}

TEST(Format, pairsAreThoseOfTheSpecification) {
  EXPECT_TRUE(is_format(order_rgba, type_float));
  EXPECT_TRUE(is_format(order_bgra, type_unorm_int8));
  EXPECT_TRUE(is_format(order_rgb, type_unorm_short_565));
  EXPECT_TRUE(is_format(order_luminance, type_half_float));
  EXPECT_TRUE(is_format(order_depth, type_unorm_int16));
  EXPECT_FALSE(is_format(order_rgb, type_unorm_int8));
  EXPECT_FALSE(is_format(order_bgra, type_float));
  EXPECT_FALSE(is_format(order_intensity, type_signed_int32));
  EXPECT_FALSE(is_format(order_depth, type_half_float));
  EXPECT_FALSE(is_format(order_rgba, type_unorm_int_101010));
  EXPECT_TRUE(is_format(order_srgba, type_unorm_int8));
  EXPECT_FALSE(is_format(order_srgba, type_unorm_int16));
  EXPECT_FALSE(is_format(order_srgb, type_unorm_int8));
  EXPECT_FALSE(is_format(order_depth_stencil, type_float));
  EXPECT_FALSE(is_format(order_r - 1, type_float));
  EXPECT_FALSE(is_format(order_rgba, last_type + 1));
  EXPECT_TRUE(is_format(order_rgba, type_unorm_int_101010_2));
  EXPECT_FALSE(is_format(order_abgr, type_unorm_int_101010_2));
  EXPECT_TRUE(is_format(order_abgr, type_unorm_int_2_101010));
  EXPECT_FALSE(is_format(order_rgba, type_unorm_int_2_101010));
  EXPECT_TRUE(is_format(order_rg, type_unsigned_int12x4));
  EXPECT_FALSE(is_format(order_ra, type_unorm_int10x6));
  EXPECT_TRUE(is_format(order_r, type_unsigned_int_raw10));
  EXPECT_TRUE(is_format(order_r, type_unsigned_int_raw12));
  EXPECT_FALSE(is_format(order_rg, type_unsigned_int_raw10));
  EXPECT_FALSE(is_format(order_a, type_unsigned_int_raw12));
}

TEST(Format, texelsHaveAPowerOfTwoOfBytes) {
  for (unsigned order = order_r; order <= last_order; ++order) {
    for (unsigned type = type_snorm_int8; type <= last_type; ++type) {
      if (is_format(order, type)) {
        const unsigned size = texel_size(order, type);
        EXPECT_TRUE(size == 1 || size == 2 || size == 4 || size == 8 || size == 16);
      }
    }
  }
  EXPECT_EQ(texel_size(order_rgb, type_unorm_short_555), 2u);
  EXPECT_EQ(texel_size(order_rgbx, type_unorm_int_101010), 4u);
  EXPECT_EQ(texel_size(order_rg, type_half_float), 4u);
}

/// Kernels divide by 255 and so on with a product and an fma (kernel/texel.h).
TEST(Format, twoPartReciprocalsDivideExactly) {
  for (const unsigned most : {3u, 31u, 63u, 127u, 255u, 1023u, 4095u, 16383u, 32767u, 65535u}) {
    const auto high = static_cast<float>(1.0 / most);
    const auto low = static_cast<float>(1.0 / most - static_cast<double>(high));
    for (unsigned n = 0; n <= most; ++n) {
      const auto x = static_cast<float>(n);
      ASSERT_EQ(std::fma(x, high, x * low), x / static_cast<float>(most)) << n << "/" << most;
    }
  }
}

/// The formulas of OpenCL C 3.0, section 8.3.3.
double of_srgb(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double to_srgb(double c) {
  return c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
}

TEST(Srgb, tablesAreTheFormulas) {
  for (unsigned n = 0; n < 256; ++n) {
    EXPECT_EQ(srgb_tables.linear[n], static_cast<float>(of_srgb(n / 255.0))) << n;
  }
  EXPECT_EQ(srgb_tables.least[0], 0.0f);
  for (unsigned n = 1; n < 256; ++n) {
    const float least = srgb_tables.least[n];
    const auto scaled = [](float x) { return std::floor(255 * to_srgb(double(x)) + 0.5); };
    EXPECT_EQ(scaled(least), n);
    EXPECT_EQ(scaled(std::nextafter(least, 0.0f)), n - 1);
  }
}

TEST(Format, rawTexelsShareBytes) {
  EXPECT_EQ(bytes_of(order_r, type_unsigned_int_raw10, 8), 10u);
  EXPECT_EQ(bytes_of(order_r, type_unsigned_int_raw12, 8), 12u);
  EXPECT_EQ(bytes_of(order_rgba, type_float, 8), 128u);
  const uint32_t color[4] = {0x2A7, 0, 0, 0}, too_large[4] = {0xFFFF, 0, 0, 0};
  const auto bytes = [](unsigned type, const uint32_t* of) {
    const auto all = pack_color(order_r, type, of);
    std::vector<unsigned> first;
    for (unsigned i = 0; i < bytes_together(order_r, type); ++i) {
      first.push_back(unsigned(all[i]));
    }
    return first;
  };
  // 10 1010 0111: the upper eight bits of each, then the lower two of all.
  EXPECT_EQ(bytes(type_unsigned_int_raw10, color),
            (std::vector<unsigned>{0xA9, 0xA9, 0xA9, 0xA9, 0xFF}));
  EXPECT_EQ(bytes(type_unsigned_int_raw12, color), (std::vector<unsigned>{0x2A, 0x2A, 0x77}));
  EXPECT_EQ(bytes(type_unsigned_int_raw10, too_large), std::vector<unsigned>(5, 0xFF));
}

template <typename T> std::vector<T> packed(unsigned order, unsigned type, const void* color) {
  const auto bytes = pack_color(order, type, color);
  std::vector<T> result(texel_size(order, type) / sizeof(T));
  std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
  return result;
}

TEST(Color, normalizedChannelsRoundToNearestAndSaturate) {
  const float color[4] = {0.5f, -1.0f, 2.0f, NAN};
  EXPECT_EQ(packed<uint8_t>(order_rgba, type_unorm_int8, color),
            (std::vector<uint8_t>{128, 0, 255, 0}));
  EXPECT_EQ(packed<int8_t>(order_rgba, type_snorm_int8, color),
            (std::vector<int8_t>{64, -127, 127, 0}));
  EXPECT_EQ(packed<uint16_t>(order_rgb, type_unorm_short_565, color),
            (std::vector<uint16_t>{16 << 11 | 0 << 5 | 31}));
}

TEST(Color, channelsStandInTheOrderOfTheFormat) {
  const uint32_t color[4] = {1, 2, 3, 4};
  EXPECT_EQ(packed<uint8_t>(order_bgra, type_unsigned_int8, color),
            (std::vector<uint8_t>{3, 2, 1, 4}));
  EXPECT_EQ(packed<uint8_t>(order_argb, type_unsigned_int8, color),
            (std::vector<uint8_t>{4, 1, 2, 3}));
  EXPECT_EQ(packed<uint32_t>(order_a, type_unsigned_int32, color), (std::vector<uint32_t>{4}));
  EXPECT_EQ(packed<uint32_t>(order_ra, type_unsigned_int32, color), (std::vector<uint32_t>{1, 4}));
  EXPECT_EQ(packed<uint32_t>(order_rg, type_unsigned_int32, color), (std::vector<uint32_t>{1, 2}));
}

TEST(Color, alphaIsLinearBesideSrgb) {
  const float color[4] = {0.5f, -1.0f, 2.0f, 0.5f};
  EXPECT_EQ(packed<uint8_t>(order_srgba, type_unorm_int8, color),
            (std::vector<uint8_t>{188, 0, 255, 128}));
  EXPECT_EQ(packed<uint8_t>(order_sbgra, type_unorm_int8, color),
            (std::vector<uint8_t>{255, 0, 188, 128}));
  const float none[4] = {NAN, 0.001f, 1.0f, NAN};
  EXPECT_EQ(packed<uint8_t>(order_srgba, type_unorm_int8, none),
            (std::vector<uint8_t>{0, 3, 255, 0}));
  EXPECT_EQ(packed<uint8_t>(order_srgbx, type_unorm_int8, color)[0], 188);
}

TEST(Color, packedAndPaddedChannels) {
  const float color[4] = {1, 0, 0.5f, 1.0f / 3};
  EXPECT_EQ(packed<uint32_t>(order_rgba, type_unorm_int_101010_2, color),
            (std::vector<uint32_t>{1023U << 22 | 512U << 2 | 1U}));
  EXPECT_EQ(packed<uint32_t>(order_abgr, type_unorm_int_2_101010, color),
            (std::vector<uint32_t>{1U << 30 | 512U << 20 | 1023U}));
  EXPECT_EQ(packed<uint16_t>(order_rgba, type_unorm_int12x4, color),
            (std::vector<uint16_t>{4095U << 4, 0, 2048U << 4, 1365U << 4}));
  const uint32_t numbers[4] = {5, 20000, 0, 0};
  EXPECT_EQ(packed<uint16_t>(order_rg, type_unsigned_int14x2, numbers),
            (std::vector<uint16_t>{5U << 2, 16383U << 2}));
  EXPECT_EQ(packed<uint8_t>(order_abgr, type_unsigned_int8, numbers),
            (std::vector<uint8_t>{0, 0, 255, 5}));
}

TEST(Color, integersSaturate) {
  const int32_t color[4] = {-1000, 1000, -7, 7};
  EXPECT_EQ(packed<int8_t>(order_rgba, type_signed_int8, color),
            (std::vector<int8_t>{-128, 127, -7, 7}));
  const uint32_t large[4] = {70000, 65535, 0, 1};
  EXPECT_EQ(packed<uint16_t>(order_rgba, type_unsigned_int16, large),
            (std::vector<uint16_t>{65535, 65535, 0, 1}));
}

TEST(Color, halvesRoundToNearestEven) {
  const auto half = [](float value) {
    const float color[4] = {value, 0, 0, 0};
    return packed<uint16_t>(order_r, type_half_float, color)[0];
  };
  EXPECT_EQ(half(1.0f), 0x3C00);
  EXPECT_EQ(half(-2.0f), 0xC000);
  EXPECT_EQ(half(1.0f + 0x1p-11f), 0x3C00);
  EXPECT_EQ(half(1.0f + 0x3p-11f), 0x3C02);
  EXPECT_EQ(half(65504.0f), 0x7BFF);
  EXPECT_EQ(half(65520.0f), 0x7C00);
  EXPECT_EQ(half(0x1p-24f), 0x0001);
  EXPECT_EQ(half(0x1p-25f), 0x0000);
  EXPECT_EQ(half(INFINITY), 0x7C00);
  EXPECT_EQ(half(NAN) & 0x7C00, 0x7C00);
}

} // namespace
