// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef JOB_THREAD_H
#define JOB_THREAD_H

#include <chrono>

namespace compiler {

/// A thread with a deep stack, as nested sources recurse deeply in Clang.
struct DeepThread;

/// The thread of one job. Only touched pages of its stack cost memory. Touching it for the first
/// time costs some percent of a short build, so stacks of threads that have ended are kept, a few
/// of them, for the next jobs. One thread stays between jobs: variants of kernels are compiled
/// while the application runs, when no thread should have to be started, which blocks all signals
/// for a moment.
///
/// Once it is started, one thread has to call join or abandon. Usable in the child of a fork,
/// unless another thread was in one of these functions.
class JobThread {
public:
  /// Runs a job. True if the thread is as it was before, so that it may run another.
  using Function = bool (*)(void* argument);

  /// False if there is no thread, or no memory for its stack.
  [[nodiscard]] bool start(Function function, void* argument);
  /// Waits for the end of the job. False if that did not come within so many seconds; 0: however
  /// long it takes.
  bool join(unsigned seconds = 0);
  /// The processor time that the thread has had for the job so far.
  [[nodiscard]] std::chrono::nanoseconds used() const;
  /// Lets the thread go on until it ends by itself.
  void abandon();

private:
  DeepThread* thread = nullptr;
};

} // namespace compiler

#endif
