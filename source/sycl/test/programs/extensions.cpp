// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vendors' extensions: queries without an nd_item, commands as functions.
#include "check.h"

#include <numeric>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace this_work_item = sycl::ext::oneapi::this_work_item;

int answers(int* at) {
  const sycl::nd_item<2> item = this_work_item::get_nd_item<2>();
  const sycl::group<2> group = this_work_item::get_work_group<2>();
  const sycl::sub_group lanes = this_work_item::get_sub_group();
  const bool same = item == ext::this_nd_item<2>() && group == ext::this_group<2>() &&
                    lanes == ext::this_sub_group() && group == item.get_group() &&
                    lanes.get_local_linear_id() == item.get_sub_group().get_local_linear_id();
  return at[item.get_global_linear_id()] = same ? int(item.get_global_id(1)) : -1;
}

void free_functions(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(64, queue);
  queue.parallel_for(sycl::nd_range<2>({4, 16}, {2, 8}), [=](auto) { answers(at); }).wait();
  for (int i = 0; i < 64; ++i) {
    CHECK(at[i] == i % 16);
  }
  sycl::free(at, queue);
}

class with_name;

void enqueue_functions(sycl::queue& queue) {
  constexpr size_t count = 96;
  int* a = sycl::malloc_shared<int>(count, queue);
  int* b = sycl::malloc_shared<int>(count, queue);
  int* sum = sycl::malloc_shared<int>(1, queue);
  ext::fill(queue, a, 3, count);
  ext::barrier(queue);
  ext::parallel_for<with_name>(queue, sycl::range<1>(count),
                               [=](sycl::id<1> i) { a[i] += int(i[0]); });
  ext::barrier(queue);
  ext::copy(queue, a, b, count);
  ext::memset(queue, sum, 0, sizeof(int));
  ext::barrier(queue);
  ext::nd_launch(
      queue, sycl::nd_range<1>(count, 32),
      [=](sycl::nd_item<1> item, auto& to) { to += b[item.get_global_id(0)]; },
      sycl::reduction(sum, sycl::plus<>()));
  ext::barrier(queue);
  const sycl::event last = ext::submit_with_event(
      queue, [&](sycl::handler& group) { ext::single_task(group, [=] { *sum *= 2; }); });
  ext::partial_barrier(queue, {last});
  queue.wait();
  CHECK(*sum == 2 * int(3 * count + (count - 1) * count / 2));
  const ext::launch_config space(sycl::range<2>(8, 12));
  ext::parallel_for(queue, space, [=](sycl::item<2> item) { a[item.get_linear_id()] = 1; });
  ext::submit(queue, [&](sycl::handler& group) {
    ext::nd_launch(group, ext::launch_config(sycl::nd_range<1>(count, 8)),
                   [=](sycl::nd_item<1> item) { b[item.get_global_id(0)] = 1; });
  });
  queue.wait();
  CHECK(std::accumulate(a, a + count, 0) == int(count));
  CHECK(std::accumulate(b, b + count, 0) == int(count));
  ext::submit(queue, [&](sycl::handler& group) { ext::memcpy(group, a, sum, sizeof(int)); });
  ext::prefetch(queue, a, count * sizeof(int));
  ext::mem_advise(queue, a, count * sizeof(int), 0);
  queue.wait();
  CHECK(a[0] == *sum && a[1] == 1);
  sycl::free(a, queue);
  sycl::free(b, queue);
  sycl::free(sum, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  free_functions(queue);
  enqueue_functions(queue);
  return failures;
}
