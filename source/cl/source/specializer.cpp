// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specializer.h"

#include <csignal>
#include <system_error>
#include <thread>

namespace cl {
namespace {

/// Variants that wait to be compiled; what comes on top is asked for again by later launches.
constexpr size_t most_waiting = 16;

} // namespace

Specializer& Specializer::instance() {
  static auto& only = *new Specializer;
  return only;
}

bool Specializer::add(Work work) {
  const std::lock_guard guard(lock);
  if (waiting.size() >= most_waiting) {
    return false;
  }
  waiting.push_back(std::move(work));
  running = running || start();
  if (!running) {
    waiting.pop_back();
  }
  return running;
}

void Specializer::forget() {
  // Not destroyed: it belongs to objects of the parent's.
  static_cast<void>(new std::deque<Work>(std::move(waiting)));
  waiting.clear();
  running = false;
}

/// The thread takes no signals of the application's.
bool Specializer::start() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = true;
  try {
    std::thread([this] { run(); }).detach();
  } catch (const std::system_error&) {
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

void Specializer::run() {
  std::unique_lock held(lock);
  while (!waiting.empty()) {
    Work work = std::move(waiting.front());
    waiting.pop_front();
    held.unlock();
    work();
    work = nullptr; // may be the last to hold an executable
    held.lock();
  }
  running = false;
}

} // namespace cl
