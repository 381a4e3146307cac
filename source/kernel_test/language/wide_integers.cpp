// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `long long`, which has 128 bits in OpenCL C: arithmetic, and conversions from and to numbers in
// floating point, against the host's compiler.
#include "harness.h"

#include <bit>
#include <cmath>

namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

constexpr char version[] = "-cl-std=CL1.2";

/// Integers of all sizes: around powers of two, halfway between two numbers of a type, others.
std::vector<UnsignedWide> integers() {
  std::vector<UnsignedWide> values = {0, 1, 2};
  for (unsigned bit = 1; bit < 128; ++bit) {
    const UnsignedWide power = UnsignedWide(1) << bit;
    for (const unsigned below : {11U, 12U, 24U, 25U, 53U, 54U}) {
      const UnsignedWide step = bit > below ? UnsignedWide(1) << (bit - below) : 0;
      values.insert(values.end(), {power + step, power + step - 1, power + 3 * step + 1});
    }
    values.insert(values.end(), {power - 1, ~power, power * 0x9E3779B97F4A7C15});
  }
  return values;
}

class WideIntegers : public KernelTest {
protected:
  template <typename Integer, typename T>
  void check_to_number(const std::string& integer, const std::string& type) {
    build("kernel void k(global const " + integer + "* in, global " + type +
              "* out) { size_t i = get_global_id(0); out[i] = (" + type + ")in[i]; }",
          version);
    auto in = integers();
    std::vector<T> out(in.size());
    run({{in.size()}, {}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], T(Integer(in[i]))) << type << " of " << integer << " " << i;
    }
  }

  template <typename Integer, typename T>
  void check_to_integer(const std::string& integer, const std::string& type) {
    build("kernel void k(global const " + type + "* in, global " + integer +
              "* out) { size_t i = get_global_id(0); out[i] = (" + integer + ")in[i]; }",
          version);
    const bool is_signed = Integer(-1) < 0;
    std::vector<T> in = {T(0), T(0.75), T(1e-30), T(123.5)};
    for (int exponent = 1; exponent < (is_signed ? 127 : 128); ++exponent) {
      for (const double factor : {1.0, 1.5, 1.99, 1 + std::exp2(-20)}) {
        in.push_back(T(std::ldexp(factor, exponent)));
        if (is_signed) {
          in.push_back(-in.back());
        }
      }
    }
    std::vector<UnsignedWide> out(in.size());
    run({{in.size()}, {}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_TRUE(out[i] == UnsignedWide(Integer(in[i])))
          << integer << " of " << type << " " << in[i];
    }
  }
};
SOURCE_VARIANTS(WideIntegers);

TEST_P(WideIntegers, becomeNumbers) {
  check_to_number<Wide, float>("long long", "float");
  check_to_number<Wide, double>("long long", "double");
  check_to_number<UnsignedWide, float>("unsigned long long", "float");
  check_to_number<UnsignedWide, double>("unsigned long long", "double");
}

TEST_P(WideIntegers, areMadeOfNumbers) {
  check_to_integer<Wide, float>("long long", "float");
  check_to_integer<Wide, double>("long long", "double");
  check_to_integer<UnsignedWide, float>("unsigned long long", "float");
  check_to_integer<UnsignedWide, double>("unsigned long long", "double");
}

TEST_P(WideIntegers, asHalves) {
  build(R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void k(global const int* in, global float* out) {
      size_t i = get_global_id(0);
      long long x = in[i];
      half small = x, large = x << 64;
      half unsigned_one = (unsigned long long)(in[i] & 1023);
      out[4 * i] = small;
      out[4 * i + 1] = large;
      out[4 * i + 2] = unsigned_one;
      out[4 * i + 3] = (float)((long long)small << 70 >> 70);
    })",
        "-cl-std=CL3.0");
  std::vector<int> in = {0, 5, -7, 2047, 2049, 2051, -4098, 65519, 65520, 70000, -70000};
  std::vector<float> out(4 * in.size());
  run({{in.size()}, {}, {}}, in, out);
  const std::vector<float> small = {0,     5,     -7,       2047,     2048,     2052,
                                    -4096, 65504, INFINITY, INFINITY, -INFINITY};
  for (size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(out[4 * i], small[i]) << in[i];
    EXPECT_EQ(out[4 * i + 1], in[i] == 0 ? 0 : in[i] < 0 ? -INFINITY : INFINITY) << in[i];
    EXPECT_EQ(out[4 * i + 2], in[i] & 1023) << in[i];
    if (!std::isinf(small[i])) {
      EXPECT_EQ(out[4 * i + 3], small[i]) << in[i];
    }
  }
}

TEST_P(WideIntegers, areComputedWith) {
  build(R"(kernel void k(global const unsigned long long* in, global unsigned long long* out) {
             size_t i = get_global_id(0);
             unsigned long long a = in[i], b = in[get_global_size(0) - 1 - i] | 1;
             unsigned long long r = a * b + (a << (int)(b & 127)) - (a >> 7);
             r ^= (unsigned long long)((long long)a >> 3);
             if (i % 3) r += a / b + a % b;
             if (i % 5 == 1) r += (unsigned long long)((long long)a / (long long)(b >> 1 | 1));
             out[i] = r + (a < b) + ((long long)a < (long long)b); })",
        version);
  auto in = integers();
  std::vector<UnsignedWide> out(in.size());
  run({{in.size()}, {}, {}}, in, out);
  for (size_t i = 0; i < in.size(); ++i) {
    const UnsignedWide a = in[i], b = in[in.size() - 1 - i] | 1;
    UnsignedWide r = a * b + (a << int(b & 127)) - (a >> 7);
    r ^= UnsignedWide(Wide(a) >> 3);
    if (i % 3) {
      r += a / b + a % b;
    }
    if (i % 5 == 1) {
      r += UnsignedWide(Wide(a) / Wide(b >> 1 | 1));
    }
    r += UnsignedWide(a < b) + UnsignedWide(Wide(a) < Wide(b));
    ASSERT_TRUE(out[i] == r) << i;
  }
}

} // namespace
