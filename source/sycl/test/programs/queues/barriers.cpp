// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues out of order: what barriers order, host tasks included, and commands that do nothing,
// which order nothing but what depends on them.
#include "check.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace {

using namespace std::chrono_literals;

template <typename Action> sycl::event run_task(sycl::queue& queue, Action action) {
  return queue.submit([&](sycl::handler& group) { group.host_task(action); });
}

void barrier_waits_for_host_tasks() {
  sycl::queue queue;
  int* const value = sycl::malloc_shared<int>(1, queue);
  *value = 0;
  const auto write = [=] { *value += 1; };
  queue.single_task(write).wait(); // it is built then
  std::atomic<bool> has_ended = false;
  run_task(queue, [&] {
    std::this_thread::sleep_for(100ms);
    has_ended = true;
  });
  queue.single_task(write);
  queue.ext_oneapi_submit_barrier().wait();
  CHECK(has_ended);
  CHECK(*value == 2);
  queue.wait();
  sycl::free(value, queue);
}

void host_tasks_wait_for_barriers() {
  sycl::queue queue;
  sycl::buffer<int> buffer(sycl::range<1>(1));
  auto held = std::make_unique<sycl::host_accessor<int>>(buffer);
  (*held)[0] = 0;
  const sycl::event blocked = queue.submit([&](sycl::handler& group) {
    sycl::accessor to(buffer, group);
    group.single_task([=] { to[0] = 1; });
  });
  queue.ext_oneapi_submit_barrier();
  bool was_behind = false;
  sycl::event task = run_task(queue, [&] {
    was_behind = blocked.get_info<sycl::info::event::command_execution_status>() ==
                 sycl::info::event_command_status::complete;
  });
  std::this_thread::sleep_for(50ms);
  held.reset();
  task.wait();
  CHECK(was_behind);
  queue.wait();
}

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
  barrier_waits_for_host_tasks();
  host_tasks_wait_for_barriers();
  commands_that_do_nothing();
  return failures;
}
