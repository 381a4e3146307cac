// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_AWAKE_TIME_H
#define HOST_SCHEDULER_AWAKE_TIME_H

#include <algorithm>
#include <cstdint>

namespace host {

/// The time for which an idle thread stays awake before it sleeps. Where launches follow one
/// another closely, a thread that is awake finds the next one without being woken, which costs 5 to
/// 40 us. Where they do not, it soon stops trying. Times are nanoseconds.
class AwakeTime {
public:
  /// No thread stays awake for longer.
  static constexpr uint64_t max_time = 50'000;
  /// A spinning thread that has not run for this long has lost its core to another thread.
  static constexpr uint64_t lost_core = 20'000;
  /// For how long it then sleeps without staying awake first, to leave the core to others.
  static constexpr uint64_t rest_time = 20'000'000;

  /// A thread that may not stay awake sleeps at once.
  explicit AwakeTime(bool may_stay = true) : allowed(may_stay) {}

  [[nodiscard]] uint64_t limit(uint64_t now) const {
    return allowed && now >= rests_until ? wanted : 0;
  }
  /// Records for how long the thread was idle when the next work came.
  void idle_lasted(uint64_t time) {
    wanted = time <= max_time ? std::clamp(2 * time, wanted, max_time) : wanted / 2;
  }
  void has_lost_core(uint64_t now) { rests_until = now + rest_time; }

private:
  const bool allowed;
  uint64_t wanted = 0;
  uint64_t rests_until = 0;
};

} // namespace host

#endif
