// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vec with its swizzles, marray and half, on the host and in a kernel.
#define SYCL_SIMPLE_SWIZZLES
#include "check.h"

#include <cstddef>

namespace {

/// A class that behaves like an integer.
struct integer {
  constexpr integer(int of = 0) : value(of) {}
  friend integer operator%(const integer& a, const integer& b) { return a.value % b.value; }
  int value;
};

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
  constexpr sycl::marray<int, 2> front(1, 2);
  constexpr sycl::marray<int, 4> mixed(front, 3, sycl::marray<int, 1>(4));
  static_assert(mixed[1] == 2 && mixed[2] == 3 && mixed[3] == 4);
  const sycl::marray<integer, 2> of_class = sycl::marray<integer, 2>(7, integer(5)) % integer(4);
  return of_class[0].value == 3 && of_class[1].value == 1 ? 0 : 10;
}

bool equal(const sycl::int4& a, int x, int y, int z, int w) {
  return a[0] == x && a[1] == y && a[2] == z && a[3] == w;
}

/// Swizzles: values, places to write to, operands.
int by_name() {
  sycl::int4 v(1, 2, 3, 4);
  if (!equal(v.wzyx(), 4, 3, 2, 1) || !equal(v.abgr(), 4, 3, 2, 1) ||
      !equal(v.xxyy(), 1, 1, 2, 2)) {
    return 1;
  }
  if (!equal(v.wzyx().wzyx(), 1, 2, 3, 4) || v.zyx().y() != 2 || v.wz().hi()[0] != 3) {
    return 2;
  }
  const sycl::int3 three = v.xyz().zyx();
  const sycl::vec<int, 2> two = three.lo();
  if (three[0] != 3 || two[1] != 2 || v.xyz().size() != 3 || v.xyz().byte_size() != 16) {
    return 3;
  }
  v.xz() = v.wy();
  if (!equal(v, 4, 2, 2, 4)) {
    return 4;
  }
  v.wx() = sycl::int2(5, 6);
  if (!equal(v, 6, 2, 2, 5)) {
    return 5;
  }
  ++v.xy();
  const sycl::int2 old = v.xy()--;
  v.zw() *= v.xx();
  if (old[0] != 7 || old[1] != 3 || !equal(v, 6, 2, 12, 30)) {
    return 6;
  }
  int memory[4] = {7, 8, 9, 10};
  v.yx().load(1, memory);
  v.xyyx().store(0, memory);
  return equal(v, 10, 9, 12, 30) && memory[0] == 10 && memory[2] == 9 ? 0 : 7;
}

int as_operands() {
  const sycl::int2 a(6, 5);
  const sycl::int2 b(2, 3);
  const sycl::int2 expected(9, 7);
  const auto sums = {a + b.yx(), a.xy() + b.yx(), b.yx() + a, a.xy() + sycl::int2(3, 2)};
  for (const sycl::int2& sum : sums) {
    if (!sycl::all(sum == expected)) {
      return 11;
    }
  }
  if (sycl::any((a.yx() - 1) != sycl::int2(4, 5)) || sycl::any((7 - a.yx()) != sycl::int2(2, 1)) ||
      !sycl::all(a.xx() > b.xy()) || !sycl::all(5 < a.xx()) || sycl::any(!a.xy()) ||
      sycl::any(-a.yx() != sycl::int2(-5, -6)) || sycl::any(~a.xy() != ~a)) {
    return 12;
  }
  sycl::vec<int, 1> one(3);
  const auto part = one.swizzle<0>();
  const int sums_of_one[] = {one + part, part + part, part + 2, 3 + part};
  if (sums_of_one[0] != 6 || sums_of_one[1] != 6 || sums_of_one[2] != 5 || sums_of_one[3] != 6) {
    return 13;
  }
  one = part;
  one += part;
  const int number = part;
  const sycl::vec<int, 1> again{part};
  return number == 6 && again[0] == 6 ? 0 : 14;
}

int as_arguments() {
  const sycl::float4 v(4, 9, 0.25F, -2);
  const sycl::float2 roots = sycl::sqrt(v.xy());
  const sycl::float2 most = sycl::fmax(v.xy(), v.yx());
  const sycl::float2 limited = sycl::clamp(v.wx(), sycl::float2(0), sycl::float2(3));
  if (roots[0] != 2 || roots[1] != 3 || most[0] != 9 || limited[0] != 0 || limited[1] != 3) {
    return 31;
  }
  const sycl::float3 across = sycl::cross(v.xyz(), v.xyz());
  return sycl::dot(v.xy(), sycl::float2(1, 2)) == 22 && sycl::length(v.xx()) > 5 &&
                 sycl::distance(v.xy(), v.xy()) == 0 && across[0] == 0
             ? 0
             : 32;
}

int conversions() {
  const sycl::float4 v(1.5F, 2.5F, -1.5F, 0.4F);
  if (!equal(v.convert<int>(), 2, 2, -2, 0) || !equal(v.wzyx().convert<int>(), 0, -2, 2, 2)) {
    return 21; // the default is that of the elements: to nearest
  }
  if (!equal(v.convert<int, sycl::rounding_mode::rtz>(), 1, 2, -1, 0)) {
    return 22;
  }
  using bytes = sycl::vec<std::byte, 2>;
  bytes b(std::byte{3}, std::byte{5});
  b &= b.swizzle<1, 0>();
  b = b | std::byte{8};
  return b[0] == std::byte{9} && (~b)[1] == std::byte{246} &&
                 v.xy().as<sycl::vec<int, 2>>()[0] == 0x3fc00000
             ? 0
             : 23;
}

/// The number of the first of these checks that fails, or 0.
int first_failure() {
  for (const int number : {basics(), by_name(), as_operands(), as_arguments(), conversions()}) {
    if (number != 0) {
      return number;
    }
  }
  return 0;
}

void text_of_half() { CHECK(std::to_string(sycl::half(1.5F)) == std::to_string(1.5F)); }

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
  CHECK(first_failure() == 0);
  sycl::queue queue;
  auto* result = sycl::malloc_shared<int>(1, queue);
  *result = -1;
  queue.single_task([=] { *result = first_failure(); }).wait();
  CHECK(*result == 0);
  sycl::free(result, queue);
  function_objects();
  text_of_half();
  return failures;
}
