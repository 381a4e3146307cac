// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs one after the other, and the files between them.
#ifndef OCLSYCL_PROCESSES_H
#define OCLSYCL_PROCESSES_H

#include <string>
#include <vector>

namespace oclsycl {

/// The command as a shell would take it.
[[nodiscard]] std::string quoted(const std::vector<std::string>& command);

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
