// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_CLAIM_SIZE_H
#define HOST_SCHEDULER_CLAIM_SIZE_H

#include "scheduler/shares.h"

#include <algorithm>

namespace host {

/// The number of parts that a thread claims at once. The first claim is one part; later ones are
/// sized, from the measured time of earlier claims, to take long enough to be worth a claim but not
/// too long. Times are nanoseconds.
class ClaimSize {
public:
  static constexpr uint64_t shortest_claim = 5'000, longest_claim = 250'000;

  [[nodiscard]] Shares::Amount amount() const { return next; }
  /// Records that `parts` parts have taken `time`.
  void record(uint64_t parts, uint64_t time) {
    const uint64_t each = std::max<uint64_t>(time / parts, 1);
    next.max = std::clamp<uint64_t>(longest_claim / each, 1, 4 * parts);
    next.min = std::clamp<uint64_t>(shortest_claim / each, 1, next.max);
  }
  /// Claims all parts at once from now on, as they are skipped.
  void claim_all() { next = {Shares::max_parts, Shares::max_parts}; }

private:
  Shares::Amount next;
};

} // namespace host

#endif
