// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematical functions as targets run them, at the ends of their ranges and between; how exact
// they are is measured where they are made (modules/builtins/test/functions/accuracy.cpp). And
// tables that targets keep in registers.
#include "harness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace {

template <typename T> const char* name_of() { return sizeof(T) == 4 ? "float" : "double"; }

/// Zeros, denormal numbers, the ends of the range and what is between, of both signs; a part of
/// them has exponents near 0.
template <typename T> std::vector<T> arguments(size_t count, unsigned seed) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> sizes = {0,
                          Limits::denorm_min(),
                          Limits::min() / 2,
                          Limits::min(),
                          Limits::epsilon() / 4,
                          T(0.5),
                          T(0.99999),
                          1,
                          T(1.00001),
                          2,
                          3,
                          10,
                          100.5,
                          Limits::max() / 2,
                          Limits::max(),
                          Limits::infinity(),
                          Limits::quiet_NaN()};
  std::vector<T> result;
  for (T size : sizes) {
    result.insert(result.end(), {size, -size});
  }
  std::mt19937 random(seed);
  while (result.size() < count) {
    const int range = random() % 3 == 0 ? Limits::max_exponent - 2 : 6;
    const T size =
        std::ldexp(T(1) + T(random()) * T(0x1p-32), int(random() % unsigned(2 * range)) - range);
    result.push_back(random() & 1 ? size : -size);
  }
  return result;
}

class Mathematics : public KernelTest {
protected:
  /// expression(x[i], y[i], n[i]) is near enough to what `exact` says, in units in the last place.
  template <typename T>
  void expect_near(const std::string& expression, double units,
                   long double (*exact)(long double x, long double y, int n),
                   const std::string& options = "", bool normal_only = false) {
    constexpr size_t count = 1500;
    const std::string type = name_of<T>();
    build("kernel void k(global const " + type + "* a, global const " + type +
              "* b, global const int* c, global " + type +
              "* out) {\n  size_t i = get_global_id(0);\n  " + type + " x = a[i], y = b[i];\n" +
              "  int n = c[i];\n  out[i] = " + expression + ";\n}\n",
          options);
    std::vector<T> x = arguments<T>(count, 1);
    std::vector<T> y = arguments<T>(count, 2), out(count);
    std::shuffle(y.begin(), y.end(), std::mt19937(3));
    std::vector<int> n(count);
    std::mt19937 random(4);
    for (int& each : n) {
      each = int(random()) >> (random() % 32);
    }
    n[1] = std::numeric_limits<int>::min();
    run({{count}, {}, {}}, x, y, n, out);
    for (size_t i = 0; i < count; ++i) {
      const long double wanted = exact(x[i], y[i], n[i]);
      SCOPED_TRACE(testing::Message()
                   << expression << " of " << type << " " << x[i] << ", " << y[i] << ", " << n[i]
                   << " gave " << out[i] << ", expected " << double(wanted));
      const T rounded = T(wanted);
      if (normal_only && !(std::isnormal(x[i]) && std::isnormal(rounded))) {
        continue;
      }
      if (std::isnan(wanted)) {
        ASSERT_TRUE(std::isnan(out[i]));
      } else if (std::isinf(wanted)) {
        ASSERT_EQ(out[i], rounded);
      } else if (!(std::fabs(rounded) >= std::numeric_limits<T>::max())) {
        const int exponent =
            wanted == 0 ? std::numeric_limits<T>::min_exponent : std::ilogb(wanted);
        const long double unit =
            std::ldexp(1.0L, std::max(exponent, std::numeric_limits<T>::min_exponent - 1) -
                                 std::numeric_limits<T>::digits + 1);
        ASSERT_LE(std::fabs(out[i] - wanted), units * unit);
        ASSERT_TRUE(wanted != 0 || std::signbit(out[i]) == std::signbit(wanted));
      }
    }
  }
  template <typename T> void expect_all_near() {
    expect_near<T>("exp(x)", 3, [](long double x, long double, int) { return std::exp(x); });
    expect_near<T>("exp2(x)", 3, [](long double x, long double, int) { return std::exp2(x); });
    expect_near<T>("exp10(x)", 3,
                   [](long double x, long double, int) { return std::pow(10.0L, x); });
    expect_near<T>("log(x)", 3, [](long double x, long double, int) { return std::log(x); });
    expect_near<T>("log2(x)", 3, [](long double x, long double, int) { return std::log2(x); });
    expect_near<T>("log10(x)", 3, [](long double x, long double, int) { return std::log10(x); });
    expect_near<T>("log1p(x)", 2, [](long double x, long double, int) { return std::log1p(x); });
    expect_near<T>("cbrt(x)", 2, [](long double x, long double, int) { return std::cbrt(x); });
    expect_near<T>("hypot(x, y)", 4,
                   [](long double x, long double y, int) { return std::hypot(x, y); });
    expect_near<T>("erf(x)", 16, [](long double x, long double, int) { return std::erf(x); });
    expect_near<T>("ldexp(x, n)", 0.5, [](long double x, long double, int n) {
      return std::ldexp(x, std::clamp(n, -5000, 5000));
    });
    expect_near<T>("rsqrt(x)", 2, [](long double x, long double, int) { return 1 / std::sqrt(x); });
    expect_near<T>("pow(x, y)", 16,
                   [](long double x, long double y, int) { return std::pow(x, y); });
    expect_near<T>("pown(x, n)", 16,
                   [](long double x, long double, int n) { return std::pow(x, (long double)n); });
    expect_near<T>("powr(x, y)", 16, real_power);
    expect_near<T>("tan(fmod(x, x * 0 + 100))", 5, [](long double x, long double, int) {
      return std::isinf(x) ? NAN : std::tan(std::fmod(x, 100.0L));
    });
  }
  static long double real_power(long double x, long double y, int /*n*/) {
    const bool undefined = std::isnan(x) || std::isnan(y) || x < 0 || (x == 0 && y == 0) ||
                           (std::isinf(x) && y == 0) || (x == 1 && std::isinf(y));
    return undefined ? NAN : std::pow(std::fabs(x), y);
  }
};

