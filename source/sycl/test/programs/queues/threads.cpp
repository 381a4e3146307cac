// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight threads share queues and a buffer: launches, host tasks, host accessors, waits of all
// kinds.
#include "check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 8, kinds = 6, turns = 20 * kinds, items = 16;

struct Shared {
  sycl::queue queue;
  sycl::buffer<int> buffer{sycl::range<1>(items)};
  std::atomic<int> tasks = 0;
};

/// What a thread does between launches of its own, which have an event.
void do_one(int kind, Shared& shared, sycl::queue& queue, sycl::event& launched) {
  switch (kind) {
  case 0:
    launched.wait();
    break;
  case 1:
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(shared.buffer, group);
      group.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) { to[i] += 1; });
    });
    break;
  case 2:
    queue.submit([&](sycl::handler& group) { group.host_task([&] { ++shared.tasks; }); });
    break;
  case 3:
    queue.wait();
    break;
  case 4:
    launched.wait_and_throw();
    CHECK(launched.get_info<sycl::info::event::command_execution_status>() ==
          sycl::info::event_command_status::complete);
    break;
  default: {
    const sycl::host_accessor seen(shared.buffer, sycl::read_only);
    CHECK(seen[0] == seen[items - 1]);
  }
  }
}

void run(const sycl::property_list& properties) {
  Shared shared{sycl::queue(properties)};
  {
    const sycl::host_accessor start(shared.buffer);
    std::fill(start.begin(), start.end(), 0);
  }
  int* const memory = sycl::malloc_shared<int>(threads * items, shared.queue);
  std::fill(memory, memory + threads * items, 0);
  std::vector<std::thread> all;
  for (int thread = 0; thread < threads; ++thread) {
    all.emplace_back([&shared, &properties, thread, mine = memory + items * thread] {
      sycl::queue queue = thread % 3 == 0 ? sycl::queue(shared.queue.get_context(),
                                                        shared.queue.get_device(), properties)
                                          : shared.queue;
      sycl::event last;
      for (int turn = 0; turn < turns; ++turn) {
        last = queue.submit([&](sycl::handler& group) {
          group.depends_on(last);
          group.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) { mine[i] += 1; });
        });
        do_one(turn % kinds, shared, queue, last);
      }
      queue.wait();
    });
  }
  for (std::thread& one : all) {
    one.join();
  }
  shared.queue.wait_and_throw();
  CHECK(std::all_of(memory, memory + threads * items, [](int count) { return count == turns; }));
  CHECK(sycl::host_accessor(shared.buffer)[0] == threads * turns / kinds);
  CHECK(shared.tasks == threads * turns / kinds);
  sycl::free(memory, shared.queue);
}

} // namespace

namespace {

/// A thread that waits takes no host task out of another thread's sight.
void both_wait_for_the_host_task(const sycl::property_list& properties) {
  using namespace std::chrono_literals;
  sycl::queue queue(properties);
  std::atomic<bool> may_end = false, has_ended = false;
  queue.submit([&](sycl::handler& group) {
    group.host_task([&] {
      while (!may_end) {
        std::this_thread::sleep_for(10ms);
      }
      has_ended = true;
    });
  });
  std::vector<std::thread> all;
  for (int thread = 0; thread < 2; ++thread) {
    all.emplace_back([&] {
      queue.wait();
      CHECK(has_ended);
    });
    std::this_thread::sleep_for(50ms); // it waits by now, if it waits
  }
  may_end = true;
  for (std::thread& one : all) {
    one.join();
  }
}

} // namespace

int main() {
  run({sycl::property::queue::in_order()});
  run({});
  both_wait_for_the_host_task({});
  both_wait_for_the_host_task({sycl::property::queue::in_order()});
  return failures;
}
