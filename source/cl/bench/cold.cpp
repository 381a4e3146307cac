// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cold.h"

#include "driver.h"
#include "measure.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Message {
  ColdTimes seconds = {};
  bool right = false;
};

Message measure(const std::string& path, const Workload& load, double once, const Words& expected) {
  using Clock = std::chrono::steady_clock;
  const Driver driver(path);
  const Clock::time_point begin = Clock::now();
  Job job(driver, load);
  Message message;
  size_t runs = 0;
  for (size_t i = 0; i < amounts_of_work.size(); ++i) {
    for (const auto wanted = size_t(std::ceil(amounts_of_work[i] / once)); runs < wanted; ++runs) {
      job.run();
    }
    message.seconds[i] = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  message.right = agree(load, job.output(), expected);
  return message;
}

} // namespace

ColdTimes cold_times(const std::string& driver, const Workload& load, double once,
                     const Words& expected, bool& right) {
  int ends[2];
  std::fflush(stdout); // or the child has it, too
  if (pipe(ends) != 0) {
    std::perror("pipe");
    std::exit(2);
  }
  const pid_t child = fork();
  if (child == 0) {
    const Message message = measure(driver, load, once, expected);
    const bool written = write(ends[1], &message, sizeof message) == ssize_t(sizeof message);
    _exit(written ? 0 : 2);
  }
  close(ends[1]);
  Message message;
  const bool is_complete =
      child > 0 && read(ends[0], &message, sizeof message) == ssize_t(sizeof message);
  close(ends[0]);
  if (child > 0) {
    waitpid(child, nullptr, 0);
  }
  if (!is_complete) {
    std::fprintf(stderr, "%s: the process of '%s' failed\n", load.name, driver.c_str());
    std::exit(2);
  }
  right = message.right;
  return message.seconds;
}
