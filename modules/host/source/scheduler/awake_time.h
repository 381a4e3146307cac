// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_AWAKE_TIME_H
#define HOST_SCHEDULER_AWAKE_TIME_H

#include <algorithm>
#include <cstdint>

namespace host {

/// How long an idle thread stays awake before it sleeps. Where launches follow one another closely,
/// a thread that is awake finds the next one without being woken, which costs 5 to 40 us. Where
/// they do not, it soon stops trying. Times are nanoseconds.
class AwakeTime {
public:
  /// Longer is never worth it.
  static constexpr uint64_t most = 50'000;
  /// A spinning thread that has not run for this long has lost its core to another thread.
  static constexpr uint64_t lost_core = 20'000;
  /// How long it then sleeps at once, to leave the core to others.
  static constexpr uint64_t abstinence = 20'000'000;

  /// A thread that may not stay awake sleeps at once.
  explicit AwakeTime(bool may_stay = true) : allowed(may_stay) {}

  [[nodiscard]] uint64_t limit(uint64_t now) const {
    return allowed && now >= abstains_until ? wanted : 0;
  }
  /// Records for how long the thread was idle when the next work came.
  void idle_lasted(uint64_t time) {
    wanted = time <= most ? std::clamp(2 * time, wanted, most) : wanted / 2;
  }
  void has_lost_core(uint64_t now) { abstains_until = now + abstinence; }

private:
  const bool allowed;
  uint64_t wanted = 0;
  uint64_t abstains_until = 0;
};

} // namespace host

#endif
