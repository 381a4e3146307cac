// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_AWAKE_TIME_H
#define HOST_SCHEDULER_AWAKE_TIME_H

#include <algorithm>
#include <cstdint>

namespace host {

/// How long an idle thread stays awake before it sleeps: as long as it pays. Where launches follow
/// one another closely, it finds the next one without being woken, which costs 5 to 40 us; where
/// they do not, it soon does not try. Times are nanoseconds.
class AwakeTime {
public:
  /// Longer is never worth it.
  static constexpr uint64_t most = 50'000;
  /// A thread that looks all the time and has not looked for so long has lost its core to another.
  static constexpr uint64_t lost_core = 20'000;
  /// How long it then leaves the core to others.
  static constexpr uint64_t abstinence = 20'000'000;

  /// A thread that may not stay awake sleeps at once.
  explicit AwakeTime(bool may_stay = true) : allowed(may_stay) {}

  [[nodiscard]] uint64_t limit(uint64_t now) const {
    return allowed && now >= abstains_until ? wanted : 0;
  }
  /// The thread was idle for so long when the next work came.
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
