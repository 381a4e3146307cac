// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "background.h"

#include "fault/mask.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <thread>

namespace cl {

Background& Background::variants() {
  // Requests that are refused are made again by later launches.
  static auto& only = *new Background(1, 16, Idle::stays);
  return only;
}

Background& Background::builds() {
  static auto& only = *new Background(std::max(std::thread::hardware_concurrency(), 1u), SIZE_MAX);
  return only;
}

Background& Background::waits() {
  static auto& only = *new Background(1, SIZE_MAX);
  return only;
}

bool Background::add(Work work) {
  const std::lock_guard guard(lock);
  if (waiting.size() >= max_waiting) {
    return false;
  }
  waiting.push_back(std::move(work));
  if (threads < max_threads && start()) {
    ++threads;
  }
  if (threads == 0) {
    waiting.pop_back();
  }
  arrival.notify_one();
  return threads != 0;
}

void Background::forget() {
  // Not destroyed: it belongs to objects of the parent's.
  static_cast<void>(new std::deque<Work>(std::move(waiting)));
  waiting.clear();
  ::new (&arrival) std::condition_variable; // threads of the parent's wait for the other
  threads = 0;
}

bool Background::start() {
  const fault::MaskForOwnThread mask;
  try {
    std::thread([this] { run(); }).detach();
  } catch (const std::exception&) { // std::system_error, std::bad_alloc
    return false;
  }
  return true;
}

void Background::run() {
  std::unique_lock held(lock);
  while (true) {
    if (idle == Idle::stays) {
      arrival.wait(held, [this] { return !waiting.empty(); });
    } else if (waiting.empty()) {
      break;
    }
    Work work = std::move(waiting.front());
    waiting.pop_front();
    held.unlock();
    work();
    work = nullptr; // may be the last to hold an executable
    held.lock();
  }
  --threads;
}

} // namespace cl
