// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands behind host tasks in an in-order queue, which OpenCL does not order by itself.
#include "check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

template <typename Action> sycl::event run_task(sycl::queue& queue, Action action) {
  return queue.submit([&](sycl::handler& group) { group.host_task(action); });
}

/// A submission that fails takes nobody's place in the order.
template <typename Submit> void behind_a_failed_submission(Submit submit) {
  sycl::queue queue{sycl::property::queue::in_order()};
  int* const value = sycl::malloc_shared<int>(2, queue);
  value[0] = value[1] = 0;
  run_task(queue, [=] {
    std::this_thread::sleep_for(100ms);
    value[0] = 1;
  });
  CHECK(throws(sycl::errc::nd_range, [&] { submit(queue); }));
  queue.single_task([=] { value[1] = value[0]; });
  queue.wait();
  CHECK(value[1] == 1);
  sycl::free(value, queue);
}

/// Several threads submit behind one host task: each command waits for it.
void from_several_threads() {
  constexpr int threads = 4;
  sycl::queue queue{sycl::property::queue::in_order()};
  int* const value = sycl::malloc_shared<int>(1 + threads, queue);
  for (int turn = 0; turn < 200; ++turn) {
    std::fill(value, value + 1 + threads, 0);
    run_task(queue, [=] {
      std::this_thread::sleep_for(1ms);
      value[0] = 1;
    });
    std::vector<std::thread> all;
    std::atomic<int> ready = 0;
    for (int thread = 1; thread <= threads; ++thread) {
      all.emplace_back([&, thread] {
        ++ready;
        while (ready < threads) {
        }
        queue.single_task([=] { value[thread] = value[0]; });
      });
    }
    for (std::thread& one : all) {
      one.join();
    }
    queue.wait();
    for (int thread = 1; thread <= threads; ++thread) {
      CHECK(value[thread] == 1);
    }
  }
  sycl::free(value, queue);
}

} // namespace

int main() {
  const sycl::nd_range<1> wrong(5, 2);
  behind_a_failed_submission(
      [&](sycl::queue& queue) { queue.parallel_for(wrong, [](sycl::nd_item<1>) {}); });
  behind_a_failed_submission([&](sycl::queue& queue) {
    queue.submit([&](sycl::handler& group) { group.parallel_for(wrong, [](sycl::nd_item<1>) {}); });
  });
  from_several_threads();
  return failures;
}
