// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accessors of no dimensions, and those that only read, made of others.
#include "check.h"

namespace {

void one_element(sycl::queue& queue) {
  sycl::buffer<int> numbers{sycl::range<1>(3)};
  {
    const sycl::host_accessor<int, 0> first(numbers);
    first = 5;
    const int value = first;
    CHECK(value == 5 && first.size() == 1 && first.byte_size() == sizeof(int));
    CHECK(&*first.begin() == first.get_pointer() && first.end() - first.begin() == 1);
  }
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor<int, 0> first(numbers, group);
    const sycl::local_accessor<int, 0> shared(group);
    group.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
      if (item.get_local_id(0) == 0) {
        shared = 3;
      }
      sycl::group_barrier(item.get_group());
      if (item.get_local_id(0) == 7) {
        first = first + shared;
      }
    });
  });
  const sycl::accessor<int, 0> later(numbers);
  CHECK(later.is_placeholder());
  queue.submit([&](sycl::handler& group) {
    group.require(later);
    group.single_task([=] { later = later * 2; });
  });
  const sycl::host_accessor<int, 0, sycl::access_mode::read> seen(numbers, sycl::read_only);
  CHECK(seen == 16);
  static_assert(!std::is_assignable_v<decltype(seen), int>);
}

void empty_ones() {
  const sycl::accessor<int, 0> nothing;
  CHECK(nothing.empty() && nothing.size() == 0 && nothing == (sycl::accessor<int, 0>()));
  const sycl::local_accessor<float, 0> neither;
  CHECK(neither.empty());
}

void reading_ones(sycl::queue& queue) {
  using read_write = sycl::accessor<int, 1, sycl::access_mode::read_write>;
  using read = sycl::accessor<int, 1, sycl::access_mode::read>;
  using read_const = sycl::accessor<const int, 1, sycl::access_mode::read>;
  static_assert(std::is_convertible_v<read_write, read>);
  static_assert(std::is_convertible_v<read_write, read_const>);
  static_assert(std::is_convertible_v<read, read_const>);
  static_assert(std::is_convertible_v<read_const, read>);
  static_assert(!std::is_convertible_v<read, read_write>);
  sycl::buffer<int> numbers{sycl::range<1>(4)};
  sycl::host_accessor{numbers}[2] = 42;
  sycl::buffer<int> out{sycl::range<1>(1)};
  queue.submit([&](sycl::handler& group) {
    const read from(numbers, group);
    const read_const also = from;
    const sycl::accessor to(out, group, sycl::write_only);
    group.single_task([=] { to[0] = also[2] + from[2]; });
  });
  CHECK(sycl::host_accessor(out)[0] == 84);
}

} // namespace

int main() {
  sycl::queue queue;
  one_element(queue);
  empty_ones();
  reading_ones(queue);
  return failures;
}
