// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues out of order: commands that do nothing order nothing but what depends on them.
#include "check.h"

#include <chrono>
#include <memory>
#include <thread>

namespace {

using namespace std::chrono_literals;

/// Whether the command ends although another one cannot.
template <typename Submit> bool ends_alone(Submit submit) {
  sycl::queue queue;
  sycl::buffer<int> buffer(sycl::range<1>(1));
  auto held = std::make_unique<sycl::host_accessor<int>>(buffer);
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(buffer, group);
    group.single_task([=] { to[0] = 1; });
  });
  const sycl::event command = submit(queue);
  bool ends = false;
  for (int i = 0; i < 1000 && !ends; ++i) {
    std::this_thread::sleep_for(1ms);
    ends = command.get_info<sycl::info::event::command_execution_status>() ==
           sycl::info::event_command_status::complete;
  }
  held.reset();
  queue.wait();
  return ends;
}

void commands_that_do_nothing() {
  int value[2] = {};
  CHECK(ends_alone([&](sycl::queue& queue) { return queue.memcpy(value, value + 1, 0); }));
  CHECK(ends_alone([&](sycl::queue& queue) { return queue.fill(value, 1, 0); }));
  CHECK(ends_alone([&](sycl::queue& queue) {
    return queue.parallel_for(sycl::range<1>(0), [](sycl::id<1>) {});
  }));
  CHECK(ends_alone([](sycl::queue& queue) { return queue.submit([](sycl::handler&) {}); }));
  CHECK(ends_alone([](sycl::queue& queue) { // nor does one that comes behind it
    queue.submit([](sycl::handler&) {});
    return queue.single_task([] {});
  }));
  sycl::buffer<int> other(sycl::range<1>(1));
  CHECK(ends_alone([&](sycl::queue& queue) {
    return queue.submit(
        [&](sycl::handler& group) { group.update_host(sycl::accessor(other, group)); });
  }));
}

} // namespace

int main() {
  commands_that_do_nothing();
  return failures;
}
