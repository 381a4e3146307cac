// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_TEST_PROCESS_H
#define CL_TEST_PROCESS_H

#include <functional>
#include <sys/wait.h>
#include <unistd.h>

/// Runs `work` in a child of fork and returns its result. A child that hangs is ended by SIGALRM:
/// -1.
inline int in_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(work());
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                               : -1;
}

#endif
