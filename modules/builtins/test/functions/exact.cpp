// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematical functions with one right answer: rounding, choosing, taking apart, fma, remquo; and
// those whose accuracy the specification leaves open (lgamma).
#include "functions/elementwise.h"

#include <mpfr.h>

namespace {

/// x, which is exactly representable, as T.
template <typename T> T represent(double x) {
  if constexpr (std::is_same_v<T, Half>) {
    for (uint32_t i = 0; i < 65536; ++i) {
      const Half candidate{uint16_t(i)};
      if (std::bit_cast<uint64_t>(candidate.value()) == std::bit_cast<uint64_t>(x)) {
        return candidate;
      }
    }
    return Half{uint16_t(std::isnan(x) ? 0x7E00 : 0xFFFF)};
  } else {
    return T(x);
  }
}

template <typename T> class Exact : public testing::Test {
public:
  /// Finding a half by its value is slow: fewer of them.
  static std::vector<T> some(uint64_t seed) {
    auto result = values<T>(seed);
    result.resize(std::is_same_v<T, Half> ? 192 : result.size());
    return result;
  }
  std::vector<T> in_a = some(1), in_b = some(2), in_c = some(3);
};
using Types = testing::Types<Half, float, double>;
TYPED_TEST_SUITE(Exact, Types);

template <typename T, typename F, typename... V>
void expect_exact(const char* name, F reference, const V&... in) {
  expect_elementwise<T>(
      name, {1}, [&](auto... x) { return represent<T>(reference(real(x)...)); }, in...);
}

TYPED_TEST(Exact, rounding) {
  using T = TypeParam;
  expect_exact<T>("ceil", [](double x) { return std::ceil(x); }, this->in_a);
  expect_exact<T>("floor", [](double x) { return std::floor(x); }, this->in_a);
  expect_exact<T>("rint", [](double x) { return std::nearbyint(x); }, this->in_a);
  expect_exact<T>("round", [](double x) { return std::round(x); }, this->in_a);
  expect_exact<T>("trunc", [](double x) { return std::trunc(x); }, this->in_a);
}

TYPED_TEST(Exact, choosing) {
  using T = TypeParam;
  const auto& [a, b] = std::tie(this->in_a, this->in_b);
  expect_elementwise<T>(
      "fabs", {1},
      [](T x) { return from_bits<T>(bits(x) & ((uint64_t(1) << (sizeof(T) * 8 - 1)) - 1)); }, a);
  expect_exact<T>("copysign", [](double x, double y) { return std::copysign(x, y); }, a, b);
  // Not C's, which may treat signalling NaN otherwise.
  const auto larger_of = [](double x, double y) {
    return std::isnan(x) ? y : std::isnan(y) ? x : x < y ? y : x;
  };
  const auto smaller_of = [](double x, double y) {
    return std::isnan(x) ? y : std::isnan(y) ? x : y < x ? y : x;
  };
  expect_exact<T>("fmax", larger_of, a, b);
  expect_exact<T>("fmin", smaller_of, a, b);
  const auto by_size = [&](double x, double y, bool larger) {
    const double p = std::fabs(x), q = std::fabs(y);
    if (std::isnan(x) || std::isnan(y) || p == q) {
      return larger ? larger_of(x, y) : smaller_of(x, y);
    }
    return (p > q) == larger ? x : y;
  };
  expect_exact<T>("maxmag", [&](double x, double y) { return by_size(x, y, true); }, a, b);
  expect_exact<T>("minmag", [&](double x, double y) { return by_size(x, y, false); }, a, b);
}

/// Angles in half turns are exact where the angle is a whole number of quarter turns.
TYPED_TEST(Exact, quarterTurns) {
  using T = TypeParam;
  const auto list = [](std::initializer_list<double> numbers) {
    std::vector<T> result;
    for (const double x : numbers) {
      result.push_back(represent<T>(x));
    }
    return result;
  };
  expect_exact<T>("acospi", [](double x) { return (1 - x) / 2; }, list({0.0, -0.0, 1, -1}));
  expect_exact<T>("asinpi", [](double x) { return x / 2; }, list({1, -1, 0.0, -0.0}));
  expect_exact<T>(
      "atanpi", [](double x) { return std::copysign(0.5, x); }, list({INFINITY, -INFINITY}));
  expect_exact<T>(
      "atan2pi", [](double y, double) { return std::copysign(0.5, y); }, list({1, -1, 3, -0.25}),
      list({0.0, -0.0, -0.0, 0.0}));
  expect_exact<T>(
      "atan2pi", [](double y, double x) { return std::copysign(std::signbit(x) ? 1.0 : 0.0, y); },
      list({0.0, -0.0, 0.0, -0.0}), list({1, -1, -3, 0.25}));
}

TYPED_TEST(Exact, exponents) {
  using T = TypeParam;
  expect_elementwise<int32_t>(
      "ilogb", {1},
      [](T x) {
        const double v = real(x);
        return v == 0 ? INT32_MIN : std::isfinite(v) ? std::ilogb(v) : INT32_MAX;
      },
      this->in_a);
  expect_exact<T>("logb", [](double x) { return std::logb(x); }, this->in_a);
  // Scaled into range, so that the reference needs no rounding but the type's own.
  std::vector<int32_t> k(this->in_a.size());
  for (size_t i = 0; i < k.size(); ++i) {
    k[i] = int32_t(i % 2200) - 1100;
  }
  const auto got = run<T>("ldexp", 1, this->in_a, k);
  for (size_t i = 0; i < got.size(); ++i) {
    const double x = real(this->in_a[i]);
    T expected;
    if constexpr (std::is_same_v<T, double>) {
      expected = std::ldexp(x, k[i]);
    } else if constexpr (std::is_same_v<T, float>) {
      expected = float(std::ldexp(x, k[i])); // double rounds only where float is long 0
    } else {
      const std::vector<double> exact = {std::ldexp(x, k[i])};
      expected = run<Half>("convert_half_rte", 1, exact)[0];
    }
    EXPECT_TRUE(same(got[i], expected)) << type_name<T>() << " " << x << " 2^" << k[i];
  }
}

TYPED_TEST(Exact, parts) {
  using T = TypeParam;
  const std::string ir = ir_type(type_name<T>()), m = mangle("", {type_name<T>()}).substr(3);
  const auto& a = this->in_a;
  std::vector<T> first(a.size()), second(a.size());
  std::vector<int32_t> e(a.size());
  Native("_Z4modf" + m + "P" + m, ir, {ir, "ptr " + ir})(a.size(), first.data(),
                                                         {a.data(), second.data()});
  for (size_t i = 0; i < a.size(); ++i) {
    double whole = 0;
    const double part = std::modf(real(a[i]), &whole);
    EXPECT_TRUE(same(first[i], represent<T>(part))) << "modf " << real(a[i]);
    EXPECT_TRUE(same(second[i], represent<T>(whole))) << "modf " << real(a[i]);
  }
  Native("_Z5frexp" + m + "Pi", ir, {ir, "ptr i32"})(a.size(), first.data(), {a.data(), e.data()});
  for (size_t i = 0; i < a.size(); ++i) {
    int exponent = 0;
    const double digits = std::frexp(real(a[i]), &exponent);
    EXPECT_TRUE(same(first[i], represent<T>(digits))) << "frexp " << real(a[i]);
    if (std::isfinite(real(a[i]))) {
      EXPECT_EQ(e[i], exponent) << "frexp " << real(a[i]);
    }
  }
  Native("_Z5fract" + m + "P" + m, ir, {ir, "ptr " + ir})(a.size(), first.data(),
                                                          {a.data(), second.data()});
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = real(a[i]), part = real(first[i]);
    EXPECT_TRUE(same(second[i], represent<T>(std::floor(x)))) << "fract " << x;
    if (!std::isnan(x)) {
      EXPECT_TRUE(part >= 0 && part < 1) << "fract " << x << " gives " << part;
    }
    if (x >= 0 && std::isfinite(x)) {
      EXPECT_EQ(part, x - std::floor(x));
    }
  }
}

