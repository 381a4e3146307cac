// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_SPECIALIZER_H
#define CL_SPECIALIZER_H

#include <deque>
#include <functional>
#include <mutex>

namespace cl {

/// The thread that makes variants, one at a time: there when there is something to do. It is never
/// waited for, so what it works with outlives everything. Thread safe.
class Specializer {
public:
  using Work = std::function<void()>;

  static Specializer& instance();

  /// False if there is too much to do already. Throws std::bad_alloc.
  [[nodiscard]] bool add(Work work);

  /// Around fork: no thread is making variants in a child.
  void hold() { lock.lock(); }
  void let_go() { lock.unlock(); }
  void forget();

private:
  bool start();
  void run();

  std::mutex lock; ///< protects the rest; not held while working
  std::deque<Work> waiting;
  bool running = false;
};

} // namespace cl

#endif
