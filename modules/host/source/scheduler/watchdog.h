// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_WATCHDOG_H
#define HOST_SCHEDULER_WATCHDOG_H

#include <cstdint>
#include <ctime>
#include <functional>
#include <pthread.h>

namespace host {

/// Calls a function on a thread of its own, a little after it was armed. Arming costs one cheap
/// system call and wakes no thread, which would take 15 to 40 us on a virtual machine, longer than
/// small work takes.
///
/// The timer sends a signal that the thread waits for, and which it alone can get. There is no
/// descriptor that an application could close and whose number another file could then have.
class Watchdog {
public:
  Watchdog() = default;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() { stop(); }

  /// Starts the thread. False if the system has no thread or timer left.
  [[nodiscard]] bool start(std::function<void()> on_timeout);
  /// Ends the thread after the call that may be running.
  void stop();
  /// In a child of fork, which has neither the thread nor the timer: as if never started.
  void forget();
  /// The function is called once, after `nanoseconds` (not 0).
  void arm(uint64_t nanoseconds) const;

private:
  struct Thread;
  Thread* running = nullptr;
  timer_t timer = {};
};

} // namespace host

#endif
