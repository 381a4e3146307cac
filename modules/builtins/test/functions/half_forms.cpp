// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// half_sin, half_cos and half_tan, which are for angles up to 2^16. They are far more exact than
// the specification asks, beside the roots and poles of the functions, too.
#include "functions/native.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace {

/// Angles of all sizes up to 2^16, and those nearest to multiples of pi/2.
std::vector<float> angles() {
  std::mt19937_64 random(1);
  std::vector<float> result = {0.0F, -0.0F, 0x1p16F, -0x1p16F, 0x1p-149F, 0x1p-126F};
  for (int i = 0; i < 200000; ++i) {
    const double size = std::ldexp(1 + double(random() >> 12) * 0x1p-52, int(random() % 42) - 26);
    result.push_back(float(random() & 1 ? size : -size));
  }
  for (int quarters = -41720; quarters <= 41720; ++quarters) {
    result.push_back(float(quarters * 1.57079632679489661923));
  }
  return result;
}

void expect_near(const char* name, double (*exact)(double), double units) {
  const std::vector<float> in = angles();
  std::vector<float> out(in.size());
  for (const TargetFacts& facts :
       {TargetFacts{}, TargetFacts{.fma = false},
        TargetFacts{.table_permutes = true, .exponent_operations = true}}) {
    Native(mangle(name, {"float"}), "float", {"float"}, facts)(in.size(), out.data(), {in.data()});
    double worst = 0, where = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      const double expected = exact(in[i]), got = out[i];
      const double unit = std::ldexp(1.0, std::max(std::ilogb(expected), -126) - 23);
      const double error = expected == got ? 0 : std::fabs(got - expected) / unit;
      if (!(error <= worst)) {
        worst = error;
        where = in[i];
      }
    }
    EXPECT_LE(worst, units) << name << " at " << where;
    EXPECT_EQ(std::signbit(out[1]), std::signbit(exact(-0.0))) << name;
  }
}

TEST(HalfForms, sine) { expect_near("half_sin", std::sin, 24); }
TEST(HalfForms, cosine) { expect_near("half_cos", std::cos, 24); }
TEST(HalfForms, tangent) { expect_near("half_tan", std::tan, 4); }

} // namespace
