// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's functions of half, as programs call them for which it is a class: in std, outside
// of namespaces, and with the names of SYCL in sight.
#include <cmath>

#include "check.h"

#include <math.h>

namespace {

using sycl::half;

half outside(half x) { return fmax(fabs(x), half(floor(log2(x * x)))); }
half inside(half x) { return std::fmax(std::fabs(x), half(std::floor(std::log2(x * x)))); }
half with_names(half x) {
  using namespace sycl;
  return fmax(fabs(x), half(floor(log2(x * x))));
}

/// The C library's, with a conversion to double.
static_assert(std::is_floating_point_v<decltype(pow(1.5F, 2.5F))>);
static_assert(std::is_same_v<decltype(pow(1.5F, half(2))), float>);

void functions(sycl::queue& queue) {
  half* at = sycl::malloc_shared<half>(3 * 64, queue);
  bool* facts = sycl::malloc_shared<bool>(64, queue);
  queue
      .parallel_for(64,
                    [=](sycl::id<1> i) {
                      const half x = half(int(i[0]) - 32) / half(4);
                      at[3 * i[0]] = outside(x);
                      at[3 * i[0] + 1] = inside(x);
                      at[3 * i[0] + 2] = with_names(x);
                      facts[i] = isfinite(x / half(1)) && !isnan(x) && signbit(x) == (x < half(0));
                    })
      .wait();
  for (int i = 0; i < 64; ++i) {
    const float x = float(i - 32) / 4;
    const half expected = half(std::fmax(std::fabs(x), std::floor(std::log2(x * x))));
    CHECK(at[3 * i] == expected && at[3 * i + 1] == expected && at[3 * i + 2] == expected);
    CHECK(facts[i]);
  }
  CHECK(fmax(half(1), 2.0F) == 2.0F && pow(2.0, half(3)) == 8.0 && abs(half(-1)) == half(1));
  sycl::free(at, queue);
  sycl::free(facts, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  functions(queue);
  return failures;
}