TYPED_TEST(Exact, neighbours) {
  using T = TypeParam;
  const auto ordered = [](T x) {
    const uint64_t sign = uint64_t(1) << (sizeof(T) * 8 - 1);
    const auto size = int64_t(bits(x) & (sign - 1));
    return bits(x) & sign ? -size : size;
  };
  const auto got = run<T>("nextafter", 1, this->in_a, this->in_b);
  for (size_t i = 0; i < got.size(); ++i) {
    const double x = real(this->in_a[i]), y = real(this->in_b[i]);
    if (std::isnan(x) || std::isnan(y)) {
      EXPECT_TRUE(std::isnan(real(got[i])));
    } else {
      const int64_t step = x < y ? 1 : x > y ? -1 : 0;
      EXPECT_EQ(ordered(got[i]), ordered(this->in_a[i]) + step) << x << " towards " << y;
    }
  }
}

template <typename T> T fma_reference(double a, double b, double c) {
  // Exact in 3000 bits, then rounded once.
  mpfr_t x, y, z;
  mpfr_inits2(4400, x, y, z, mpfr_ptr(nullptr));
  mpfr_set_d(x, a, MPFR_RNDN);
  mpfr_set_d(y, b, MPFR_RNDN);
  mpfr_mul(x, x, y, MPFR_RNDN);
  mpfr_set_d(z, c, MPFR_RNDN);
  mpfr_add(x, x, z, MPFR_RNDN);
  const double result =
      std::is_same_v<T, float> ? double(mpfr_get_flt(x, MPFR_RNDN)) : mpfr_get_d(x, MPFR_RNDN);
  mpfr_clears(x, y, z, mpfr_ptr(nullptr));
  return T(result);
}

