// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_BACKGROUND_H
#define CL_BACKGROUND_H

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace cl {

/// Threads of the driver for work that no thread waits for, at most a fixed number. They exist only
/// while there is work, but for the one that makes variants: once made, it stays. Never destroyed,
/// so that a process may exit while they work. Thread safe.
class Background {
public:
  using Work = std::function<void()>;

  /// Prepares devices, and makes variants of kernels, one at a time. Few of them can wait; further
  /// ones are refused.
  static Background& variants();
  /// Runs builds that have callbacks, as many at once as there are CPUs; the others wait.
  static Background& builds();
  /// Waits for commands that a callback of the application may not wait for, one work at a time.
  static Background& waits();

  /// False if too much is queued already, or no thread can be started. Throws std::bad_alloc.
  [[nodiscard]] bool add(Work work);

  // For a fork (fork.cpp). A child has none of the threads, and their work is the parent's.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }
  void forget();

private:
  enum class Idle { ends, stays }; ///< a thread without work
  Background(unsigned threads_at_most, size_t waiting_at_most, Idle in_idle = Idle::ends)
      : max_threads(threads_at_most), max_waiting(waiting_at_most), idle(in_idle) {}
  bool start();
  void run();

  const unsigned max_threads;
  const size_t max_waiting;
  const Idle idle;
  std::mutex lock; ///< protects the rest; not held while working
  std::deque<Work> waiting;
  std::condition_variable arrival; ///< of work, for threads that stay
  unsigned threads = 0;
};

} // namespace cl

#endif
