// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_AWAKE_TIME_H
#define HOST_SCHEDULER_AWAKE_TIME_H

#include <algorithm>
#include <cstdint>
#include <utility>

namespace host {

/// The time for which an idle thread stays awake before it sleeps. Where launches follow one
/// another closely, a thread that is awake finds the next one without being woken, which costs 5 to
/// 40 us. Where they do not, it soon stops trying. Times are nanoseconds.
class AwakeTime {
public:
  /// No thread stays awake for longer.
  static constexpr uint64_t max_time = 50'000;
  /// The part of a sleep that waking may take where cores are free. (Where they are not, it waits
  /// for a core, and had better not stay awake.)
  static constexpr uint64_t wake_time = 20'000;
  /// A spinning thread that has not run for this long may have lost its core to another thread, and
  /// has if it was for long.
  static constexpr uint64_t short_absence = 20'000, long_absence = 1'000'000;
  /// For how long it then sleeps without staying awake first, to leave the core to others.
  static constexpr uint64_t rest_time = 20'000'000;

  /// A thread that may not stay awake sleeps at once; one that may does so for `at_least`, unless
  /// it leaves its core to others.
  constexpr explicit AwakeTime(bool may_stay = true, uint64_t at_least = 0)
      : allowed(may_stay), least(at_least) {}

  [[nodiscard]] uint64_t limit(uint64_t now) const {
    return allowed && now >= rests_until ? std::max(wanted, least) : 0;
  }
  /// Records for how long the thread was idle when the next work came, and how much of that was
  /// its waking, perhaps.
  void idle_lasted(uint64_t time, uint64_t waking = 0) {
    const uint64_t pays = max_time + waking;
    wanted = time <= pays ? std::clamp(2 * time, wanted, max_time) : wanted / 2;
  }
  /// Whether a spinning thread that has not run for so long has lost its core to another thread.
  /// The system counts how often that was so (involuntary_switches; not all systems do). Interrupts
  /// and hypervisors take a core for a moment, too, but no thread of the system waits for it then.
  [[nodiscard]] bool has_lost_core(uint64_t absence, uint64_t switches, uint64_t now) {
    if (std::exchange(switches_seen, switches) == switches && absence < long_absence) {
      return false;
    }
    leave_core(now);
    return true;
  }
  /// From now on it leaves the core to others for a while.
  void leave_core(uint64_t now) { rests_until = now + rest_time; }

private:
  const bool allowed;
  const uint64_t least;
  uint64_t wanted = 0;
  uint64_t rests_until = 0;
  uint64_t switches_seen = 0;
};

} // namespace host

#endif
