// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_WORKER_H
#define HOST_SCHEDULER_WORKER_H

#include "scheduler/awake_time.h"
#include "scheduler/clock.h"
#include "scheduler/domain.h"
#include "scheduler/futex.h"
#include "scheduler/shares.h"

#include <pthread.h>

namespace host {

class Scheduler;

/// A thread of the pool, and how it is told of work: one word on a cache line of its own. An idle
/// thread looks at the word for a while and then sleeps at it. Who tells it also says which other
/// threads it has to tell, so that waking many takes as many steps as a tree is high.
///
/// Nothing is lost: a thread says that it is idle, then looks for work once more, then waits; who
/// has work publishes it first and then looks for idle threads. One of both sees the other.
class alignas(cargo::apart) Worker {
public:
  explicit Worker(bool may_stay_awake = true) : awake(may_stay_awake) {}

  // For other threads:

  /// What tell() has found.
  enum class Told { told, busy, absent };
  /// Tells an idle thread to look for work, and to tell those after it up to `end`. A thread that
  /// is `absent` has yet to be made: the caller does it, or calls forget.
  Told tell(uint32_t end);
  /// Whether tell() would find it idle.
  [[nodiscard]] bool is_idle() const {
    const uint32_t seen = state.load();
    return seen == watching || seen == asleep;
  }
  [[nodiscard]] bool is_absent() const { return state.load() == absent; }
  /// There is no such thread.
  void forget() { state.store(absent); }
  /// Wakes it whatever it does, so that it sees that it has to end.
  void wake_to_end();

  // For the thread itself:

  /// Notes where it may run at first.
  void begin_thread() noexcept;
  /// Goes to the CPUs of a domain.
  void go_to(const Domain& domain);
  /// It will wait unless it finds something now. An exchange where a store would do: what follows
  /// must not be read before it, and qemu on x86-64 lets loads of AArch64 pass stores.
  void announce_idleness() { state.exchange(watching); }
  /// It is busy from now on. Gives the threads to be told: from the one after it up to this.
  [[nodiscard]] uint32_t receive();
  /// Waits until it is told: awake for as long as that pays and `may_stay()` is true, then asleep.
  template <typename MayStay> void wait(MayStay&& may_stay) {
    const uint64_t begin = now();
    if (!watch(begin, may_stay)) {
      sleep();
    }
    awake.idle_lasted(now() - begin);
  }

  pthread_t thread = {};
  uint32_t index = 0;
  Scheduler* scheduler = nullptr;
  uint32_t last_shard = 0;    ///< of the task that it has ended last
  bool prefers_lists = false; ///< takes turns, so that neither tasks nor teams wait for ever

private:
  static constexpr uint32_t busy = 0, watching = 1, asleep = 2, absent = 3, told = 4;
  static constexpr uint32_t end_shift = 3; ///< above: the end of what it has to tell

  /// Looks at the word. True if it has been told.
  template <typename MayStay> [[nodiscard]] bool watch(uint64_t begin, MayStay&& may_stay) {
    const uint64_t limit = awake.limit(begin);
    for (uint64_t last = begin; last - begin < limit && may_stay();) {
      for (int i = 0; i < 16; ++i) {
        pause();
        if (state.load(std::memory_order_acquire) != watching) {
          return true;
        }
      }
      const uint64_t time = now();
      if (time - last > AwakeTime::lost_core) {
        awake.has_lost_core(time);
        return false;
      }
      last = time;
    }
    return false;
  }
  /// Until it is told.
  void sleep();

  std::atomic<uint32_t> state = absent;
  AwakeTime awake;
  CpuSet home;
  uint64_t bound_to = 0;
};

} // namespace host

#endif
