// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common.h"

static device_global<int> own{2};

SYCL_EXTERNAL int plus_common(int x) { return x + common; }

int own_of_second(sycl::queue& queue) {
  queue.single_task([=] { own.get() += 20; });
  queue.wait();
  int value = 0;
  queue.copy(own, &value).wait();
  return value;
}
