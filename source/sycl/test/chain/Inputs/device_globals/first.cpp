// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common.h"

#include <cstdio>

device_global<int> common{5};
static device_global<int> own{1};

int main() {
  sycl::queue queue;
  int* out = sycl::malloc_shared<int>(2, queue);
  queue.single_task([=] {
    out[0] = own;
    out[1] = plus_common(10);
  });
  queue.wait();
  int ours = 0;
  queue.copy(own, &ours).wait();
  const int second = own_of_second(queue);
  std::printf("%d %d %d %d\n", out[0], out[1], ours, second);
  sycl::free(out, queue);
}
