// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_PACE_H
#define HOST_SCHEDULER_PACE_H

#include "scheduler/shares.h"

#include <algorithm>

namespace host {

/// How many parts a thread claims at once: first one, then as many as keep it busy for a time worth
/// claiming them and not too long, as far as those before tell. Times are nanoseconds.
class Pace {
public:
  static constexpr uint64_t shortest_claim = 5'000, longest_claim = 250'000;

  [[nodiscard]] Shares::Amount amount() const { return next; }
  /// So many parts have taken so long.
  void took(uint64_t parts, uint64_t time) {
    const uint64_t each = std::max<uint64_t>(time / parts, 1);
    next.most = std::clamp<uint64_t>(longest_claim / each, 1, 4 * parts);
    next.least = std::clamp<uint64_t>(shortest_claim / each, 1, next.most);
  }
  /// Nothing is done any more: all at once.
  void skip() { next = {Shares::max_parts, Shares::max_parts}; }

private:
  Shares::Amount next;
};

} // namespace host

#endif
