// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/worker.h"

#include "cpu/cpu_limits.h"

#include <new>

namespace host {

Worker::Told Worker::tell(uint32_t end) {
  const uint32_t message = end << end_shift | told;
  uint32_t seen = state.load();
  while (seen == watching || seen == asleep || seen == absent) {
    if (state.compare_exchange_weak(seen, message)) {
      if (seen == asleep) {
        futex_wake(&state, 1);
      }
      return seen == absent ? Told::absent : Told::told;
    }
  }
  return Told::busy;
}

void Worker::wake_for_exit() {
  if (state.exchange((index + 1) << end_shift | told) == asleep) {
    futex_wake(&state, 1);
  }
}

void Worker::begin_thread() noexcept {
  try {
    home = CpuSet::of_this_thread();
    if (cpus_are_chosen()) {
      home = CpuSet(usable_cpus());
      home.bind_this_thread();
    }
  } catch (const std::bad_alloc&) { // then it stays where it is
  }
}

void Worker::go_to(const Domain& domain) {
  if (domain.cpus_serial() != bound_to && !home.empty() &&
      (domain.cpus().empty() ? home : domain.cpus()).bind_this_thread()) {
    bound_to = domain.cpus_serial();
  }
}

uint32_t Worker::receive() {
  const uint32_t seen = state.exchange(busy);
  return (seen & told) != 0 ? seen >> end_shift : 0;
}

void Worker::sleep() {
  uint32_t seen = watching;
  if (state.compare_exchange_strong(seen, asleep)) {
    while (state.load(std::memory_order_acquire) == asleep) {
      futex_wait(state, asleep);
    }
  }
}

} // namespace host
