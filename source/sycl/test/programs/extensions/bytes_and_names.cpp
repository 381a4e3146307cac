// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products of bytes, names that other implementations have for what SYCL 2020 has, and what
// their headers include.
#include "check.h"

#include <sycl/ext/oneapi/dot_product.hpp>

namespace {

void dot_products(sycl::queue& queue) {
  using sycl::ext::oneapi::dot_acc;
  int* at = sycl::malloc_shared<int>(6, queue);
  queue
      .single_task([=] {
        const auto bytes = 0xff020304U;
        const auto others = 0x0580fe01U;
        at[0] = dot_acc(int(bytes), int(others), 10);
        at[1] = dot_acc(bytes, others, 10);
        at[2] = dot_acc(int(bytes), others, 10);
        at[3] = dot_acc(bytes, int(others), 10);
        at[4] = dot_acc(sycl::vec<std::int8_t, 4>(4, 3, 2, -1),
                        sycl::vec<std::int8_t, 4>(1, -2, -128, 5), 10);
        at[5] = dot_acc(sycl::vec<std::uint8_t, 4>(4, 3, 2, 255),
                        sycl::vec<std::int8_t, 4>(1, -2, -128, 5), 10);
      })
      .wait();
  CHECK(at[0] == 10 + 4 - 6 - 256 - 5);
  CHECK(at[1] == 10 + 4 + 3 * 254 + 256 + 255 * 5);
  CHECK(at[2] == 10 + 4 + 3 * 254 + 256 - 5);
  CHECK(at[3] == 10 + 4 - 6 - 256 + 255 * 5);
  CHECK(at[4] == at[0] && at[5] == at[3]);
  sycl::free(at, queue);
}

void names(sycl::queue& queue) {
  namespace oneapi = sycl::ext::oneapi;
  int* sums = sycl::malloc_shared<int>(64, queue);
  queue
      .parallel_for(sycl::nd_range<1>(64, 16),
                    [=](sycl::nd_item<1> item) {
                      const int i = int(item.get_local_id(0));
                      const sycl::group<1> group = item.get_group();
                      sums[item.get_global_id(0)] =
                          sycl::reduce_over_group(group, i, oneapi::plus<>()) +
                          sycl::reduce_over_group(group, i, oneapi::maximum<int>());
                    })
      .wait();
  for (int i = 0; i < 64; ++i) {
    CHECK(sums[i] == 120 + 15);
  }
  CHECK(sycl::device().get_info<oneapi::info::device::num_compute_units>() ==
        sycl::device().get_info<sycl::info::device::max_compute_units>());
  sycl::free(sums, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  dot_products(queue);
  names(queue);
  std::cout << failures << " checks failed" << std::endl;
  assert(failures == 0);
  return failures;
}
