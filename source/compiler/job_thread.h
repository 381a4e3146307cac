// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef JOB_THREAD_H
#define JOB_THREAD_H

#include <pthread.h>

namespace compiler {

/// The thread of one job. Its stack is deep, as nested sources recurse deeply in Clang; only
/// touched pages cost memory. Touching it for the first time costs some percent of a short build,
/// so stacks of threads that have ended are kept, a few of them, for the next jobs.
///
/// Once it is started, one thread has to call join or abandon.
class JobThread {
public:
  /// False if there is no thread, or no memory for its stack.
  [[nodiscard]] bool start(void* (*function)(void*), void* argument);
  /// Waits for the end. False if that did not come within so many seconds; 0: however long it
  /// takes.
  bool join(unsigned seconds = 0);
  /// Lets the thread go on until it ends by itself.
  void abandon();

private:
  pthread_t thread = {};
  void* stack = nullptr;
};

} // namespace compiler

#endif
