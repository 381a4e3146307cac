// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs one after the other, and the files between them.
#ifndef OCLSYCL_PROCESSES_H
#define OCLSYCL_PROCESSES_H

#include <string>
#include <sys/types.h>
#include <vector>

namespace oclsycl {

/// The command as a shell would take it.
[[nodiscard]] std::string quoted(const std::vector<std::string>& command);

/// The command as execv and its like take it, for as long as it lives.
[[nodiscard]] std::vector<char*> words_of_program(const std::vector<std::string>& command);

/// Begins to run a command. What it writes to standard error goes to `file`, unless that is empty.
/// -1 if it cannot be run; errno says why.
[[nodiscard]] pid_t start(const std::vector<std::string>& command, const std::string& file);

/// What became of a process: its exit status, or for one that a signal ended 128 and its number, as
/// shells and compilers say it.
[[nodiscard]] int status_of(int waited);

/// Waits for a process to end, also if signals come.
[[nodiscard]] int wait_for(pid_t process);

/// Runs the commands in order. The status of the first one that fails, or 0; one that cannot be run
/// is reported, and has 1.
[[nodiscard]] int run_all(const std::vector<std::vector<std::string>>& commands);

/// Runs a command that says nothing here: what it writes to standard error goes to a file. The
/// status as above.
[[nodiscard]] int run_quietly(const std::vector<std::string>& command, const std::string& file);

/// A new folder that disappears with the object.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// Empty: none could be made.
  [[nodiscard]] const std::string& path() const { return folder; }

private:
  std::string folder;
};

} // namespace oclsycl

#endif
