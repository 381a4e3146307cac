// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/watchdog.h"

#include <new>
#include <sys/timerfd.h>
#include <exception>
#include <unistd.h>

namespace host {

bool Watchdog::start(std::function<void()> bark) {
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  if (timer < 0) {
    return false;
  }
  try {
    thread = std::thread([this, bark = std::move(bark)] {
      uint64_t expirations = 0;
      while (!stopping) {
        if (read(timer, &expirations, sizeof expirations) == sizeof expirations && !stopping) {
          bark();
        }
      }
    });
  } catch (const std::exception&) { // std::system_error, std::bad_alloc
    close(timer);
    timer = -1;
    return false;
  }
  return true;
}

void Watchdog::stop() {
  if (timer < 0) {
    return;
  }
  stopping = true;
  arm(1);
  thread.join();
  close(timer);
  timer = -1;
}

void Watchdog::forget() {
  if (timer >= 0) {
    close(timer); // the parent's timer itself stays as it is
    timer = -1;
  }
  ::new (&thread) std::thread; // not destroyed: there is nothing that could be joined
}

void Watchdog::arm(uint64_t nanoseconds) const {
  constexpr uint64_t second = 1'000'000'000;
  itimerspec when = {};
  when.it_value.tv_sec = static_cast<time_t>(nanoseconds / second);
  when.it_value.tv_nsec = static_cast<long>(nanoseconds % second);
  timerfd_settime(timer, 0, &when, nullptr);
}

} // namespace host
