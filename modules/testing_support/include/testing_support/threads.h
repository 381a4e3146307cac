// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests: the threads of this process, as /proc shows them.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <set>
#include <string>
#include <system_error>

namespace testing_support {

/// Whether the thread has begun to end, or has ended. Those who wait for a thread are told before
/// the system lists it no longer.
inline bool ends(const std::filesystem::path& thread) {
  std::ifstream stat(thread / "stat");
  stat.ignore(std::numeric_limits<std::streamsize>::max(), ')'); // its number and its name
  std::string field;
  for (int i = 3; i < 9; ++i) { // state, parent, group, session, terminal, the terminal's group
    stat >> field;
  }
  constexpr unsigned exiting = 4; // PF_EXITING
  unsigned flags = exiting;
  return !(stat >> flags) || (flags & exiting) != 0;
}

/// The numbers of all threads but those that end.
inline std::set<std::string> threads_of_this_process() {
  std::set<std::string> found;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    if (!ends(thread.path())) {
      found.insert(thread.path().filename().string());
    }
  }
  return found;
}

/// How many threads block any of the signals. While the C library starts a thread all are blocked,
/// also those that are its own, which nobody else can block.
inline int threads_that_block(std::initializer_list<int> signals) {
  int count = 0;
  for (const std::string& thread : threads_of_this_process()) {
    std::ifstream status("/proc/self/task/" + thread + "/status");
    std::string word;
    while (status >> word && word != "SigBlk:") {
    }
    unsigned long long mask = 0;
    status >> std::hex >> mask;
    const auto blocks = [mask](int signal) { return (mask >> (signal - 1) & 1) != 0; };
    bool any = false;
    for (const int signal : signals) {
      any = any || blocks(signal);
    }
    count += any && !blocks(32);
  }
  return count;
}

} // namespace testing_support
