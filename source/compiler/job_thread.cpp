// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "job_thread.h"

#include "compiler_interface/budget.h"
#include "fault/mask.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace compiler {
namespace {

/// How the system schedules a thread, as far as new threads inherit it.
struct Scheduling {
  static Scheduling of_this_thread() {
    Scheduling found;
    CPU_ZERO(&found.cpus);
    static_cast<void>(sched_getaffinity(0, sizeof found.cpus, &found.cpus));
    found.policy = sched_getscheduler(0);
    found.nice = getpriority(PRIO_PROCESS, id_t(gettid()));
    return found;
  }
  bool operator==(const Scheduling& other) const {
    return CPU_EQUAL(&cpus, &other.cpus) && policy == other.policy && nice == other.nice;
  }

  cpu_set_t cpus;
  int policy = 0;
  int nice = 0;
};

} // namespace

/// It stands at the high end of the memory of the thread's stack.
struct DeepThread {
  explicit DeepThread(void* in_stack) : stack(in_stack) {
    sem_init(&begins, 0, 0);
    sem_init(&ended, 0, 0);
  }

  void* const stack;
  const pid_t process = getpid();
  const Scheduling scheduling = Scheduling::of_this_thread(); ///< which it inherits
  pthread_t thread = {};
  sem_t begins; ///< posted once the next job, or `is_to_end`, is set
  sem_t ended;  ///< posted once the job is over, and `may_stay` is set
  JobThread::Function function = nullptr;
  void* argument = nullptr;
  int64_t begin = 0;            ///< of the job, by the thread's processor time, in nanoseconds
  std::atomic<int64_t> end = 0; ///< 0 until the job is over
  bool may_stay = false;
  std::atomic<bool> is_to_end = false; ///< instead of waiting for a job
};

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

  /// Gives back to the system most of what was touched; the stack may be in use for a little.
  static void trim(void* stack) {
    madvise(static_cast<char*>(stack) + guard_size, stack_size - guard_size - kept_size,
            MADV_DONTNEED);
  }

  void give_back(void* stack) {
    trim(stack);
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

constexpr size_t room_for_thread = 4096;
static_assert(sizeof(DeepThread) <= room_for_thread);

void wait(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0) { // interrupted by a signal's handler
  }
}

/// Processor time of a thread that is not joined, in nanoseconds; 0 if it has ended.
int64_t processor_time(pthread_t thread) {
  clockid_t clock = {};
  return pthread_getcpuclockid(thread, &clock) == 0 ? read_clock(clock).count() : 0;
}

void* run_jobs(void* argument) {
  auto& self = *static_cast<DeepThread*>(argument);
  do {
    const bool may_stay = self.function(self.argument);
    self.may_stay = may_stay;
    self.end = processor_time(pthread_self());
    sem_post(&self.ended);
    if (!may_stay) {
      break;
    }
    wait(self.begins);
  } while (!self.is_to_end);
  return nullptr;
}

/// Null if there is no thread, or no memory for its stack.
DeepThread* make_thread(JobThread::Function function, void* argument) {
  void* stack = stacks.take();
  if (!stack) {
    return nullptr;
  }
  auto* made = ::new (static_cast<char*>(stack) + stack_size - room_for_thread) DeepThread(stack);
  made->function = function;
  made->argument = argument;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, static_cast<char*>(stack) + guard_size,
                        stack_size - guard_size - room_for_thread);
  const fault::MaskForOwnThread mask; // a crash comes to the handler, whatever the caller blocks
  const bool started = pthread_create(&made->thread, &attributes, run_jobs, made) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) {
    stacks.give_back(stack);
    return nullptr;
  }
  return made;
}

/// The thread that waits for the next job, or null.
std::atomic<DeepThread*> waiting_thread = nullptr;

/// The thread's job is over, and it ends.
void join_thread(DeepThread& one) {
  pthread_join(one.thread, nullptr);
  stacks.give_back(one.stack);
}

void end_waiting_thread(DeepThread& one) {
  one.is_to_end = true;
  sem_post(&one.begins);
  join_thread(one);
}

/// Null if there is none that the system schedules as it would a new one. In a child of fork there
/// is none, but its stack.
DeepThread* take_waiting_thread() {
  DeepThread* one = waiting_thread.exchange(nullptr);
  if (one && one->process != getpid()) {
    stacks.give_back(one->stack);
    return nullptr;
  }
  if (one && !(one->scheduling == Scheduling::of_this_thread())) {
    end_waiting_thread(*one);
    return nullptr;
  }
  return one;
}

/// Threads that were abandoned, whose stacks come back once they have ended.
std::mutex abandoned_lock;
std::array<DeepThread*, 16> abandoned = {};

/// A child of a fork may find the lock held by a thread that it does not have: so there is no
/// waiting.
void take_back_ended() {
  const std::unique_lock lock(abandoned_lock, std::try_to_lock);
  for (DeepThread*& one : abandoned) {
    if (lock && one && pthread_tryjoin_np(one->thread, nullptr) == 0) {
      stacks.give_back(one->stack);
      one = nullptr;
    }
  }
}

} // namespace

bool JobThread::start(Function function, void* argument) {
  take_back_ended();
  thread = take_waiting_thread();
  if (!thread) {
    thread = make_thread(function, argument);
    return thread != nullptr;
  }
  thread->function = function;
  thread->argument = argument;
  thread->begin = processor_time(thread->thread);
  thread->end = 0;
  sem_post(&thread->begins);
  return true;
}

std::chrono::nanoseconds JobThread::used() const {
  const int64_t end = thread->end;
  const int64_t now = end != 0 ? end : processor_time(thread->thread);
  return std::chrono::nanoseconds(std::max<int64_t>(now - thread->begin, 0));
}

bool JobThread::join(unsigned seconds) {
  if (seconds == 0) {
    wait(thread->ended);
  } else {
    timespec end = {};
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    while (sem_clockwait(&thread->ended, CLOCK_MONOTONIC, &end) != 0) {
      if (errno != EINTR) {
        return false;
      }
    }
  }
  if (!thread->may_stay) {
    join_thread(*thread);
    return true;
  }
  stacks.trim(thread->stack); // it waits, with little of its stack in use
  DeepThread* none = nullptr;
  if (!waiting_thread.compare_exchange_strong(none, thread)) {
    end_waiting_thread(*thread);
  }
  return true;
}

void JobThread::abandon() {
  const std::unique_lock lock(abandoned_lock, std::try_to_lock);
  thread->is_to_end = true;
  sem_post(&thread->begins);
  for (DeepThread*& one : abandoned) {
    if (lock && !one) {
      one = thread;
      return;
    }
  }
  pthread_detach(thread->thread); // its stack is lost
}

} // namespace compiler
