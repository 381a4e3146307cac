// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels on vec and marray without a branch of their own; with LARGE, one on an marray of many
// elements.
#include <sycl/sycl.hpp>

template <typename V> void operators(sycl::queue& queue, V* data) {
  queue.parallel_for(8, [=](sycl::id<1> i) {
    const V a = data[i];
    const V b = data[i + 1];
    data[i] = (a + b) * a - b / (-a) + V(3);
  });
}

#ifdef LARGE
int main() {
  sycl::queue queue;
  operators(queue, sycl::malloc_shared<sycl::marray<float, 64>>(16, queue));
  queue.wait();
}
#else
int main() {
  sycl::queue queue;
  auto* float4 = sycl::malloc_shared<sycl::float4>(16, queue);
  auto* int16 = sycl::malloc_shared<sycl::int16>(16, queue);
  auto* half16 = sycl::malloc_shared<sycl::half16>(16, queue);
  auto* small = sycl::malloc_shared<sycl::marray<float, 16>>(16, queue);
  operators(queue, float4);
  operators(queue, int16);
  operators(queue, small);
  queue.parallel_for(8, [=](sycl::id<1> i) {
    const sycl::int16 a = int16[i];
    const sycl::int16 b = (a << 3) % (a | 1) ^ ~a & (a >> 2);
    int16[i] = sycl::select(a, b.swizzle<3, 2, 1, 0, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12>(),
                            (a < b) && !b);
  });
  queue.parallel_for(8, [=](sycl::id<1> i) {
    const sycl::half16 a = half16[i];
    const sycl::half16 b = half16[i + 1];
    // More calls of a function than an optimiser makes inline by itself.
    const sycl::half16 powers = sycl::pow(a, b) + sycl::pow(b, a) + sycl::pow(a, a);
    int16[i] = sycl::isless(powers, b).convert<int>() + powers.convert<int>();
    float4[i] = sycl::mix(float4[i + 1], sycl::float4(sycl::dot(float4[i], float4[i + 1])), 0.5F);
    float4[i].lo() = float4[i + 1].hi() * 2.0F;
    small[i] = sycl::fma(small[i], small[i + 1], sycl::max(small[i], small[i + 2]));
  });
  queue.wait();
}
#endif
