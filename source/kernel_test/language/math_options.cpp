// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of the build options about arithmetic (OpenCL 1.2, section 5.6.4.2) on results.
#include "harness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace {

/// How far an exponential of x may be from the exact result with -cl-unsafe-math-optimizations:
/// 3 + |2 x| units in the last place.
double exponential_error(float x, double exact) {
  return (3 + std::floor(std::fabs(2 * double(x)))) * std::ldexp(1, std::ilogb(exact) - 23);
}

class MathOptions : public KernelTest {
protected:
  /// out[i] = expression of x[i] and y[i]
  template <typename T>
  std::vector<T> compute(const std::string& type, const std::string& expression,
                         const std::string& options, std::vector<T> x, std::vector<T> y) {
    build("kernel void k(global const " + type + "* x, global const " + type + "* y, global " +
              type + "* out) {\n  size_t i = get_global_id(0);\n  out[i] = " + expression +
              ";\n}\n",
          options);
    std::vector<T> out(x.size());
    run({{x.size()}, {}, {}}, x, y, out);
    return out;
  }
  std::vector<float> compute(const std::string& expression, const std::string& options,
                             const std::vector<float>& x) {
    return compute<float>("float", expression, options, x, x);
  }
};

const float tiny = 0x1p-140f;

/// LLVM makes minima of such selections, which code generation would take from the C library.
TEST_P(MathOptions, selectionsOfHalfAreMinima) {
  const std::string pragma = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  std::vector<cl_half> x(64), y(64), out(64);
  for (cl_half i = 0; i < 64; ++i) {
    x[i] = cl_half(0x3C00 + i * 37 % 64); // of one sign: they rise as their bits do
    y[i] = cl_half(0x3C00 + i * 29 % 64);
  }
  for (const std::string options :
       {"-cl-fast-relaxed-math", "-cl-fast-relaxed-math -cl-opt-disable",
        "-cl-finite-math-only -cl-no-signed-zeros"}) {
    build(pragma + R"(kernel void k(global const half* x, global const half* y, global half* out) {
                        size_t i = get_global_id(0);
                        out[i] = isless(x[i], y[i]) ? x[i] : y[i]; })",
          options);
    run({{64}, {}, {}}, x, y, out);
    for (size_t i = 0; i < 64; ++i) {
      ASSERT_EQ(out[i], std::min(x[i], y[i])) << options << ", item " << i;
    }
  }
}

TEST_P(MathOptions, denormalsOfFloatAreZeroOnlyIfAskedFor) {
  const std::vector<float> x(16, tiny), smallest(16, 0x1p-126f);
  for (float kept : compute("x[i] * 2.0f", "", x)) {
    EXPECT_EQ(kept, 2 * tiny);
  }
  for (float read : compute("x[i] * 0x1p+100f", "-cl-denorms-are-zero", x)) {
    EXPECT_EQ(read, 0) << "an argument";
  }
  for (float made : compute("x[i] * 0.25f", "-cl-denorms-are-zero", smallest)) {
    EXPECT_EQ(made, 0) << "a result";
  }
  for (float made : compute("exp(x[i])", "-cl-denorms-are-zero", std::vector<float>(16, -100))) {
    EXPECT_EQ(made, 0) << "of a built-in function";
  }
  for (float kept : compute("exp(x[i])", "", std::vector<float>(16, -100))) {
    EXPECT_NEAR(kept / std::exp(-100.0f), 1, 1e-3);
  }
}

TEST_P(MathOptions, denormalsOfDoubleAreZeroOnlyIfAskedFor) {
  if (is_gpu()) {
    GTEST_SKIP() << "it keeps them whatever it is asked";
  }
  const std::vector<double> x(8, 0x1p-1060);
  for (double kept : compute<double>("double", "x[i] * 2.0", "", x, x)) {
    EXPECT_EQ(kept, 0x1p-1059);
  }
  for (double made : compute<double>("double", "x[i] * 2.0", "-cl-denorms-are-zero", x, x)) {
    EXPECT_EQ(made, 0);
  }
}

TEST_P(MathOptions, constantsAreOfSinglePrecision) {
  const std::vector<float> x(16, 3);
  for (float size : compute("sizeof(0.1)", "", x)) {
    EXPECT_EQ(size, 8);
  }
  for (float size : compute("sizeof(0.1)", "-cl-single-precision-constant", x)) {
    EXPECT_EQ(size, 4);
  }
  for (float product : compute("x[i] * 0.1", "-cl-single-precision-constant", x)) {
    EXPECT_EQ(product, 3 * 0.1f);
  }
}