TEST_P(Mathematics, floatsAtTheEndsAndBetween) { expect_all_near<float>(); }
TEST_P(Mathematics, doublesAtTheEndsAndBetween) { expect_all_near<double>(); }

/// Denormal numbers may be 0 there.
TEST_P(Mathematics, approximateFunctionsAreNear) {
  constexpr double units = 8192;
  const auto root = [](long double x, long double, int) { return 1 / std::sqrt(x); };
  const auto inverse = [](long double x, long double, int) { return 1 / x; };
  expect_near<float>("half_rsqrt(x)", units, root, "", true);
  expect_near<float>("native_rsqrt(x)", 4, root, "", true);
  expect_near<float>("half_recip(x)", units, inverse, "", true);
  expect_near<float>("native_recip(x)", 4, inverse, "", true);
  expect_near<float>(
      "half_divide(x, y)", units, [](long double x, long double y, int) { return x / y; }, "",
      true);
  expect_near<float>("half_powr(x, y)", units, real_power, "", true);
  expect_near<float>(
      "half_log2(x)", units, [](long double x, long double, int) { return std::log2(x); }, "",
      true);
  expect_near<float>(
      "half_exp(x)", units, [](long double x, long double, int) { return std::exp(x); }, "", true);
}

/// Infinite intermediate results are exponents, too.
TEST_P(Mathematics, approximateFunctionsAtTheEnds) {
  const float infinite = std::numeric_limits<float>::infinity();
  const struct {
    const char* expression;
    float expected;
    const char* options;
  } cases[] = {{"native_exp2(x)", infinite, ""},
               {"native_exp2(-x)", 0, ""},
               {"native_exp(x)", infinite, ""},
               {"native_exp10(-x)", 0, ""},
               {"half_exp(x)", infinite, ""},
               {"half_exp(-x)", 0, ""},
               {"half_exp2(1e30f)", infinite, ""},
               {"native_exp2(n * 2.3e6f)", infinite, ""},
               {"native_exp2(n * -2.3e6f)", 0, ""},
               {"half_powr(n, 2.1e7f)", infinite, ""},
               {"half_powr(n, -1.3e7f)", 0, ""},
               {"exp2(n * 8.7e6f)", infinite, "-cl-unsafe-math-optimizations"},
               {"isnan(half_tan(x)) && isnan(native_sin(-x))", 1, ""},
               {"half_exp2(-1e30f)", 0, ""},
               {"native_powr(0 * n, 2)", 0, ""},
               {"half_powr(0 * n, 2)", 0, ""},
               {"half_powr(0 * n, -2)", infinite, ""},
               {"half_log(0 * n)", -infinite, ""},
               {"pow(0.0f * n, 2)", 0, "-cl-fast-relaxed-math"},
               {"powr(0.0f * n, 2)", 0, "-cl-unsafe-math-optimizations"}};
  for (const auto& one : cases) {
    build(std::string(
              "kernel void k(global const float* a, global const int* b, global float* out) {\n"
              "  size_t i = get_global_id(0);\n  float x = a[i];\n  float n = b[i];\n"
              "  out[i] = ") +
              one.expression + ";\n}\n",
          one.options);
    std::vector<float> x(64, infinite), out(64);
    std::vector<int> n(64, 3);
    run({{64}, {}, {}}, x, n, out);
    for (const float got : out) {
      ASSERT_EQ(got, one.expected) << one.expression << " " << one.options;
    }
  }
}

