// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of several blocks.
#include <cstdio>
#include <sycl/sycl.hpp>

#ifdef UNDEFINED
SYCL_EXTERNAL int nowhere(int);
#else
inline int nowhere(int i) { return i; }
#endif

template <int N> void run(sycl::queue& queue, int* data) {
  queue.parallel_for(8, [=](sycl::id<1> i) {
    int sum = 0;
    for (int k = 0; k < nowhere(int(i)) + N; ++k) {
      switch ((k + N) % 5) {
      case 0:
        sum += data[k % 8];
        break;
      case 1:
        sum ^= N;
        break;
      case 2:
        for (int j = 0; j < N % 4; ++j) {
          sum += data[(j + k) % 8] * j;
        }
        break;
      default:
        sum += k;
      }
      if (sum > 1000 * N) {
        break;
      }
    }
    data[8 * N + int(i)] = sum;
  });
}

template <int... Numbers> unsigned run_all(std::integer_sequence<int, Numbers...>) {
  sycl::queue queue{sycl::property::queue::in_order()};
  auto* data = sycl::malloc_shared<int>(8 * (sizeof...(Numbers) + 1), queue);
  for (int i = 0; i < 8; ++i) {
    data[i] = i;
  }
  (run<Numbers + 1>(queue, data), ...);
  queue.wait();
  unsigned sum = 0;
  for (size_t i = 0; i < 8 * (sizeof...(Numbers) + 1); ++i) {
    sum = sum * 3 + unsigned(data[i]);
  }
  return sum;
}

int main() { std::printf("%u\n", run_all(std::make_integer_sequence<int, 40>())); }
