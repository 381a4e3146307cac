// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  constexpr size_t count = 1000;
  auto* a = sycl::malloc_shared<float>(count, queue);
  auto* b = sycl::malloc_shared<float>(count, queue);
  auto* c = sycl::malloc_shared<float>(count, queue);
  for (size_t i = 0; i < count; ++i) {
    a[i] = float(i);
    b[i] = 2 * float(i);
    c[i] = -1;
  }
  queue.parallel_for(count, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait();
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    wrong += c[i] != 3 * float(i);
  }
  std::printf("%zu of %zu sums are wrong\n", wrong, count);
  return wrong != 0;
}
