// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "injector.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

Injector::Injector(Options in_options, uint64_t seed)
    : options(std::move(in_options)), random(seed) {
  if (options.kills_workers) {
    prctl(PR_SET_CHILD_SUBREAPER, 1); // they are nobody's children otherwise
  }
  thread = std::thread([this] { run(); });
}

Injector::~Injector() {
  stop = true;
  thread.join();
}

void Injector::run() {
  while (!stop) {
    switch (random() % 8) {
    case 0:
      change_affinity();
      break;
    case 1:
      stop_for_a_moment();
      break;
    case 2:
      fork_and_execute();
      break;
    case 3:
      disturb_cache();
      break;
    case 4:
      throttle();
      break;
    case 5:
      fill_disk();
      break;
    case 6:
      change_quota();
      break;
    default:
      kill_a_worker();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % 80));
  }
}

/// Changes the affinity of all threads, as taskset -a does: one CPU, and then all again.
void Injector::change_affinity() {
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  int first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &all)) {
    ++first;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  for (const cpu_set_t* set : {&one, &all}) {
    std::error_code gone;
    for (const auto& task : fs::directory_iterator("/proc/self/task", gone)) {
      sched_setaffinity(std::stoi(task.path().filename()), sizeof *set, set);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 20));
  }
}

namespace {

/// Stops the process so often for so long, with pauses in between (microseconds).
void stop_and_go_on(unsigned count, unsigned stopped, unsigned between) {
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) {
    for (unsigned i = 0; i < count; ++i) {
      kill(self, SIGSTOP);
      usleep(stopped);
      kill(self, SIGCONT);
      usleep(between);
    }
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
}

} // namespace

void Injector::stop_for_a_moment() { stop_and_go_on(1, 20'000, 0); }

/// A quota of CPU time that comes and goes: it stops all threads for the rest of each period.
void Injector::throttle() {
  stop_and_go_on(static_cast<unsigned>(5 + random() % 20),
                 static_cast<unsigned>(1'000 + random() % 4'000), 1'000);
}

/// Quotas of the process's control group: from a twentieth of a CPU to a whole one, for some
/// periods each, and then none.
void Injector::change_quota() {
  if (!group.is_there()) {
    return;
  }
  for (unsigned i = 0; i < 3; ++i) {
    group.limit(static_cast<unsigned>(1'000 + random() % 19'000));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 60));
  }
  group.limit(0);
}

/// No file can grow beyond some bytes, as if the disk were full. (The signal that comes with it
/// would end the process if the driver let it.)
void Injector::fill_disk() {
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full = {random() % 2'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  std::this_thread::sleep_for(std::chrono::milliseconds(random() % 20));
  setrlimit(RLIMIT_FSIZE, &before);
}

void Injector::fork_and_execute() {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

/// The folder goes and comes back, or cannot be written for a moment.
void Injector::disturb_cache() {
  if (options.cache.empty()) {
    return;
  }
  std::error_code ignored; // the driver writes there meanwhile
  if (random() % 2) {
    fs::remove_all(options.cache, ignored);
    return;
  }
  fs::permissions(options.cache, fs::perms::owner_read | fs::perms::owner_exec, ignored);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  fs::permissions(options.cache, fs::perms::owner_all, ignored);
}

void Injector::kill_a_worker() {
  if (!options.kills_workers) {
    return;
  }
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    pid_t process = 0, parent = 0;
    std::string command, state;
    if (file >> process >> command >> state >> parent && parent == getpid() &&
        command.starts_with("(lanewise-comp")) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
      return;
    }
  }
}
