// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/team.h"

#include <bit>

namespace host {

uint32_t Team::open(Task& new_task, const Domain& domain, uint32_t threads) {
  running = &new_task;
  const uint64_t most = Shares::max_parts * threads;
  unit = (new_task.parts - 1) / most + 1;
  begun.store(false, std::memory_order_relaxed);
  everywhere.store(domain.has_all(), std::memory_order_relaxed);
  rank.store(domain.priority(), std::memory_order_relaxed);
  for_workers.store(new_task.for_workers || !domain.cpus().empty(), std::memory_order_relaxed);
  for (uint32_t word = 0; word < allowed.size(); ++word) {
    uint64_t bits = 0;
    for (uint32_t bit = 0; bit < 64 && word * 64 + bit < slot_count; ++bit) {
      bits |= uint64_t(domain.may_use(word * 64 + bit)) << bit;
    }
    allowed[word].store(bits, std::memory_order_relaxed);
  }
  const uint32_t next = generation.load(std::memory_order_relaxed) + 1;
  shares.deal((new_task.parts - 1) / unit + 1, threads, next);
  // Only now: a thread that saw it earlier could find nothing to claim, and take the team for
  // finished.
  generation.store(next, std::memory_order_release);
  return next;
}

void Team::forget() {
  shares.forget();
  set_dry(current());
}

uint32_t Team::share_of(uint32_t slot) const {
  uint32_t before = 0;
  for (uint32_t word = 0; word < slot / 64; ++word) {
    before += std::popcount(allowed[word].load(std::memory_order_relaxed));
  }
  const uint64_t below = (uint64_t(1) << slot % 64) - 1;
  return before + std::popcount(allowed[slot / 64].load(std::memory_order_relaxed) & below);
}

} // namespace host
