// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vendors' extensions: queries without an nd_item, commands as functions, local memory, bfloat16.
#include "check.h"

#include <limits>
#include <numeric>

namespace {

namespace oneapi = sycl::ext::oneapi;
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

struct pair_of {
  int first;
  int second;
};

void local_memory(sycl::queue& queue) {
  int* at = sycl::malloc_shared<int>(64, queue);
  queue
      .parallel_for(sycl::nd_range<1>(64, 16),
                    [=](sycl::nd_item<1> item) {
                      const sycl::group<1> group = item.get_group();
                      auto& some = *oneapi::group_local_memory_for_overwrite<int[16]>(group);
                      auto& others = *oneapi::group_local_memory_for_overwrite<int[16]>(group);
                      const auto start = oneapi::group_local_memory<pair_of>(group, 1000, 2000);
                      const size_t i = item.get_local_id(0);
                      some[i] = int(item.get_global_id(0));
                      others[i] = int(i * 100);
                      sycl::group_barrier(group);
                      at[item.get_global_id(0)] =
                          some[15 - i] + others[15 - i] + start->first + start->second;
                    })
      .wait();
  for (int i = 0; i < 64; ++i) {
    CHECK(at[i] == i / 16 * 16 + (15 - i % 16) * 101 + 3000);
  }
  sycl::free(at, queue);
}

void bfloat16s(sycl::queue& queue) {
  using oneapi::bfloat16;
  static_assert(sizeof(bfloat16) == 2 && sycl::is_device_copyable_v<bfloat16>);
  CHECK(float(bfloat16(1.0F)) == 1.0F && float(bfloat16(-3.5F)) == -3.5F);
  // Eight bits of precision: halves go to the even one.
  CHECK(float(bfloat16(257.0F)) == 256.0F && float(bfloat16(259.0F)) == 260.0F);
  CHECK(float(bfloat16(257.5F)) == 258.0F);
  const bfloat16 numbers[] = {{0}, 3, sycl::half(0.5F), 2.0};
  CHECK(numbers[0] == 0 && numbers[1] == 3 && numbers[2] == 0.5F && numbers[3] == 2.0F);
  const float infinite = std::numeric_limits<float>::infinity();
  CHECK(float(bfloat16(std::numeric_limits<float>::max())) == infinite);
  const bfloat16 nan(std::numeric_limits<float>::quiet_NaN());
  CHECK(!(nan == nan) && nan != 1.0F && bool(nan) && !bool(bfloat16(-0.0F)));
  bfloat16* at = sycl::malloc_shared<bfloat16>(32, queue);
  queue
      .parallel_for(32,
                    [=](sycl::id<1> i) {
                      bfloat16 sum = float(i[0]);
                      sum += bfloat16(0.5F);
                      sum = 2 * sum - bfloat16(1.0F);
                      at[i] = ++sum / 2.0F;
                    })
      .wait();
  for (int i = 0; i < 32; ++i) {
    CHECK(at[i] == float(i) + 0.5F && -at[i] < 0);
  }
  sycl::free(at, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  free_functions(queue);
  enqueue_functions(queue);
  local_memory(queue);
  bfloat16s(queue);
  return failures;
}
