// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opportunistic group of sycl_ext_oneapi_non_uniform_groups, in divergent code: a counter that
// leaders raise for their groups gives each work-item a number of its own.
#include "check.h"

namespace {

namespace experimental = sycl::ext::oneapi::experimental;

constexpr int items = 1000;

int next_number(int* counter) {
  const auto group = experimental::this_kernel::get_opportunistic_group();
  int first = 0;
  if (group.leader()) {
    first = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*counter)
                .fetch_add(int(group.get_local_linear_range()));
  }
  return sycl::group_broadcast(group, first) + int(group.get_local_linear_id());
}

bool algorithms(int value) {
  const auto group = experimental::this_kernel::get_opportunistic_group();
  const std::uint32_t size = group.get_local_linear_range();
  sycl::group_barrier(group);
  return sycl::reduce_over_group(group, 1U, sycl::plus<>()) == size &&
         sycl::exclusive_scan_over_group(group, 1U, sycl::plus<>()) ==
             group.get_local_linear_id() &&
         sycl::inclusive_scan_over_group(group, 1U, sycl::plus<>()) ==
             group.get_local_linear_id() + 1 &&
         sycl::any_of_group(group, true) && !sycl::all_of_group(group, false) &&
         sycl::none_of_group(group, false) &&
         sycl::select_from_group(group, value, group.get_local_id()) == value &&
         sycl::permute_group_by_xor(group, value, 0) == value;
}

} // namespace

int main() {
  static_assert(sycl::is_group_v<experimental::opportunistic_group>);
  static_assert(experimental::is_user_constructed_group_v<experimental::opportunistic_group>);
  sycl::queue queue;
  int* counter = sycl::malloc_shared<int>(1, queue);
  int* taken = sycl::malloc_shared<int>(items, queue);
  int* wrong = sycl::malloc_shared<int>(1, queue);
  *counter = *wrong = 0;
  queue.fill(taken, 0, items).wait();
  queue
      .parallel_for(sycl::nd_range<1>(items, 50),
                    [=](sycl::nd_item<1> item) {
                      const int i = int(item.get_global_id(0));
                      if (i % 3 == 0 || i % 7 == 2) {
                        taken[next_number(counter)] = 1;
                        if (!algorithms(i)) {
                          *wrong = 1;
                        }
                      }
                    })
      .wait();
  int wanted = 0;
  for (int i = 0; i < items; ++i) {
    wanted += i % 3 == 0 || i % 7 == 2;
  }
  CHECK(*counter == wanted && *wrong == 0);
  for (int i = 0; i < items; ++i) {
    CHECK(taken[i] == (i < wanted));
  }
  sycl::free(counter, queue);
  sycl::free(taken, queue);
  sycl::free(wrong, queue);
  return failures;
}
