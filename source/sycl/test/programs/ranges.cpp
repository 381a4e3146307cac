// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index classes on the host, and what kernels see of the index space.
#include "check.h"

namespace {

void on_host() {
  sycl::range<3> r(2, 3, 4);
  CHECK(r.size() == 24 && r[2] == 4 && r.get(0) == 2);
  sycl::id<2> a(1, 2);
  sycl::id<2> b = a + sycl::id<2>(10, 20) * 2;
  CHECK(b == sycl::id<2>(21, 42));
  CHECK(b / 2 == sycl::id<2>(10, 21) && 100 - a == sycl::id<2>(99, 98));
  CHECK((a << 1) == sycl::id<2>(2, 4) && (a < 2) == sycl::id<2>(1, 0));
  b += 1;
  CHECK(++b == sycl::id<2>(23, 44) && b-- == sycl::id<2>(23, 44) && b == sycl::id<2>(22, 43));
  const int numbers[] = {5, 6, 7};
  sycl::id<1> i = 2;
  CHECK(numbers[i] == 7 && i < 3 && i + 1 == 3);
  sycl::nd_range<2> n({8, 6}, {4, 3});
  CHECK(n.get_group_range() == sycl::range<2>(2, 2) && n.get_offset() == sycl::id<2>());
}

void items(sycl::queue& queue) {
  auto* out = sycl::malloc_shared<size_t>(24, queue);
  queue
      .parallel_for(sycl::range<3>(2, 3, 4),
                    [=](sycl::item<3> item) {
                      out[item.get_linear_id()] = item[0] * 10000 + item[1] * 1000 + item[2] * 100 +
                                                  item.get_range(0) + item.get_range(1) +
                                                  item.get_range(2);
                    })
      .wait();
  CHECK(out[0] == 9 && out[23] == 12309 && out[4] == 1009);
  queue.parallel_for(sycl::range<2>(4, 6), [=](sycl::id<2> at) { out[at[0] * 6 + at[1]] = at[1]; });
  queue.wait();
  CHECK(out[5] == 5 && out[6] == 0 && out[23] == 5);
  queue.parallel_for(24, [=](auto item) { out[item] = item * item; }).wait();
  CHECK(out[23] == 529);
  queue.parallel_for(24, [=](size_t at) { out[at] = at + 1; }).wait();
  CHECK(out[23] == 24);
  queue.parallel_for(sycl::range<1>(0), [=](sycl::id<1>) { out[0] = 77; }).wait();
  CHECK(out[0] == 1);
  sycl::free(out, queue);
}

void nd_items(sycl::queue& queue) {
  struct seen {
    size_t global, local, group, linear, group_range, local_range;
  };
  auto* out = sycl::malloc_shared<seen>(48, queue);
  queue
      .parallel_for(sycl::nd_range<2>({8, 6}, {2, 3}),
                    [=](sycl::nd_item<2> item) {
                      out[item.get_global_linear_id()] = {
                          item.get_global_id(0) * 100 + item.get_global_id(1),
                          item.get_local_linear_id(),
                          item.get_group_linear_id(),
                          item.get_group().get_local_linear_id(),
                          item.get_group_range(0) * 10 + item.get_group_range(1),
                          item.get_local_range().size()};
                    })
      .wait();
  for (size_t y = 0; y < 8; ++y) {
    for (size_t x = 0; x < 6; ++x) {
      const seen& one = out[y * 6 + x];
      CHECK(one.global == y * 100 + x && one.local == (y % 2) * 3 + x % 3);
      CHECK(one.group == (y / 2) * 2 + x / 3 && one.linear == one.local);
      CHECK(one.group_range == 42 && one.local_range == 6);
    }
  }
  sycl::free(out, queue);
}

void ranges_in_braces(sycl::queue& queue) {
  auto* out = sycl::malloc_shared<std::size_t>(6, queue);
  queue.parallel_for({2, 3}, [=](sycl::item<2> item) { out[item.get_linear_id()] = item[1]; })
      .wait();
  CHECK(out[2] == 2 && out[3] == 0);
  queue
      .submit([&](sycl::handler& group) {
        group.parallel_for({1, 3, 2}, [=](sycl::id<3> id) { out[id[1] * 2 + id[2]] = id[1] + 5; });
      })
      .wait();
  CHECK(out[0] == 5 && out[5] == 7);
  sycl::free(out, queue);
}

void refused(sycl::queue& queue) {
  CHECK(throws(sycl::errc::nd_range,
               [&] { queue.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {}); }));
  const size_t most = queue.get_device().get_info<sycl::info::device::max_work_group_size>();
  CHECK(throws(sycl::errc::nd_range, [&] {
    queue.parallel_for(sycl::nd_range<1>(2 * most, 2 * most), [](sycl::nd_item<1>) {});
  }));
}

} // namespace

int main() {
  sycl::queue queue;
  on_host();
  items(queue);
  nd_items(queue);
  ranges_in_braces(queue);
  refused(queue);
  return failures;
}
