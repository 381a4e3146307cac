// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematics: the device against the host's C library, integers against what they are.
#include "check.h"

#include <cmath>
#include <sstream>

namespace {

constexpr int count = 64;

/// Runs f in a kernel and on the host; the results have to be within `ulp` units.
template <typename T, typename F> void same(sycl::queue& queue, const char* name, double ulp, F f) {
  auto* in = sycl::malloc_shared<T>(count, queue);
  auto* out = sycl::malloc_shared<T>(count, queue);
  for (int i = 0; i < count; ++i) {
    in[i] = T(0.05 + 0.013 * i);
  }
  queue.parallel_for(count, [=](sycl::id<1> i) { out[i] = f(in[i]); }).wait();
  for (int i = 0; i < count; ++i) {
    const double expected = double(f(in[i]));
    const double unit =
        double(std::numeric_limits<T>::epsilon()) * std::fmax(std::fabs(expected), 1e-6);
    if (!(std::fabs(double(out[i]) - expected) <= ulp * unit)) {
      ++failures;
      std::printf("%s of %.17g: %.17g, expected %.17g\n", name, double(in[i]), double(out[i]),
                  expected);
      break;
    }
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

#define SAME(name, ulp)                                                                            \
  same<float>(queue, #name, ulp, [](auto x) { return sycl::name(x); });                            \
  same<double>(queue, #name " of double", ulp, [](auto x) { return sycl::name(x); });              \
  same<sycl::half>(queue, #name " of half", 2, [](auto x) { return sycl::name(x); });

void of_one(sycl::queue& queue) {
  SAME(acos, 5)
  SAME(asinpi, 6)
  SAME(atanh, 6)
  SAME(cbrt, 3)
  SAME(ceil, 0)
  SAME(cos, 5)
  SAME(cospi, 5)
  SAME(erf, 17)
  SAME(exp, 4)
  SAME(exp10, 4)
  SAME(expm1, 4)
  SAME(log, 4)
  SAME(log1p, 4)
  SAME(log2, 4)
  SAME(rint, 0)
  SAME(rsqrt, 3)
  SAME(sin, 5)
  SAME(sinpi, 5)
  SAME(sqrt, 4)
  SAME(tan, 6)
  SAME(tanh, 6)
  SAME(tgamma, 17)
}

void of_several(sycl::queue& queue) {
  same<float>(queue, "pow", 17, [](float x) { return sycl::pow(x, 1.7f); });
  same<double>(queue, "atan2", 7, [](double x) { return sycl::atan2(x, 0.3); });
  same<float>(queue, "fma", 0, [](float x) { return sycl::fma(x, x, -0.25f); });
  same<float>(queue, "ldexp", 0, [](float x) { return sycl::ldexp(x, 3); });
  same<float>(queue, "hypot", 5, [](float x) { return sycl::hypot(x, 2.0f); });
  same<float>(queue, "mix", 2, [](float x) { return sycl::mix(1.0f, 5.0f, x); });
  same<float>(queue, "smoothstep", 4, [](float x) { return sycl::smoothstep(0.0f, 1.0f, x); });
  same<sycl::half>(queue, "smoothstep of half", 0, [](sycl::half x) {
    return sycl::smoothstep(sycl::half(0.037f), sycl::half(1.9f), x);
  });
  same<float>(queue, "length", 5,
              [](float x) { return sycl::length(sycl::float3(x, 2 * x, 2 * x)); });
  same<float>(queue, "fract", 1, [](float x) {
    float below = 0;
    return sycl::fract(x * 10, &below) + below;
  });
  // The C library's names in kernels.
  same<float>(queue, "std::sin", 5, [](float x) { return std::sin(x); });
  same<double>(queue, "std::pow", 17, [](double x) { return std::pow(x, 2.5); });
  same<double>(queue, "std::erf", 17, [](double x) { return std::erf(x); });
  same<double>(queue, "std::frexp", 0, [](double x) {
    int e = 0;
    return std::frexp(x, &e) + e;
  });
}

/// Integer results, on which host and device have to agree exactly.
long integers() {
  long sum = 0;
  const auto add = [&](auto x) { sum = sum * 31 + long(x); };
  add(sycl::add_sat<signed char>(100, 100));
  add(sycl::sub_sat<unsigned char>(3, 5));
  add(sycl::mul_hi<int>(-2000000000, 3));
  add(sycl::mul_hi<long>(-6000000000000000000, 5));
  add(sycl::mul_hi<unsigned long>(~0UL, ~0UL));
  add(sycl::mad_sat<short>(300, 300, 1));
  add(sycl::mad_sat<long>(-4000000000000, 4000000000000, 5));
  add(sycl::mad_sat<long>(3, 4, -5));
  add(sycl::hadd<int>(-7, 4));
  add(sycl::rhadd<unsigned>(~0U, ~0U - 1));
  add(sycl::clz<short>(256));
  add(sycl::ctz<unsigned long>(1UL << 40));
  add(sycl::popcount<signed char>(-1));
  add(sycl::rotate<unsigned char>(0x81, 1));
  add(sycl::abs_diff<int>(-2147483647, 2147483647));
  add(sycl::abs(-5));
  add(sycl::upsample(std::int16_t(-2), std::uint16_t(7)));
  add(sycl::clamp(17, 3, 9));
  return sum;
}

void exact(sycl::queue& queue) {
  CHECK(sycl::add_sat<signed char>(100, 100) == 127 && sycl::sub_sat<unsigned char>(3, 5) == 0);
  CHECK(sycl::mul_hi<int>(-2000000000, 3) == -2 &&
        sycl::mul_hi<unsigned long>(~0UL, ~0UL) == ~0UL - 1);
  CHECK(sycl::mad_sat<short>(300, 300, 1) == 32767 && sycl::mad_sat<long>(3, 4, -5) == 7);
  CHECK(sycl::mad_sat<long>(-4000000000000, 4000000000000, 5) == std::numeric_limits<long>::min());
  CHECK(sycl::hadd<int>(-7, 4) == -2 && sycl::clz<short>(256) == 7);
  CHECK(sycl::rotate<unsigned char>(0x81, 1) == 3 && sycl::popcount<signed char>(-1) == 8);
  auto* result = sycl::malloc_shared<long>(2, queue);
  queue.single_task([=] {
    result[0] = integers();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    result[1] = sycl::isnan(nan) && !sycl::isfinite(nan) && sycl::signbit(-0.0f) &&
                sycl::isless(1.0f, 2.0f) && sycl::isunordered(1.0f, nan) &&
                sycl::select(1, 2, true) == 2 && sycl::bitselect(0x0f, 0xf0, 0x3c) == 0x33;
  });
  queue.wait();
  CHECK(result[0] == integers());
  CHECK(result[1] == 1);
  // Of numbers that the compiler does not know.
  result[0] = -3;
  result[1] = 1L << 62;
  queue.single_task([=] {
    const long high = sycl::mul_hi(result[0], result[1]);
    result[1] = long(sycl::mul_hi(~0UL, static_cast<unsigned long>(result[1])));
    result[0] = high;
  });
  queue.wait();
  CHECK(result[0] == -1 && result[1] == (1L << 62) - 1);
  sycl::free(result, queue);
}

/// The C++ library's functions take half, too, and streams print it.
void half_in_std() {
  const sycl::half x(-2.25f);
  CHECK(std::floor(x) == sycl::half(-3.0f) && std::fabs(x) == sycl::half(2.25f));
  CHECK(std::fmin(x, sycl::half(1.0f)) == x && std::signbit(x) && std::isfinite(x));
  CHECK(std::isnan(std::numeric_limits<sycl::half>::quiet_NaN()));
  CHECK(!std::isnormal(std::numeric_limits<sycl::half>::denorm_min()));
  std::ostringstream text;
  text << x;
  CHECK(text.str() == "-2.25");
  int exponent = 0;
  CHECK(std::frexp(x, &exponent) == sycl::half(-0.5625f) && exponent == 2);
  CHECK(std::fmax(1.0f, x) == 1.0f && std::hypot(x, 3.0) == 3.75);
}

// Functions of vec, swizzles and marray: template arguments that programs name, types of results,
// functions with a second result.
using sycl::float2;
using sycl::int2;
using float3s = sycl::marray<float, 3>;

template <typename Result, typename T> void is(const T& /*value*/) {
  static_assert(std::is_same_v<Result, T>);
}

void types() {
  const float2 a(0.5f, -1.5f);
  const float2 b(2.0f, 3.0f);
  const int2 n(1, -2);
  const float3s m(1.0f, 2.0f, 3.0f);
  float2 v = a;
  const auto s = v.swizzle<1, 0>();

  is<float2>(sycl::sin<float2>(a));
  is<float2>(sycl::atan2<float2, float2>(a, b));
  is<float2>(sycl::atan2(s, b));
  is<float3s>(sycl::fma<float3s, float3s, float3s>(m, m, m));
  is<float2>(sycl::pown<float2, int2>(a, n));
  is<float2>(sycl::ldexp<float2>(s, 2));
  is<int2>(sycl::ilogb<float2>(a));
  is<float2>(sycl::nan<sycl::uint2>(sycl::uint2(1, 2)));
  is<float2>(sycl::native::divide<float2, float2>(a, b));
  is<float3s>(sycl::half_precision::recip<float3s>(m));

  is<int>(sycl::max<int, int>(1, 2));
  is<float2>(sycl::max<float2>(a, 1));
  is<float>(sycl::clamp<float, float, float>(1, 2, 3));
  is<float2>(sycl::clamp<float2>(a, 0, 1));
  is<float2>(sycl::step<float2>(0, a));
  is<float2>(sycl::smoothstep<float2>(0, 1, a));
  is<float2>(sycl::mix<float2, float2>(a, b, 0.5f));
  is<int>(sycl::abs_diff<int, int>(-1, 2));
  is<short>(sycl::upsample<signed char, unsigned char>(-1, 3));
  is<sycl::vec<short, 2>>(sycl::upsample(sycl::char2(-1, 2), sycl::uchar2(3, 4)));

  is<float>(sycl::dot<float2, float2>(a, b));
  is<float>(sycl::dot<float, float>(1, 2));
  is<float>(sycl::fast_length<float2>(a));
  is<float3s>(sycl::cross<float3s, float3s>(m, m));

  is<bool>(sycl::isnan(1.0f));
  is<int2>(sycl::isless<float2, float2>(a, b));
  is<sycl::marray<bool, 3>>(sycl::isfinite<float3s>(m));
  is<int>(sycl::any<int2>(n));
  is<bool>(sycl::all<sycl::marray<int, 2>>(sycl::marray<int, 2>(1, 2)));
  is<float2>(sycl::select<float2, float2, int2>(a, s, n));
  is<float>(sycl::bitselect<float, float, float>(1, 2, 3));
}

/// Values of functions on host and device.
struct results {
  float2 values[12];
  int2 integers[4];
};

results calculate() {
  results r{};
  float2* const to = r.values;
  int2* const whole = r.integers;
  const float infinity = std::numeric_limits<float>::infinity();
  to[0] = sycl::modf(float2(-1.5f, -infinity), &to[1]);
  to[2] = sycl::fract(float2(-1.25f, infinity), &to[3]);
  to[4] = sycl::frexp(float2(-6.5f, 0.0f), &whole[0]);
  to[5] = sycl::remquo(float2(1e6f, -7.0f), float2(-0.5f, 2.0f), &whole[1]);
  to[6] = sycl::lgamma_r(float2(-0.5f, 4.0f), &whole[2]);
  to[7] = sycl::sincos(float2(0.0f, 0.25f), &to[8]);
  to[9] = sycl::step(float2(1, 2), float2(1.5f, 1.5f));
  to[10] = sycl::select(float2(1, 2), float2(3, 4), int2(0, -1));
  float part = 0;
  to[11] = float2(sycl::fract(3.75f, &part), part);
  whole[3] = int2(sycl::ilogb(0.3f), int(sycl::mul24(-3, 5) + sycl::mad24(2, 3, 4)));
  return r;
}

bool are(const float2& a, float x, float y) {
  const auto near = [](float p, float q) { return p == q || std::fabs(p - q) < 1e-5f; };
  return near(a[0], x) && near(a[1], y);
}

void check(const results& r) {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(are(r.values[0], -0.5f, 0) && std::signbit(r.values[0][1]));
  CHECK(are(r.values[1], -1, -infinity));
  CHECK(are(r.values[2], 0.75f, 0) && are(r.values[3], -2, infinity));
  CHECK(are(r.values[4], -0.8125f, 0) && r.integers[0][0] == 3 && r.integers[0][1] == 0);
  // Minus 2000000 is minus 0 modulo 128; minus 7 is minus 4 times 2, and 1.
  CHECK(are(r.values[5], 0, 1) && r.integers[1][0] == 0 && r.integers[1][1] == -4);
  CHECK(are(r.values[6], 1.2655121f, 1.7917595f));
  CHECK(r.integers[2][0] == -1 && r.integers[2][1] == 1);
  CHECK(are(r.values[7], 0, 0.24740396f) && are(r.values[8], 1, 0.96891242f));
  CHECK(are(r.values[9], 1, 0) && are(r.values[10], 1, 4) && are(r.values[11], 0.75f, 3));
  CHECK(r.integers[3][0] == -2 && r.integers[3][1] == -5);
}

void containers(sycl::queue& queue) {
  types();
  check(calculate());
  auto* made = sycl::malloc_shared<results>(1, queue);
  queue.single_task([=] { *made = calculate(); }).wait();
  check(*made);
  const float zero = sycl::fract(-0.0f, &made->values[0][0]);
  CHECK(zero == 0 && std::signbit(zero) && std::signbit(made->values[0][0]));
  const float none = sycl::fract(std::numeric_limits<float>::quiet_NaN(), &made->values[0][0]);
  CHECK(sycl::isnan(none) && sycl::isnan(sycl::nan(5U)));
  sycl::free(made, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  of_one(queue);
  of_several(queue);
  exact(queue);
  half_in_std();
  containers(queue);
  return failures;
}
