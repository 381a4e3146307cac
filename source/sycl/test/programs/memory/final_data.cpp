// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the data of buffers goes at their end.
#include "check.h"

#include <memory>
#include <vector>

namespace {

using Values = std::vector<int>;

/// Of a sub-buffer, its own part.
void part_of_a_buffer() {
  Values from = {1, 2, 3, 4}, to = {0, 0};
  {
    sycl::queue queue;
    sycl::buffer<int> buffer(from.data(), sycl::range<1>(4));
    sycl::buffer<int> part(buffer, sycl::id<1>(2), sycl::range<1>(2));
    part.set_final_data(to.data());
    queue.submit([&](sycl::handler& group) {
      sycl::accessor all(part, group);
      group.single_task([=] {
        all[0] *= 10;
        all[1] *= 10;
      });
    });
  }
  CHECK((to == Values{30, 40}));
}

/// What a host accessor writes that was there before.
void while_a_host_accessor_lives() {
  Values from = {1, 2}, to = {0, 0};
  {
    sycl::queue queue;
    sycl::buffer<int> buffer(from.data(), sycl::range<1>(2));
    auto held = std::make_unique<sycl::host_accessor<int>>(buffer);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor all(buffer, group);
      group.single_task([=] { all[1] += all[0]; });
    });
    buffer.set_final_data(to.data());
    (*held)[0] = 50;
    held.reset();
    CHECK(sycl::host_accessor(buffer)[1] == 52);
  }
  CHECK((to == Values{50, 52}));
  CHECK((from == Values{1, 2}));
  for (const bool again : {false, true}) {
    {
      sycl::buffer<int> buffer(from.data(), sycl::range<1>(2));
      const sycl::host_accessor held(buffer);
      buffer.set_write_back(false);
      held[0] = 7;
      buffer.set_write_back(again);
    }
    CHECK(from[0] == (again ? 7 : 1));
  }
}

} // namespace

int main() {
  part_of_a_buffer();
  while_a_host_accessor_lives();
  return failures;
}
