// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that code generation calls on older CPUs, against the machine that runs the tests.
#include "functions/native.h"
#include "functions/types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

float value_of(uint16_t bits) { return float(Half{bits}.value()); }

TEST(Helpers, everyHalfAsFloat) {
  std::vector<uint16_t> in(65536);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = uint16_t(i);
  }
  std::vector<float> out(in.size());
  Native("__extendhfsf2", "float", {"half"})(in.size(), out.data(), {in.data()});
  for (size_t i = 0; i < in.size(); ++i) {
    const float expected = value_of(in[i]);
    ASSERT_TRUE(std::isnan(expected)
                    ? std::isnan(out[i])
                    : std::bit_cast<uint32_t>(out[i]) == std::bit_cast<uint32_t>(expected))
        << "half with bits " << i;
  }
}

/// The half nearest to x, of two the even one.
double nearest_half(float x) {
  if (x == 0 || !std::isfinite(x)) {
    return double(x);
  }
  const int last = std::max(std::ilogb(x), -14) - 10;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(double(x), -last)), last);
  return std::fabs(rounded) >= 65536 ? std::copysign(INFINITY, rounded)
                                     : std::copysign(rounded, double(x));
}

TEST(Helpers, floatsAsHalf) {
  std::vector<uint32_t> in;
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 509) {
    in.push_back(uint32_t(bits));
  }
  // Each half, what lies in the middle of two, and the neighbours of both.
  for (uint32_t i = 0; i < 65536; ++i) {
    const auto at = std::bit_cast<uint32_t>(value_of(uint16_t(i)));
    const auto next = std::bit_cast<uint32_t>(value_of(uint16_t(i + 1)));
    for (uint32_t bits : {at, at + (next - at) / 2}) {
      in.insert(in.end(), {bits - 1, bits, bits + 1});
    }
  }
  std::vector<uint16_t> out(in.size());
  Native("__truncsfhf2", "half", {"float"})(in.size(), out.data(), {in.data()});
  for (size_t i = 0; i < in.size(); ++i) {
    const double expected = nearest_half(std::bit_cast<float>(in[i]));
    const double got = Half{out[i]}.value();
    ASSERT_TRUE(std::isnan(expected)
                    ? std::isnan(got)
                    : got == expected && std::signbit(got) == std::signbit(expected))
        << "float with bits " << std::hex << in[i];
  }
}

template <typename T, typename Bits>
void expect_rounds_like(const std::string& name, const char* type, T (*reference)(T)) {
  std::vector<T> in = {T(0.5),  T(1.5),  T(2.5),      T(-0.5),   T(0.25),
                       T(-1.5), T(-2.5), T(INFINITY), -INFINITY, T(-0.0)};
  const T below_half = std::nextafter(T(0.5), T(0));
  const T most = std::ldexp(T(1), std::numeric_limits<T>::digits - 1);
  in.insert(in.end(), {below_half, -below_half, most, most - T(0.5), T(0.5) - most, T(3) * most});
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = Bits(random());
    const T any = std::bit_cast<T>(bits);
    in.push_back(std::isnan(any) ? T(1) : any);
    in.push_back(T(int32_t(bits)) * T(0x1p-20));
  }
  std::vector<T> out(in.size());
  Native(name, type, {type})(in.size(), out.data(), {in.data()});
  for (size_t i = 0; i < in.size(); ++i) {
    ASSERT_EQ(std::bit_cast<Bits>(out[i]), std::bit_cast<Bits>(reference(in[i])))
        << name << " of " << in[i];
  }
}

struct Rounding {
  const char* name;
  float (*single)(float);
  double (*twofold)(double);
};

TEST(Helpers, rounding) {
  const Rounding all[] = {{"floor", std::floor, std::floor},
                          {"ceil", std::ceil, std::ceil},
                          {"trunc", std::trunc, std::trunc},
                          {"rint", std::rint, std::rint},
                          {"nearbyint", std::nearbyint, std::nearbyint},
                          {"roundeven", std::nearbyint, std::nearbyint},
                          {"round", std::round, std::round}};
  for (const Rounding& each : all) {
    expect_rounds_like<float, uint32_t>(each.name + std::string("f"), "float", each.single);
    expect_rounds_like<double, uint64_t>(each.name, "double", each.twofold);
  }
}

} // namespace
