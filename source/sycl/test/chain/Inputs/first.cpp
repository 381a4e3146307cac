// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.h"

#include <cstdio>

int main() {
  sycl::queue queue;
  auto* data = sycl::malloc_shared<int>(8, queue);
  queue.parallel_for(8, [=](sycl::id<1> i) { data[i] = scaled(int(i)); }).wait();
  add_one(queue, data, 8);
  from_other_file(queue, data, 8);
  for (int i = 0; i < 8; ++i) {
    std::printf("%d ", data[i]);
  }
  std::printf("\n");
}