TEST_P(MathOptions, quotientsAndRootsAreRoundedCorrectly) {
  std::vector<float> x, y;
  for (int i = 1; i < 2000; ++i) {
    x.push_back(float(i) * 1.37f);
    y.push_back(float(i % 97) + 0.3f);
  }
  const char* option = "-cl-fp32-correctly-rounded-divide-sqrt";
  const auto quotients = compute<float>("float", "x[i] / y[i]", option, x, y);
  const auto roots = compute<float>("float", "sqrt(x[i])", option, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(quotients[i], x[i] / y[i]);
    ASSERT_EQ(roots[i], std::sqrt(x[i]));
  }
}

/// Either way of rounding is allowed; the statements are two, so that without the option there is
/// but one.
TEST_P(MathOptions, productAndSumMayBecomeOne) {
  const float a = 1 + 0x1p-12f, c = -(1 + 0x1p-11f);
  const std::vector<float> x(16, a), y(16, c);
  const std::string in_two = "({ float t = x[i] * x[i]; t + y[i]; })";
  for (float apart : compute<float>("float", in_two, "", x, y)) {
    EXPECT_EQ(apart, 0);
  }
  for (float sum : compute<float>("float", in_two, "-cl-mad-enable", x, y)) {
    EXPECT_TRUE(sum == 0 || sum == 0x1p-24f) << sum;
  }
}

TEST_P(MathOptions, whatIsFiniteStaysAsItIs) {
  const std::vector<float> x = {-3, -1, -0.25f, 0, 0.25f, 1, 3, 1e30f};
  const std::string expression = "fabs(x[i]) + (x[i] > 0 ? 1.0f : 2.0f)";
  const auto plain = compute(expression, "", x);
  EXPECT_EQ(compute(expression, "-cl-finite-math-only", x), plain);
  EXPECT_EQ(compute(expression, "-cl-no-signed-zeros", x), plain);
}

/// They may count as 0, whose logarithm is then theirs, but not as another number.
TEST_P(MathOptions, relaxedLogarithmsOfDenormals) {
  const std::vector<float> x = {0x1p-127f, 0x1p-141f, 0x1p-149f, 0x1.fffffcp-127f};
  const std::vector<float> smallest = {0x1p-126f};
  const auto check = [&](const std::string& call, const char* option, double per_power_of_two) {
    const auto results = compute(call, option, x);
    for (size_t i = 0; i < x.size(); ++i) {
      const double expected = std::log2(double(x[i])) * per_power_of_two;
      EXPECT_TRUE(std::isinf(results[i]) ? results[i] < 0 && *option != 0
                                         : std::abs(results[i] / expected - 1) < 1e-6)
          << call << " of " << x[i] << ": " << results[i] << " " << option;
    }
    EXPECT_NEAR(compute(call, option, smallest)[0] / (-126 * per_power_of_two), 1, 1e-6) << call;
  };
  for (const char* option : {"", "-cl-fast-relaxed-math"}) {
    check("log(x[i])", option, std::numbers::ln2);
    check("log2(x[i])", option, 1);
    check("log10(x[i])", option, std::numbers::ln2 / std::numbers::ln10);
  }
  for (float result : compute("native_log2(x[i])", "", x)) {
    EXPECT_TRUE(result <= -126) << result;
  }
}

