// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vec, marray and half, on the host and in a kernel.
#include "check.h"

namespace {

/// Checks that run in both places; gives the number of the first that fails, or 0.
int basics() {
  const sycl::float4 a(1, 2, 3, 4);
  const sycl::float4 b(a.xy(), sycl::float2(10, 20));
  if (b[2] != 10 || (a + b)[3] != 24 || (2.0f * a).w() != 8) {
    return 1;
  }
  sycl::int4 c(0);
  c.xy() = sycl::int2(7, 8);
  c.hi() += sycl::int2(1);
  c.z() *= 5;
  if (c[0] != 7 || c[1] != 8 || c[2] != 5 || c[3] != 1) {
    return 2;
  }
  const sycl::int4 less = a < 2.5f;
  if (less[0] != -1 || less[1] != -1 || less[2] != 0 || sycl::all(less) || !sycl::any(less)) {
    return 3;
  }
  const sycl::int4 turned = c.swizzle<sycl::elem::w, 2, 1, 0>();
  if (turned[0] != 1 || turned[3] != 7 || sycl::vec<int, 2>(turned.odd())[1] != 7) {
    return 4;
  }
  if (a.convert<int, sycl::rounding_mode::rtz>()[2] != 3 || sycl::float3(1).size() != 3 ||
      sizeof(sycl::float3) != 16 || alignof(sycl::double2) != 16) {
    return 5;
  }
  if (sycl::float4(1.5f).as<sycl::int4>()[0] != 0x3fc00000) {
    return 6;
  }
  const sycl::marray<int, 5> m(1, 2, 3, 4, 5);
  const auto same = m * 2 == m + m;
  if (!sycl::all(same) || (m << 1)[4] != 10 || (-m)[0] != -1) {
    return 7;
  }
  const sycl::half h(1.5f);
  if (float(h * h) != 2.25f || std::numeric_limits<sycl::half>::digits != 11 ||
      float(sycl::half(65504.0f) * sycl::half(2)) != std::numeric_limits<float>::infinity()) {
    return 8;
  }
  int memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  sycl::int4 loaded;
  loaded.load(1, memory);
  (loaded * 2).store(0, memory);
  if (memory[0] != 10 || memory[3] != 16 || memory[4] != 5) {
    return 9;
  }
  return 0;
}

void function_objects() {
  static_assert(std::is_same_v<decltype(sycl::minimum<>()(1, 2.5F)), float>);
  static_assert(std::is_same_v<decltype(sycl::maximum<>()(short(1), short(2))), short>);
  static_assert(sycl::maximum<>()(3, 7L) == 7 && sycl::minimum<int>()(3, 7) == 3);
  const sycl::int2 least = sycl::minimum<>()(sycl::int2(1, 8), sycl::int2(4, 2));
  CHECK(least[0] == 1 && least[1] == 2);
  const sycl::marray<float, 3> a(1.0F, 2.0F, 3.0F);
  const sycl::marray<float, 3> b(3.0F, 2.0F, 1.0F);
  const auto most = sycl::maximum<sycl::marray<float, 3>>()(a, b);
  CHECK(most[0] == 3 && most[1] == 2 && most[2] == 3);
}

} // namespace

int main() {
  CHECK(basics() == 0);
  sycl::queue queue;
  auto* result = sycl::malloc_shared<int>(1, queue);
  *result = -1;
  queue.single_task([=] { *result = basics(); }).wait();
  CHECK(*result == 0);
  sycl::free(result, queue);
  function_objects();
  return failures;
}
