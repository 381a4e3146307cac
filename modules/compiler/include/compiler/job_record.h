// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The record of a compile job: the durations of its phases, and dumps of the program between them.
#ifndef COMPILER_JOB_RECORD_H
#define COMPILER_JOB_RECORD_H

#include "compiler_interface/request.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// The record of the job that runs on this thread. As long as it lives, phases and dumps of the
/// thread belong to it.
class JobRecord {
public:
  JobRecord();
  JobRecord(const JobRecord&) = delete;
  ~JobRecord();

  std::vector<Phase> phases;
  const unsigned number; ///< of jobs in this process
  unsigned dumps = 0;    ///< files written so far
};

/// A phase of the thread's job, from construction to destruction. Without a job it is not recorded.
class TimedPhase {
public:
  explicit TimedPhase(llvm::StringRef name);
  TimedPhase(const TimedPhase&) = delete;
  ~TimedPhase();
  /// Nanoseconds since it began.
  [[nodiscard]] uint64_t elapsed() const;

private:
  const uint64_t begin;
  size_t index = 0;
};

/// Whether LANEWISE_DUMP names a folder.
[[nodiscard]] bool dumps_wanted();

/// Writes the module's text to <folder>/<process>-<job>/<number>-<step>.ll. The first failure is
/// reported on standard error.
void dump(const llvm::Module& module, llvm::StringRef step);

/// The same for other text: <number>-<step>.<extension>.
void dump(llvm::StringRef text, llvm::StringRef step, llvm::StringRef extension);

} // namespace compiler

#endif
