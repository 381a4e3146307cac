// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_WATCHDOG_H
#define HOST_SCHEDULER_WATCHDOG_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace host {

/// Calls a function on a thread of its own, a little after it was armed. Arming costs one cheap
/// system call and wakes nobody, which is the point: waking a thread takes 15 to 40 us on a
/// virtual machine, longer than small work takes.
class Watchdog {
public:
  Watchdog() = default;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() { stop(); }

  /// Starts the thread. False if the system has no thread or timer left.
  [[nodiscard]] bool start(std::function<void()> bark);
  /// Ends the thread after the call that may be running.
  void stop();
  /// In a child of fork, which has not got the thread: as if never started.
  void forget();
  /// The function is called once, after `nanoseconds` (not 0).
  void arm(uint64_t nanoseconds) const;

private:
  int timer = -1;
  std::atomic<bool> stopping = false;
  std::thread thread;
};

} // namespace host

#endif
