// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run by the test with other rights than its user's: prints what it sees of its environment.
#include "environment/environment.h"

#include <cstdio>
#include <unistd.h>

int main() {
  std::printf("%s", environment::is_secure_process() ? "secure" : "plain");
  for (const environment::VariableEntry& row : environment::table()) {
    if (environment::is_set(row.variable)) {
      std::printf(" %s", row.name);
    }
  }
  std::fflush(stdout);
  _exit(0); // LeakSanitizer, at an ordinary end, may not look at a process with other rights
}
