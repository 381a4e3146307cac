// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team.h"

#include <algorithm>

namespace {

/// Spins for some microseconds, as rounds often follow each other at once, before it sleeps.
void wait_for_change(const std::atomic<unsigned>& value, unsigned old) {
  for (int i = 0; i < 2000; ++i) {
    if (value.load(std::memory_order_acquire) != old) {
      return;
    }
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  value.wait(old);
}

} // namespace

Team::Team(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) {
    helpers_.emplace_back([this] { help(); });
  }
}

Team::~Team() {
  over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& helper : helpers_) {
    helper.join();
  }
}

void Team::work() {
  for (;;) {
    const size_t first = next_.fetch_add(grain_);
    if (first >= count_) {
      return;
    }
    (*part_)(first, std::min(first + grain_, count_));
  }
}

void Team::help() {
  for (unsigned round = 0;;) {
    wait_for_change(round_, round);
    round = round_;
    if (over_) {
      return;
    }
    work();
    if (--busy_ == 0) {
      busy_.notify_all();
    }
  }
}

void Team::run(size_t count, size_t grain, const Part& part) {
  part_ = &part;
  count_ = count;
  grain_ = grain;
  next_ = 0;
  busy_ = unsigned(helpers_.size());
  ++round_;
  round_.notify_all();
  work();
  for (unsigned busy = busy_; busy != 0; busy = busy_) {
    wait_for_change(busy_, busy);
  }
}