TEST_P(MathOptions, relaxedFunctionsAreWithinTheirLimits) {
  std::vector<float> angles, positive, exponents;
  for (int i = 0; i < 4000; ++i) {
    angles.push_back(float(i - 2000) * 0.00157f);
    positive.push_back(std::exp2(float(i - 2000) * 0.06f));
    exponents.push_back(float(i - 2000) * 0.04f);
  }
  for (const char* option : {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"}) {
    const auto sines = compute("sin(x[i])", option, angles);
    const auto cosines = compute("cos(x[i])", option, angles);
    for (size_t i = 0; i < angles.size(); ++i) {
      ASSERT_NEAR(sines[i], std::sin(double(angles[i])), 0x1p-11);
      ASSERT_NEAR(cosines[i], std::cos(double(angles[i])), 0x1p-11);
    }
    const auto powers = compute("exp(x[i])", option, exponents);
    for (size_t i = 0; i < exponents.size(); ++i) {
      const double exact = std::exp(double(exponents[i]));
      ASSERT_NEAR(powers[i], exact, exponential_error(exponents[i], exact)) << exponents[i];
    }
    const auto logarithms = compute("log(x[i])", option, positive);
    for (size_t i = 0; i < positive.size(); ++i) {
      const double exact = std::log(double(positive[i]));
      const bool near_one = positive[i] >= 0.5f && positive[i] <= 2;
      ASSERT_NEAR(logarithms[i], exact,
                  near_one ? 0x1p-21 : 3 * std::ldexp(1, std::ilogb(exact) - 23))
          << positive[i];
    }
  }
}

TEST_P(MathOptions, nativeFunctionsAreNearEnough) {
  std::vector<float> x;
  for (int i = 1; i < 3000; ++i) {
    x.push_back(float(i) * 0.001f);
  }
  const std::pair<const char*, double (*)(double)> functions[] = {
      {"native_sin(x[i])", std::sin},
      {"native_cos(x[i])", std::cos},
      {"native_exp(x[i])", std::exp},
      {"native_exp2(x[i])", std::exp2},
      {"native_log(x[i])", std::log},
      {"native_log2(x[i])", std::log2},
      {"native_log10(x[i])", std::log10},
      {"native_sqrt(x[i])", std::sqrt},
      {"native_tan(x[i] * 0.4f)", [](double v) { return std::tan(v * double(0.4f)); }},
      {"native_exp10(x[i])", [](double v) { return std::pow(10.0, v); }},
      {"native_powr(x[i], 1.5f)", [](double v) { return std::pow(v, 1.5); }}};
  for (const auto& [expression, reference] : functions) {
    const auto got = compute(expression, "", x);
    for (size_t i = 0; i < x.size(); ++i) {
      const double exact = reference(double(x[i]));
      ASSERT_NEAR(got[i], exact, 2e-6 * std::max(1.0, std::fabs(exact)))
          << expression << " of " << x[i];
    }
  }
}

TEST_P(MathOptions, nativeFunctionsKnowTheirEnds) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(compute("native_exp(x[i])", "", {-200, 200, -infinity, infinity}),
            (std::vector<float>{0, infinity, 0, infinity}));
  EXPECT_EQ(compute("native_log2(x[i])", "", {0, infinity}),
            (std::vector<float>{-infinity, infinity}));
  const auto logarithms = compute("native_log2(x[i])", "", {8, 0.25f});
  EXPECT_NEAR(logarithms[0], 3, 1e-6);
  EXPECT_NEAR(logarithms[1], -2, 1e-6);
  for (float nan : compute("native_log(x[i])", "", {-1, -infinity, NAN})) {
    EXPECT_TRUE(std::isnan(nan));
  }
  EXPECT_TRUE(std::isnan(compute("native_exp(x[i])", "", {NAN})[0]));
}

/// From the smallest normal result to the largest finite one.
TEST_P(MathOptions, relaxedExponentialsReachTheEndsOfTheirRange) {
  const std::tuple<const char*, double (*)(double), double> functions[] = {
      {"exp(x[i])", std::exp, std::log(2.0)},
      {"exp2(x[i])", std::exp2, 1.0},
      {"exp10(x[i])", [](double v) { return std::pow(10.0, v); }, std::log10(2.0)}};
  for (const auto& [expression, reference, scale] : functions) {
    std::vector<float> x;
    for (int i = 1; i < 2000; ++i) {
      const double near = 0x1p-11 * i;
      x.push_back(float((near - 125.99) * scale));
      x.push_back(float((127.99 - near) * scale));
    }
    const auto got = compute(expression, "-cl-fast-relaxed-math", x);
    for (size_t i = 0; i < x.size(); ++i) {
      const double exact = reference(double(x[i]));
      ASSERT_NEAR(got[i], exact, exponential_error(x[i], exact)) << expression << " of " << x[i];
    }
  }
}

ALL_VARIANTS(MathOptions);

/// Within what the driver states (doc/accuracy.md), and exact where there is a limit.
TEST_P(MathOptions, reciprocalRootsThatMayBeEstimates) {
  std::vector<float> x = {0, std::numeric_limits<float>::infinity(), 1, 4, 0x1p-126f};
  for (int exponent = -125; exponent < 128; ++exponent) {
    x.push_back(std::ldexp(1 + float(exponent + 125) / 253, exponent));
  }
  struct Case {
    const char *expression, *options;
    double error; ///< relative
  };
  for (const Case& one :
       {Case{"native_rsqrt(x[i])", "", 4 * 0x1p-23}, Case{"half_rsqrt(x[i])", "", 0x1p-11},
        Case{"rsqrt(x[i])", "", 2 * 0x1p-23},
        Case{"1 / sqrt(x[i])", "-cl-unsafe-math-optimizations", 2 * 0x1p-23}}) {
    const std::vector<float> roots = compute(one.expression, one.options, x);
    EXPECT_EQ(roots[0], std::numeric_limits<float>::infinity()) << one.expression;
    EXPECT_EQ(roots[1], 0) << one.expression;
    for (size_t i = 2; i < x.size(); ++i) {
      EXPECT_NEAR(double(roots[i]) * std::sqrt(double(x[i])), 1, one.error)
          << one.expression << " of " << x[i];
    }
  }
  const std::vector<float> vectors =
      compute("native_rsqrt((float3)(x[i], 4.0f, 16.0f)).s2", "", std::vector<float>(16, 1));
  for (const float root : vectors) {
    EXPECT_NEAR(root, 0.25F, 0x1p-23);
  }
}

} // namespace
