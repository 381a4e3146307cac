// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hierarchical kernels, and copies by work-groups.
#include "check.h"

#include <numeric>
#include <vector>

namespace {

/// Variables between the loops over work-items are the group's, private memory is an item's.
void loops(sycl::queue& queue) {
  constexpr std::size_t groups = 5;
  constexpr std::size_t items = 8;
  std::vector<int> got(groups * items, 0);
  int logical = 0;
  {
    sycl::buffer<int> out(got);
    sycl::buffer<int> count(&logical, sycl::range<1>(1));
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(out, group, sycl::write_only);
      sycl::accessor counted(count, group);
      group.parallel_for_work_group(
          sycl::range<1>(groups), sycl::range<1>(items), [=](sycl::group<1> in) {
            int sum = 0;
            sycl::private_memory<int> own(in);
            in.parallel_for_work_item([&](sycl::h_item<1> item) {
              own(item) = int(item.get_global_id(0));
              sum += 1;
            });
            in.parallel_for_work_item(
                [&](sycl::h_item<1> item) { to[item.get_global_id()] = 100 * sum + own(item); });
            if (in.get_group_id(0) == 2) {
              in.parallel_for_work_item(sycl::range<1>(20), [&](sycl::h_item<1> item) {
                counted[0] += int(item.get_logical_local_id(0));
              });
            }
          });
    });
  }
  bool right = true;
  for (std::size_t i = 0; i < got.size(); ++i) {
    right = right && got[i] == int(800 + i);
  }
  CHECK(right);
  CHECK(logical == 190);
  CHECK(throws(sycl::errc::nd_range, [&] {
    queue.submit([&](sycl::handler& group) {
      group.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(2000),
                                    [=](sycl::group<1>) {});
    });
  }));
}

void identifiers(sycl::queue& queue) {
  int wrong = 0;
  {
    sycl::buffer<int> count(&wrong, sycl::range<1>(1));
    queue.submit([&](sycl::handler& group) {
      sycl::accessor counted(count, group);
      group.parallel_for_work_group(
          sycl::range<2>(1, 2), sycl::range<2>(2, 3), [=](sycl::group<2> in) {
            in.parallel_for_work_item([&](sycl::h_item<2> item) {
              const bool right =
                  item.get_global_range() == sycl::range<2>(2, 6) &&
                  item.get_local_range() == sycl::range<2>(2, 3) &&
                  item.get_global_id(1) == 3 * in.get_group_id(1) + item.get_local_id(1) &&
                  item.get_physical_local_id() == item.get_local_id();
              counted[0] += right ? 0 : 1;
            });
          });
    });
  }
  CHECK(wrong == 0);
}

void group_copies(sycl::queue& queue) {
  constexpr std::size_t count = 64;
  std::vector<int> from(2 * count);
  std::iota(from.begin(), from.end(), 0);
  std::vector<int> got(2 * count, -1);
  {
    sycl::buffer<int> in(from);
    sycl::buffer<int> out(got);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor source(in, group, sycl::read_only);
      sycl::accessor to(out, group, sycl::write_only);
      const sycl::local_accessor<int> local(count, group);
      group.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
        const auto from_global = source.get_multi_ptr<sycl::access::decorated::yes>();
        const auto to_global = to.get_multi_ptr<sycl::access::decorated::yes>();
        const auto in_local = local.get_multi_ptr<sycl::access::decorated::yes>();
        item.wait_for(item.async_work_group_copy(in_local, from_global, count, 2));
        sycl::device_event copied =
            item.get_group().async_work_group_copy(to_global, in_local, count);
        copied.wait();
        item.get_group().wait_for(
            item.async_work_group_copy(to_global + count, in_local, count / 2, 2));
      });
    });
  }
  bool right = true;
  for (std::size_t i = 0; i < count; ++i) {
    right = right && got[i] == int(2 * i) && got[count + i] == (i % 2 ? -1 : int(i));
  }
  CHECK(right);
}

} // namespace

int main() {
  sycl::queue queue;
  loops(queue);
  identifiers(queue);
  group_copies(queue);
  return failures;
}
