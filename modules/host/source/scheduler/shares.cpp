// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/shares.h"

#include <algorithm>

namespace host {
namespace {

constexpr uint64_t field = Shares::max_parts;

uint64_t begin_of(uint64_t word) { return word & field; }
uint64_t end_of(uint64_t word) { return word >> 24 & field; }
uint64_t pack(uint32_t generation, uint64_t begin, uint64_t end) {
  return uint64_t(generation & 0xffff) << 48 | end << 24 | begin;
}

} // namespace

Shares::Shares(uint32_t max_shares)
    : shares(max_shares), nodes((max_shares + fan_in - 1) / fan_in) {}

bool Shares::Counter::subtract(uint64_t done, uint64_t time) {
  busy.fetch_add(time, std::memory_order_relaxed);
  return remaining.fetch_sub(done, std::memory_order_acq_rel) == done;
}

void Shares::deal(uint64_t parts, uint32_t shares_wanted, uint32_t generation) {
  const uint32_t used_nodes = (shares_wanted + fan_in - 1) / fan_in;
  const auto prepare = [](Counter& counter, uint64_t remaining) {
    counter.busy.store(0, std::memory_order_relaxed);
    counter.remaining.store(remaining, std::memory_order_relaxed);
  };
  prepare(root, used_nodes);
  for (uint32_t i = 0; i < used_nodes; ++i) {
    prepare(nodes[i], std::min(fan_in, shares_wanted - i * fan_in));
  }
  count.store(shares_wanted, std::memory_order_relaxed);
  const uint64_t each = parts / shares_wanted, larger = parts % shares_wanted;
  uint64_t base = 0;
  for (uint32_t i = 0; i < shares_wanted; ++i) {
    const uint64_t size = each + (i < larger ? 1 : 0);
    prepare(shares[i], size);
    shares[i].base = base;
    base += size;
    shares[i].word.store(pack(generation, 0, size), std::memory_order_release);
  }
}

Shares::Claim Shares::claim(uint32_t share, Amount amount, uint32_t divisor, bool front,
                            uint32_t generation) {
  Share& from = shares[share];
  uint64_t word = from.word.load(std::memory_order_acquire);
  for (;;) {
    const uint64_t begin = begin_of(word), end = end_of(word);
    if (word >> 48 != (generation & 0xffff) || begin == end) {
      return {};
    }
    // The remaining groups may take longer than those that the thread has measured, most of all in
    // others' shares.
    const uint64_t left_over = end - begin;
    const uint64_t min = std::clamp<uint64_t>(left_over / (front ? 2 : 8), 1, amount.min);
    const uint64_t taken = std::min(std::clamp(left_over / divisor, min, amount.max), left_over);
    const uint64_t left =
        front ? pack(generation, begin + taken, end) : pack(generation, begin, end - taken);
    if (from.word.compare_exchange_weak(word, left, std::memory_order_acq_rel,
                                        std::memory_order_acquire)) {
      const uint64_t first = from.base + (front ? begin : end - taken);
      return {first, first + taken, share};
    }
  }
}

Shares::Claim Shares::take(uint32_t share, Amount amount, uint32_t generation) {
  return share < count.load(std::memory_order_relaxed) ? claim(share, amount, 8, true, generation)
                                                       : Claim{};
}

Shares::Claim Shares::steal(uint32_t thief, Amount amount, uint32_t generation) {
  const uint32_t all = count.load(std::memory_order_relaxed);
  for (uint32_t i = 1; i <= all; ++i) {
    const uint32_t share = (thief + i) % all;
    if (const Claim found = claim(share, amount, 2 * all, false, generation)) {
      return found;
    }
  }
  return {};
}

bool Shares::done(const Claim& claim, uint64_t busy) {
  Share& share = shares[claim.share];
  if (!share.subtract(claim.size(), busy)) {
    return false;
  }
  Node& node = nodes[claim.share / fan_in];
  return node.subtract(1, share.busy.load(std::memory_order_relaxed)) &&
         root.subtract(1, node.busy.load(std::memory_order_relaxed));
}

void Shares::forget() {
  for (Share& share : shares) {
    share.word.store(0, std::memory_order_relaxed);
  }
}

} // namespace host
