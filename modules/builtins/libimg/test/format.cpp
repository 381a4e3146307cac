// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "libimg/color.h"
#include "libimg/descriptor.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

using namespace libimg;

namespace {

TEST(Format, tablesAreInTheOrderOfTheirCodes) {
  for (unsigned order = order_r; order <= order_depth; ++order) {
    EXPECT_EQ(order_of(order).code, order);
  }
  for (unsigned type = type_snorm_int8; type <= type_float; ++type) {
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
  EXPECT_FALSE(is_format(order_r - 1, type_float));
  EXPECT_FALSE(is_format(order_rgba, type_float + 1));
}

TEST(Format, texelsHaveAPowerOfTwoOfBytes) {
  for (unsigned order = order_r; order <= order_depth; ++order) {
    for (unsigned type = type_snorm_int8; type <= type_float; ++type) {
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
  for (const unsigned most : {31u, 63u, 127u, 255u, 1023u, 32767u, 65535u}) {
    const auto high = static_cast<float>(1.0 / most);
    const auto low = static_cast<float>(1.0 / most - static_cast<double>(high));
    for (unsigned n = 0; n <= most; ++n) {
      const auto x = static_cast<float>(n);
      ASSERT_EQ(std::fma(x, high, x * low), x / static_cast<float>(most)) << n << "/" << most;
    }
  }
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
