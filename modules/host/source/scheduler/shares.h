// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a task, dealt to the threads of a team.
//
// - Each thread has a share of neighbouring parts and takes from its front, first few, then more;
//   a thread that has none left steals from the back of others' shares. The same number of parts
//   and shares gives the same shares, so that each thread finds in its caches what it left there.
// - A claim is one compare-exchange of the share's word, which has a cache line of its own and also
//   holds a generation. A claim for parts that were dealt before fails.
// - Parts that are done are counted in the share that they were dealt to. A share whose parts are
//   all done is counted in its node, and such a node in the root. So threads rarely write to the
//   same counter.
// - Shares are never freed while threads may look at them, which they may at any time.
#ifndef HOST_SCHEDULER_SHARES_H
#define HOST_SCHEDULER_SHARES_H

#include "cargo/apart.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace host {

class Shares {
public:
  /// The most parts of one share.
  static constexpr uint64_t max_parts = (1u << 24) - 1;

  /// For at most so many shares. Throws std::bad_alloc.
  explicit Shares(uint32_t max_shares);

  /// A claim: neighbouring parts of one share; none if none were left.
  struct Claim {
    uint64_t first = 0, last = 0;
    uint32_t share = 0;
    [[nodiscard]] uint64_t size() const { return last - first; }
    explicit operator bool() const { return last != first; }
  };

  /// Deals parts [0, parts); there are no more shares than parts. All parts that were dealt before
  /// must be done. A thread that claims with this generation sees what the caller has written
  /// before.
  void deal(uint64_t parts, uint32_t shares, uint32_t generation);
  /// The number of parts to claim: a fraction of the share, at most `max`, and at least `min`
  /// unless that is most of what is left.
  struct Amount {
    uint64_t min = 1, max = 1;
  };
  /// Takes parts from the front of a share.
  [[nodiscard]] Claim take(uint32_t share, Amount amount, uint32_t generation);
  /// Takes parts from the back of another share than `thief`.
  [[nodiscard]] Claim steal(uint32_t thief, Amount amount, uint32_t generation);
  /// Records that claimed parts are done, in so many nanoseconds. True if all parts are done.
  [[nodiscard]] bool done(const Claim& claim, uint64_t busy);
  /// Nanoseconds in all; when all are done.
  [[nodiscard]] uint64_t busy() const { return root.busy.load(std::memory_order_relaxed); }
  /// Ends the generation: none of its parts can be claimed any more.
  void forget();

private:
  static constexpr uint32_t fan_in = 8;
  struct Counter {
    std::atomic<uint64_t> remaining = 0;
    std::atomic<uint64_t> busy = 0;
    /// Counts something as done; true if all is.
    bool subtract(uint64_t count, uint64_t time);
  };
  struct alignas(cargo::apart) Node : Counter {};
  struct alignas(cargo::apart) Share : Counter {
    std::atomic<uint64_t> word = 0; ///< generation (16 bits), end, begin (24 bits each)
    uint64_t base = 0;              ///< the part that `begin` 0 means
  };
  [[nodiscard]] Claim claim(uint32_t share, Amount amount, uint32_t divisor, bool front,
                            uint32_t generation);

  std::atomic<uint32_t> count = 0;
  std::vector<Share> shares;
  std::vector<Node> nodes;
  Node root;
};

} // namespace host

#endif
