// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constants.h"

#include <cstdio>

constexpr sycl::specialization_id<int> own(1);

int main() {
  sycl::queue queue;
  const int first = read_own<class first_kernel, own>(queue, 10);
  const int second = second_file(queue, 20);
  std::printf("%d %d %d\n", first, second, read_shared(queue));
}
