// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches functions of another file.
#include "functions.h"

#include <cstdio>

int main() {
  sycl::queue queue{sycl::property::queue::in_order()};
  auto* to = sycl::malloc_shared<int>(8, queue);
  const sycl::nd_range<1> shape{{8}, {4}};
  ext::nd_launch(queue, shape, ext::kernel_function<count_up>, to, 5);
  const sycl::kernel kernel =
      ext::get_kernel_bundle<inside::doubled, sycl::bundle_state::executable>(queue.get_context())
          .ext_oneapi_get_kernel<inside::doubled>();
  ext::nd_launch(queue, shape, kernel, to);
  queue.wait();
  std::printf("%d %d\n", to[0], to[7]);
  sycl::free(to, queue);
}
