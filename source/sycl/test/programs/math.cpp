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
}

} // namespace

int main() {
  sycl::queue queue;
  of_one(queue);
  of_several(queue);
  exact(queue);
  half_in_std();
  return failures;
}
