// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/watchdog.h"

#include <atomic>
#include <csignal>
#include <memory>
#include <new>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace host {
namespace {

/// No one else sends it: Linux itself has no use for it. Every thread of the driver's blocks it.
constexpr int signal_number = SIGSTKFLT;

#ifndef sigev_notify_thread_id // of newer C libraries
#define sigev_notify_thread_id _sigev_un._tid
#endif

} // namespace

struct Watchdog::Thread {
  explicit Thread(std::function<void()> function) : on_timeout(std::move(function)) {
    sem_init(&known, 0, 0);
  }
  Thread(const Thread&) = delete;
  ~Thread() { sem_destroy(&known); }

  static void* main(void* self) {
    static_cast<Thread*>(self)->run();
    return nullptr;
  }
  void run() {
    sigset_t timer_only;
    sigemptyset(&timer_only);
    sigaddset(&timer_only, signal_number);
    pthread_sigmask(SIG_BLOCK, &timer_only, nullptr);
    number = static_cast<pid_t>(syscall(SYS_gettid));
    sem_post(&known);
    while (!stopping) {
      siginfo_t info;
      if (sigwaitinfo(&timer_only, &info) == signal_number && !stopping) {
        on_timeout();
      }
    }
  }

  const std::function<void()> on_timeout;
  pthread_t thread = {};
  pid_t number = 0;
  sem_t known; ///< posted once `number` is known
  std::atomic<bool> stopping = false;
};

bool Watchdog::start(std::function<void()> on_timeout) {
  std::unique_ptr<Thread> made;
  try {
    made = std::make_unique<Thread>(std::move(on_timeout));
  } catch (const std::bad_alloc&) {
    return false;
  }
  if (pthread_create(&made->thread, nullptr, Thread::main, made.get()) != 0) {
    return false;
  }
  while (sem_wait(&made->known) != 0) { // interrupted by a signal's handler
  }
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_number;
  event.sigev_notify_thread_id = made->number;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
    made->stopping = true;
    pthread_kill(made->thread, signal_number);
    pthread_join(made->thread, nullptr);
    return false;
  }
  running = made.release();
  return true;
}

void Watchdog::stop() {
  if (running == nullptr) {
    return;
  }
  running->stopping = true;
  pthread_kill(running->thread, signal_number);
  pthread_join(running->thread, nullptr);
  timer_delete(timer);
  delete running;
  running = nullptr;
}

void Watchdog::forget() {
  running = nullptr; // not destroyed: there is nothing that could be joined
}

void Watchdog::arm(uint64_t nanoseconds) const {
  constexpr uint64_t second = 1'000'000'000;
  itimerspec when = {};
  when.it_value.tv_sec = static_cast<time_t>(nanoseconds / second);
  when.it_value.tv_nsec = static_cast<long>(nanoseconds % second);
  timer_settime(timer, 0, &when, nullptr);
}

} // namespace host
