// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between float and bfloat16 (cl_intel_bfloat16_conversions).
#include "harness.h"

#include <bit>
#include <cmath>
#include <string>

namespace {

class BFloat16 : public KernelTest {};
ALL_VARIANTS(BFloat16);

/// The nearest of the two neighbours, found by comparing distances; of two, the even one.
uint16_t nearest(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  const auto low = uint16_t(bits >> 16), high = uint16_t(low + 1);
  if (std::isinf(x)) {
    return low;
  }
  // Above the largest finite number is what would be 2^128, and then infinity.
  const auto value = [](uint16_t half) {
    const auto up = std::bit_cast<float>(uint32_t(half) << 16);
    return std::isinf(up) ? std::copysign(std::ldexp(1.0, 128), up) : double(up);
  };
  const double down = std::fabs(double(x) - value(low)), up = std::fabs(value(high) - double(x));
  return down < up || (down == up && low % 2 == 0) ? low : high;
}

std::vector<float> numbers() {
  std::vector<float> all;
  for (const uint32_t upper :
       {0u, 1u, 0x7fu, 0x80u, 0x3f80u, 0x3f81u, 0x7f7eu, 0x7f7fu, 0x7f80u, 0x4049u}) {
    for (const uint32_t lower : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      for (const uint32_t sign : {0u, 0x80000000u}) {
        all.push_back(std::bit_cast<float>(sign | upper << 16 | lower));
      }
    }
  }
  all.resize(144, 0.1f); // a multiple of all widths
  return all;
}

TEST_P(BFloat16, toNearestEven) {
  if (comes_as_spirv()) {
    GTEST_SKIP() << "modules have instructions for it: spirv-ll's tests of bfloat16";
  }
  const std::vector<float> in = numbers();
  for (const int width : {1, 2, 3, 4, 8, 16}) {
    const std::string n = width == 1 ? "" : std::to_string(width);
    const std::string load = width == 1 ? "in[g]" : "vload" + n + "(g, in)";
    const std::string store = width == 1 ? "out[g] = y" : "vstore" + n + "(y, g, out)";
    build("kernel void k(global const float* in, global ushort* out) {"
          "  size_t g = get_global_id(0);"
          "  ushort" +
          n + " y = intel_convert_bfloat16" + n + "_as_ushort" + n + "(" + load +
          ");"
          "  " +
          store + "; }");
    std::vector<float> from = in;
    std::vector<uint16_t> out(in.size());
    run({{in.size() / width}, {}, {}}, from, out);
    for (size_t i = 0; i < in.size(); ++i) {
      if (std::isnan(in[i])) {
        EXPECT_TRUE(std::isnan(std::bit_cast<float>(uint32_t(out[i]) << 16))) << in[i];
      } else {
        EXPECT_EQ(out[i], nearest(in[i])) << in[i] << " of " << width;
      }
    }
  }
}

TEST_P(BFloat16, toFloat) {
  if (comes_as_spirv()) {
    GTEST_SKIP() << "modules have instructions for it: spirv-ll's tests of bfloat16";
  }
  std::vector<uint16_t> in(65536);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = uint16_t(i);
  }
  build("kernel void k(global const ushort* in, global float* out, global float4* out4) {"
        "  size_t g = get_global_id(0);"
        "  out[g] = intel_convert_as_bfloat16_float(in[g]);"
        "  if (g % 4 == 0)"
        "    out4[g / 4] = intel_convert_as_bfloat164_float4(vload4(g / 4, in)); }");
  std::vector<uint32_t> out(in.size()), out4(in.size());
  run({{in.size()}, {}, {}}, in, out, out4);
  for (size_t i = 0; i < in.size(); ++i) {
    ASSERT_EQ(out[i], uint32_t(i) << 16);
    ASSERT_EQ(out4[i], uint32_t(i) << 16);
  }
}

} // namespace
