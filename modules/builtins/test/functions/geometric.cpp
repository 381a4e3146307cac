// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 6.12.5, and the common functions that round.
#include "functions/elementwise.h"

#include <array>

namespace {

template <typename T> constexpr double epsilon = sizeof(T) == 4 ? 0x1p-23 : 0x1p-52;

/// Vectors of `width`: huge, tiny, moderate, with elements of all sizes beside each other, and with
/// squares near the ends of the range.
template <typename T> std::vector<T> vectors(int width, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int range = sizeof(T) == 4 ? 120 : 1000;
  std::vector<T> result;
  for (int i = 0; i < 300; ++i) {
    const int border = (sizeof(T) == 4 ? 62 : 505) - int(random() % 24);
    const int e = std::array{range, -range, 0, 0, border, -border}[size_t(i % 6)];
    for (int j = 0; j < width; ++j) {
      const int own = i % 6 == 3 ? static_cast<int>(random() % unsigned(2 * range)) - range : e;
      result.push_back(T(std::ldexp(uniform(random), own)));
    }
  }
  return result;
}

template <typename T> long double length_of(const T* x, int width) {
  long double sum = 0;
  for (int j = 0; j < width; ++j) {
    sum += (long double)(x[j]) * x[j];
  }
  return std::sqrt(sum);
}

template <typename T> void test_lengths(int width) {
  const std::string type = vector_name<T>(width), ir = ir_type(type);
  const auto x = vectors<T>(width, 1), laid_out = spread(x, width);
  const size_t count = x.size() / size_t(width);
  std::vector<T> length(count), normal(laid_out.size());
  Native(mangle("length", {type}), ir_type(type_name<T>()), {ir})(count, length.data(),
                                                                  {laid_out.data()});
  Native(mangle("normalize", {type}), ir, {ir})(count, normal.data(), {laid_out.data()});
  for (size_t i = 0; i < count; ++i) {
    const T* vector = x.data() + i * size_t(width);
    const long double exact = length_of(vector, width);
    EXPECT_NEAR(double(length[i] / exact), 1, 4 * epsilon<T>) << type;
    for (int j = 0; j < width; ++j) {
      // Relative to the element, however small it is beside the others.
      const double expected = double(vector[j] / exact);
      EXPECT_NEAR(normal[i * size_t(room(width)) + size_t(j)], expected,
                  2.1 * epsilon<T> * std::abs(expected) + std::numeric_limits<T>::denorm_min())
          << type;
    }
  }
}

TEST(Geometric, lengthsOverTheWholeRange) {
  for (int width : {1, 2, 3, 4}) {
    test_lengths<float>(width);
    test_lengths<double>(width);
  }
}

TEST(Geometric, normalizeOfSpecialVectors) {
  const std::vector<float> x = {0, 0, 0, 0, INFINITY, 1, -INFINITY, -2, 1, NAN, 2, 3};
  std::vector<float> got(x.size());
  Native(mangle("normalize", {"float4"}), "<4 x float>", {"<4 x float>"})(3, got.data(),
                                                                          {x.data()});
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(got[size_t(i)], 0);
    EXPECT_TRUE(std::isnan(got[size_t(8 + i)]));
  }
  EXPECT_FLOAT_EQ(got[4], std::sqrt(0.5f));
  EXPECT_EQ(got[5], 0);
  EXPECT_FLOAT_EQ(got[6], -std::sqrt(0.5f));
}

TEST(Geometric, products) {
  const std::vector<float> a = {1, 2, 3, 7, -4, 5, 6, 8}, b = {-2, 1, 5, 9, 3, 3, -1, 2};
  std::vector<float> dot(2), cross(8), distance(2);
  Native(mangle("dot", {"float4", "float4"}), "float",
         {"<4 x float>", "<4 x float>"})(2, dot.data(), {a.data(), b.data()});
  EXPECT_EQ(dot, (std::vector<float>{-2 + 2 + 15 + 63, -12 + 15 - 6 + 16}));
  Native(mangle("cross", {"float4", "float4"}), "<4 x float>",
         {"<4 x float>", "<4 x float>"})(2, cross.data(), {a.data(), b.data()});
  EXPECT_EQ(cross, (std::vector<float>{7, -11, 5, 0, -23, 14, -27, 0}));
  Native(mangle("distance", {"float3", "float3"}), "float",
         {"<3 x float>", "<3 x float>"})(2, distance.data(), {a.data(), b.data()});
  EXPECT_FLOAT_EQ(distance[0], std::sqrt(9.0f + 1 + 4));
  EXPECT_FLOAT_EQ(distance[1], std::sqrt(49.0f + 4 + 49));
}

TEST(Common, blending) {
  std::vector<float> x, y, a;
  for (int i = 0; i < 96; ++i) {
    x.push_back(float(i) - 40);
    y.push_back(float(i) * 0.5f + 3);
    a.push_back(float(i) / 96);
  }
  expect_elementwise<float>(
      "mix", all_widths,
      [](float p, float q, float t) {
        const volatile float product = (q - p) * t;
        return p + product;
      },
      x, y, a);
  const auto smooth = run<float>("smoothstep", 4, x, y, a);
  const auto degrees = run<float>("degrees", 3, a), radians = run<float>("radians", 3, x);
  for (size_t i = 0; i < smooth.size(); ++i) {
    const float t = std::clamp((a[i] - x[i]) / (y[i] - x[i]), 0.0f, 1.0f);
    EXPECT_NEAR(smooth[i], t * t * (3 - 2 * t), 1e-5);
    EXPECT_FLOAT_EQ(degrees[i], float(double(a[i]) * 57.29577951308232));
    EXPECT_FLOAT_EQ(radians[i], float(double(x[i]) * 0.017453292519943295));
  }
}

} // namespace
