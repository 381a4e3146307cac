// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two kernels without requirements, and two that require something.
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  auto* data = sycl::malloc_shared<int>(8, queue);
  queue.parallel_for(8, [=](sycl::id<1> i) { data[i] = int(i); }).wait();
  queue.parallel_for(8, [=](sycl::id<1> i) { data[i] *= 2; }).wait();
  queue.parallel_for(8, [=](sycl::id<1> i) { data[i] = int(double(data[i]) * 1.5); }).wait();
  queue.parallel_for(8, [=](sycl::item<1> i) [[sycl::reqd_work_group_size(4)]] { ++data[i]; })
      .wait();
  std::printf("%d\n", data[7]);
}