/// The square of an approximation of pow's.
TEST_P(Mathematics, powersUnderRelaxedMathematics) {
  expect_near<float>(
      "pow(fabs(x) < 100 && fabs(x) > 0.01f ? x : 2, 3)", 1000,
      [](long double x, long double, int) {
        const long double bounded = std::fabs(x) < 100 && std::fabs(x) > 0.01F ? x : 2.0L;
        return bounded * bounded * bounded;
      },
      "-cl-fast-relaxed-math");
}

/// Where the CPU permutes registers these are no loads.
TEST_P(Mathematics, tablesOfAnySizeAndType) {
  struct Type {
    const char* name;
    size_t bytes;
  };
  for (const Type type :
       {Type{"float", 4}, {"int", 4}, {"double", 8}, {"long", 8}, {"ushort", 2}}) {
    for (const size_t size : {5, 8, 9, 16, 17, 31, 40, 64, 65}) {
      std::string values;
      for (size_t i = 0; i < size; ++i) {
        values += std::to_string(i * 37 % 101) + ", ";
      }
      const std::string t = type.name, n = std::to_string(size);
      build("constant " + t + " table[2][" + n + "] = {{" + values + "}, {1, 2, 3}};\n" +
            "kernel void k(global const int* in, global double* out) {\n"
            "  size_t i = get_global_id(0);\n  int at = in[i];\n"
            "  out[3 * i] = table[0][at];\n  out[3 * i + 1] = 7;\n"
            "  if (at % 3 == 1) out[3 * i + 1] = table[0][at];\n"
            "  out[3 * i + 2] = table[1][at & 3];\n}\n");
      constexpr size_t count = 200;
      std::vector<int> in(count);
      std::vector<double> out(3 * count);
      for (size_t i = 0; i < count; ++i) {
        in[i] = int(i * 7 % size);
      }
      run({{count}, {}, {}}, in, out);
      for (size_t i = 0; i < count; ++i) {
        const int at = in[i];
        const double value = double(size_t(at) * 37 % 101);
        SCOPED_TRACE(testing::Message() << t << "[" << n << "], element " << at);
        ASSERT_EQ(out[3 * i], value);
        ASSERT_EQ(out[3 * i + 1], at % 3 == 1 ? value : 7);
        ASSERT_EQ(out[3 * i + 2], (at & 3) == 3 ? 0 : (at & 3) + 1);
      }
    }
  }
}

ALL_VARIANTS(Mathematics);

} // namespace
