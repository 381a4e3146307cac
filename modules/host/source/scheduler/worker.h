// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_WORKER_H
#define HOST_SCHEDULER_WORKER_H

#include "cargo/pause.h"
#include "scheduler/awake_time.h"
#include "scheduler/domain.h"
#include "scheduler/shares.h"
#include "threads/clock.h"
#include "threads/futex.h"
#include "threads/switches.h"

#include <algorithm>
#include <pthread.h>

namespace host {

class Scheduler;

/// Which of the workers [begin, end), at least one, a thread tells before the others; that one then
/// tells those after it. The middle one makes a tree; if it sleeps, the next one that is awake, as
/// those after it would have to wait until it has been woken.
template <typename IsAwake>
uint32_t first_to_tell(uint32_t begin, uint32_t end, IsAwake&& is_awake) {
  constexpr uint32_t most = 8; // looks: each fetches a line of another core's
  const uint32_t middle = begin + (end - begin) / 2;
  for (uint32_t i = middle; i < std::min(end, middle + most); ++i) {
    if (is_awake(i)) {
      return i;
    }
  }
  return middle;
}

/// A thread of the pool, and how it is told of work: by one word on a cache line of its own. An
/// idle thread spins on the word for a while and then sleeps on it. The thread that tells it also
/// says which other threads it has to tell in turn, so that the number of steps to wake many grows
/// only with the height of a tree.
///
/// No work is lost: a thread says that it is idle, then looks for work once more, then waits; a
/// thread with new work publishes the work first and then looks for idle threads. So one of the two
/// sees the other.
class alignas(cargo::apart) Worker {
public:
  /// One of a few workers, or of so many that there are free cores.
  explicit Worker(bool may_stay_awake = true, bool of_many = false)
      : is_of_many(of_many), awake(may_stay_awake) {}

  // For other threads:

  /// The result of tell().
  enum class Told { told, busy, absent };
  /// Tells an idle thread to look for work, and to tell those after it up to `end`. A thread that
  /// is `absent` has yet to be made: the caller does it, or calls forget.
  Told tell(uint32_t end);
  /// Whether tell() would find it idle.
  [[nodiscard]] bool is_idle() const {
    const uint32_t seen = state.load();
    return seen == watching || seen == asleep;
  }
  /// Whether it would notice within a fraction of a microsecond.
  [[nodiscard]] bool is_awake() const { return state.load() == watching; }
  [[nodiscard]] bool is_absent() const { return state.load() == absent; }
  /// In a child of fork, or if no thread could be made: there is no such thread.
  void forget() { state.store(absent); }
  /// Wakes it whatever it does, so that it sees that it has to end.
  void wake_for_exit();

  // For the thread itself:

  /// Notes where it may run at first.
  void begin_thread() noexcept;
  /// Goes to the CPUs of a domain.
  void go_to(const Domain& domain);
  /// It is idle, and will wait unless it finds work now. This is an exchange although a store would
  /// do: later reads must not be done before it, and qemu on x86-64 lets loads of AArch64 pass
  /// stores.
  void announce_idleness() { state.exchange(watching); }
  /// It is busy from now on. Gives the threads to be told: from the one after it up to this.
  [[nodiscard]] uint32_t receive();
  /// Waits until it is told: awake for as long as that pays and `may_stay()` is true, then asleep.
  template <typename MayStay> void wait(MayStay&& may_stay) {
    const uint64_t begin = now();
    const bool stayed = watch(begin, may_stay);
    if (!stayed) {
      sleep();
    }
    awake.idle_lasted(now() - begin, is_of_many && !stayed ? AwakeTime::wake_time : 0);
  }

  pthread_t thread = {};
  uint32_t index = 0;
  Scheduler* scheduler = nullptr;
  uint32_t last_shard = 0;    ///< of the task that it has ended last
  bool prefers_lists = false; ///< takes turns, so that neither tasks nor teams wait without end

private:
  static constexpr uint32_t busy = 0, watching = 1, asleep = 2, absent = 3, told = 4;
  static constexpr uint32_t end_shift = 3; ///< above: the end of what it has to tell

  /// Looks at the word. True if it has been told.
  template <typename MayStay> [[nodiscard]] bool watch(uint64_t begin, MayStay&& may_stay) {
    const uint64_t limit = awake.limit(begin);
    for (uint64_t last = begin; last - begin < limit && may_stay();) {
      for (int i = 0; i < 16; ++i) {
        cargo::pause();
        if (state.load(std::memory_order_acquire) != watching) {
          return true;
        }
      }
      const uint64_t time = now();
      if (time - last > AwakeTime::short_absence && has_lost_core(time - last, time)) {
        return false;
      }
      last = time;
    }
    return false;
  }
  /// Whether it leaves its core to others, having been away from it for so long. One of a few does
  /// so whatever the reason was: where its core is missed, too much sleep costs less than too
  /// little.
  [[nodiscard]] bool has_lost_core(uint64_t absence, uint64_t time) {
    if (is_of_many) {
      return awake.has_lost_core(absence, involuntary_switches(), time);
    }
    awake.leave_core(time);
    return true;
  }
  /// Until it is told.
  void sleep();

  std::atomic<uint32_t> state = absent;
  const bool is_of_many;
  AwakeTime awake;
  CpuSet home;
  uint64_t bound_to = 0;
};

} // namespace host

#endif
