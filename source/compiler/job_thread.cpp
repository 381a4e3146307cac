// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job_thread.h"

#include "fault/mask.h"

#include <array>
#include <atomic>
#include <ctime>
#include <mutex>
#include <sys/mman.h>

namespace compiler {
namespace {

constexpr size_t stack_size = size_t(256) << 20;
constexpr size_t guard_size = size_t(64) << 10; ///< at the low end, where an overflow ends
constexpr size_t kept_size = size_t(1) << 20;   ///< of what was touched

/// Stacks that no thread has. They stay as long as the library, which is never unloaded.
class Stacks {
public:
  void* take() {
    for (std::atomic<void*>& place : places) {
      if (void* stack = place.exchange(nullptr)) {
        return stack;
      }
    }
    void* stack = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
      return nullptr;
    }
    if (mprotect(stack, guard_size, PROT_NONE) != 0) {
      munmap(stack, stack_size);
      return nullptr;
    }
    return stack;
  }

  void give_back(void* stack) {
    madvise(static_cast<char*>(stack) + guard_size, stack_size - guard_size - kept_size,
            MADV_DONTNEED);
    for (std::atomic<void*>& place : places) {
      void* none = nullptr;
      if (place.compare_exchange_strong(none, stack)) {
        return;
      }
    }
    munmap(stack, stack_size);
  }

private:
  std::array<std::atomic<void*>, 4> places = {};
};

Stacks stacks;

/// A thread that was abandoned, whose stack comes back once it has ended.
struct AbandonedThread {
  pthread_t thread;
  void* stack = nullptr; ///< null: none
};

std::mutex abandoned_lock;
std::array<AbandonedThread, 16> abandoned;

/// A child of a fork may find the lock held by a thread that it does not have: so there is no
/// waiting.
void take_back_ended() {
  const std::unique_lock lock(abandoned_lock, std::try_to_lock);
  for (AbandonedThread& one : abandoned) {
    if (lock && one.stack && pthread_tryjoin_np(one.thread, nullptr) == 0) {
      stacks.give_back(one.stack);
      one.stack = nullptr;
    }
  }
}

} // namespace

bool JobThread::start(void* (*function)(void*), void* argument) {
  take_back_ended();
  stack = stacks.take();
  if (!stack) {
    return false;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, static_cast<char*>(stack) + guard_size,
                        stack_size - guard_size);
  const fault::MaskForOwnThread mask; // a crash comes to the handler, whatever the caller blocks
  const bool started = pthread_create(&thread, &attributes, function, argument) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) {
    stacks.give_back(stack);
  }
  return started;
}

bool JobThread::join(unsigned seconds) {
  if (seconds == 0) {
    pthread_join(thread, nullptr);
  } else {
    timespec end = {};
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    if (pthread_clockjoin_np(thread, nullptr, CLOCK_MONOTONIC, &end) != 0) {
      return false;
    }
  }
  stacks.give_back(stack);
  return true;
}

void JobThread::abandon() {
  const std::unique_lock lock(abandoned_lock, std::try_to_lock);
  for (AbandonedThread& one : abandoned) {
    if (lock && !one.stack) {
      one = {thread, stack};
      return;
    }
  }
  pthread_detach(thread); // its stack is lost
}

} // namespace compiler