template <typename T> void test_fma(bool hardware) {
  auto a = values<T>(1), b = values<T>(2), c = values<T>(3);
  for (size_t i = 0; i < a.size(); ++i) {
    switch (i % 4) {
    case 0: // near cancellation
      c[i] = -a[i] * b[i];
      break;
    case 1: // a product that is a denormal, or just not
      b[i] = T(std::ldexp(double(b[i]), std::is_same_v<T, float> ? -130 : -1000));
      break;
    default:
      break;
    }
  }
  const std::string ir = ir_type(type_name<T>());
  std::vector<T> got(a.size());
  Native(mangle("fma", {type_name<T>(), type_name<T>(), type_name<T>()}), ir, {ir, ir, ir},
         {.fma = hardware})(a.size(), got.data(), {a.data(), b.data(), c.data()});
  for (size_t i = 0; i < a.size(); ++i) {
    const T expected = fma_reference<T>(a[i], b[i], c[i]);
    EXPECT_TRUE(got[i] == expected || same(got[i], expected))
        << std::hexfloat << a[i] << " " << b[i] << " " << c[i] << " gives " << got[i] << ", not "
        << expected << (hardware ? "" : " in software");
  }
}

TEST(Fma, inSoftwareAsInHardware) {
  test_fma<float>(false);
  test_fma<double>(false);
  test_fma<float>(true);
  test_fma<double>(true);
}

TEST(Fma, halfIsRoundedOnce) {
  const auto a = values<Half>(1), b = values<Half>(2), c = values<Half>(3);
  const auto got = run<Half>("fma", 1, a, b, c);
  std::vector<double> sums(a.size());
  size_t exact = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const long double sum = (long double)(a[i].value()) * b[i].value() + c[i].value();
    sums[i] = double(sum);
    exact += sums[i] == sum;
  }
  const auto expected = run<Half>("convert_half_rte", 1, sums);
  for (size_t i = 0; i < a.size(); ++i) {
    const long double sum = (long double)(a[i].value()) * b[i].value() + c[i].value();
    if (sums[i] == sum || std::isnan(sums[i])) {
      EXPECT_TRUE(same(got[i], expected[i]))
          << a[i].value() << " " << b[i].value() << " " << c[i].value();
    }
  }
  EXPECT_GT(exact, a.size() / 2);
}

template <typename T> void test_remquo(TargetFacts facts) {
  auto a = values<T>(1), b = values<T>(2);
  for (size_t i = 0; i < a.size(); i += 2) { // quotients of ordinary size, ties among them
    b[i] = T(std::ldexp(double(a[i]), -int(i % 9))) / T(i % 5 + 1) * T(i % 3 == 0 ? 1.37 : 1);
  }
  const std::string ir = ir_type(type_name<T>()), m = mangle("", {type_name<T>()}).substr(3);
  std::vector<T> got(a.size());
  std::vector<int32_t> quotient(a.size());
  Native("_Z6remquo" + m + m + "Pi", ir, {ir, ir, "ptr i32"},
         facts)(a.size(), got.data(), {a.data(), b.data(), quotient.data()});
  for (size_t i = 0; i < a.size(); ++i) {
    mpfr_t x, y, r;
    mpfr_inits2(64, x, y, r, mpfr_ptr(nullptr));
    mpfr_set_d(x, a[i], MPFR_RNDN);
    mpfr_set_d(y, b[i], MPFR_RNDN);
    long q = 0;
    mpfr_remquo(r, &q, x, y, MPFR_RNDN);
    const double expected = mpfr_get_d(r, MPFR_RNDN);
    EXPECT_TRUE(same(double(got[i]), expected)) << a[i] << " by " << b[i];
    if (!std::isnan(expected)) {
      const int32_t low = int32_t(std::abs(q) & 0x7F);
      EXPECT_EQ(quotient[i], q < 0 ? -low : low) << a[i] << " by " << b[i];
    }
    mpfr_clears(x, y, r, mpfr_ptr(nullptr));
  }
}

TEST(Remquo, remainderAndSevenBitsOfTheQuotient) {
  for (const TargetFacts facts :
       {TargetFacts{}, TargetFacts{.fma = false}, TargetFacts{.exponent_operations = true}}) {
    test_remquo<float>(facts);
    test_remquo<double>(facts);
  }
}

TEST(Nan, carriesItsCode) {
  const std::vector<uint32_t> codes = {0, 1, 0x3FFFFF, 0xFFFFFFFF};
  const auto got = run<float>("nan", 1, codes);
  for (size_t i = 0; i < codes.size(); ++i) {
    EXPECT_TRUE(std::isnan(got[i]));
    EXPECT_EQ(bits(got[i]) & 0x3FFFFF, codes[i] & 0x3FFFFF);
  }
}

/// No limit is stated for lgamma; 1e-12 of the larger of 1 and the result is far from wrong.
TEST(Lgamma, closeAndWithTheSignOfGamma) {
  std::vector<double> x = {0.5,  1,    1.5,   2,      2.5,    3,      10,   11.9,
                           12,   100,  1e10,  1e300,  1e-10,  1e-300, -0.5, -1.5,
                           -2.5, -3.7, -10.1, -100.3, -1e-10, 0.0,    -1.0, INFINITY};
  for (int i = 0; i < 2000; ++i) {
    x.push_back(-20 + i * 0.0301);
  }
  std::vector<double> got(x.size());
  std::vector<int32_t> sign(x.size());
  Native("_Z8lgamma_rdPi", "double", {"double", "ptr i32"})(x.size(), got.data(),
                                                            {x.data(), sign.data()});
  mpfr_t value;
  mpfr_init2(value, 200);
  for (size_t i = 0; i < x.size(); ++i) {
    int expected_sign = 1;
    mpfr_set_d(value, x[i], MPFR_RNDN);
    mpfr_lgamma(value, &expected_sign, value, MPFR_RNDN);
    const double expected = mpfr_get_d(value, MPFR_RNDN);
    if (std::isinf(expected)) {
      EXPECT_EQ(got[i], expected) << x[i];
    } else {
      EXPECT_NEAR(got[i], expected, 1e-12 * std::max(1.0, std::fabs(expected))) << x[i];
      EXPECT_EQ(sign[i], expected_sign) << x[i];
    }
  }
  mpfr_clear(value);
}

TEST(Lgamma, ofTheLargestNumbersOverflows) {
  const std::vector<double> x = {0x1.7p+1014, 0x1.76p+1014, 0x1p+1015,
                                 0x1p+1017,   0x1p+1019,    0x1.fffffffffffffp+1023};
  std::vector<double> got(x.size());
  Native("_Z6lgammad", "double", {"double"})(x.size(), got.data(), {x.data()});
  EXPECT_NEAR(got[0] / std::lgamma(x[0]), 1, 1e-12); // the largest result is a little greater
  for (size_t i = 1; i < x.size(); ++i) {
    EXPECT_EQ(got[i], INFINITY) << x[i];
  }
}

TEST(Sincos, givesBoth) {
  const auto x = values<float>(1);
  std::vector<float> sine(x.size()), cosine(x.size());
  Native("_Z6sincosfPf", "float", {"float", "ptr float"})(x.size(), sine.data(),
                                                          {x.data(), cosine.data()});
  const auto sin = run<float>("sin", 1, x), cos = run<float>("cos", 1, x);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_TRUE(same(sine[i], sin[i]) && same(cosine[i], cos[i])) << x[i];
  }
}

/// Out parameters of vectors, and in each address space.
TEST(OutParameters, vectorsAndSpaces) {
  const auto x = values<float>(1);
  std::vector<float> scalar(x.size()), part(x.size()), whole(x.size());
  std::vector<float> scalar_whole(x.size());
  Native("_Z4modffPf", "float", {"float", "ptr float"})(x.size(), scalar.data(),
                                                        {x.data(), scalar_whole.data()});
  const std::pair<const char*, const char*> forms[] = {{"_Z4modfDv4_fPS_", "ptr"},
                                                       {"_Z4modfDv4_fPU3AS1S_", "ptr1"},
                                                       {"_Z4modfDv4_fPU3AS3S_", "ptr3"}};
  for (const auto& [name, pointer] : forms) {
    Native(name, "<4 x float>", {"<4 x float>", std::string(pointer) + " <4 x float>"})(
        x.size() / 4, part.data(), {x.data(), whole.data()});
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_TRUE(same(part[i], scalar[i]) && same(whole[i], scalar_whole[i])) << name << x[i];
    }
  }
}

} // namespace
