// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/scheduler.h"

#include "scheduler/clock.h"

#include <chrono>
#include <csignal>
#include <new>

namespace host {
namespace {

constexpr uint64_t forever = UINT64_MAX;
/// How long (nanoseconds) a thread looks for news before it sleeps, if something is running.
constexpr uint64_t spin_time = 10'000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Pool threads take no signals of the application's; those of their own faults come anyway.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF}) {
      sigdelset(&all, fault);
    }
    pthread_sigmask(SIG_SETMASK, &all, &before);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

} // namespace

Scheduler::Scheduler(uint32_t slot_count) : slots(slot_count) {
  free_slots.reserve(slot_count);
  threads.reserve(slot_count);
  for (uint32_t i = slot_count; i-- > 0;) {
    slots[i].index = i;
    free_slots.push_back(&slots[i]);
  }
}

Scheduler::~Scheduler() {
  watchdog.stop();
  {
    Lock held(mutex);
    stopping = true;
  }
  work_or_stop.notify_all();
  for (pthread_t thread : threads) {
    pthread_join(thread, nullptr);
  }
}

void Scheduler::start_over() {
  tasks = {};
  free_slots.clear(); // keeps its memory
  for (size_t i = slots.size(); i-- > 0;) {
    free_slots.push_back(&slots[i]);
  }
  threads.clear();
  idle = notified = asleep = 0;
  watched = false;
  pending = false;
  started = false;
  // Not destroyed: nobody will ever wake the threads that waited for it.
  ::new (&work_or_stop) std::condition_variable;
  watchdog.forget();
}

bool Scheduler::start() {
  if (started.load(std::memory_order_acquire)) {
    return true;
  }
  Lock held(mutex);
  if (started) {
    return true;
  }
  if (threads.empty() && !add_thread()) {
    return false;
  }
  const SignalsBlocked blocked;
  const bool watching = watchdog.start([this] { bark(); });
  started.store(watching, std::memory_order_release);
  return watching;
}

void Scheduler::push(const Lock&, Task& task, Telling telling) {
  tasks.push_back(task);
  pending = true;
  if (telling == Telling::now || task.estimate >= worth_waking) {
    announce(task);
  }
}

void Scheduler::settle(const Lock&) {
  if (!tasks.empty()) {
    announce(tasks.front());
  }
}

void Scheduler::push_next(const Lock&, Task& task) {
  const bool alone = tasks.empty();
  tasks.push_front(task);
  pending = true;
  if (!alone) {
    announce(task);
  }
}

void Scheduler::announce(const Task& task) {
  if (task.estimate >= worth_waking || asleep > 0) {
    wake_thread();
  } else if (!watched) {
    watched = true;
    watchdog.arm(patience);
  }
}

/// The watchdog's call: whatever nobody has taken goes to a pool thread.
void Scheduler::bark() {
  Lock held(mutex);
  watched = false;
  if (!tasks.empty()) {
    wake_thread();
  }
}

/// Makes sure that a thread looks at the tasks soon, if there is a slot for it to hold. Without
/// one, whoever gives back a slot will look.
void Scheduler::wake_thread() {
  if (free_slots.empty()) {
    return;
  }
  if (idle > notified) {
    ++notified;
    work_or_stop.notify_one();
  } else if (threads.size() < slots.size()) {
    (void)add_thread(); // start() made one at least, which comes back to the tasks
  }
}

bool Scheduler::add_thread() {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) {
    return false;
  }
  pthread_attr_setstacksize(&attributes, thread_stack);
  pthread_t thread = {};
  const SignalsBlocked blocked;
  const bool made = pthread_create(&thread, &attributes, thread_main, this) == 0;
  pthread_attr_destroy(&attributes);
  if (made) {
    pthread_setname_np(thread, "lanewise");
    threads.push_back(thread);
  }
  return made;
}

void* Scheduler::thread_main(void* self) {
  static_cast<Scheduler*>(self)->run_thread();
  return nullptr;
}

void Scheduler::run_thread() {
  Lock held(mutex);
  while (!stopping) {
    Slot* slot = tasks.empty() ? nullptr : take_slot();
    if (slot != nullptr) {
      work(held, *slot, nullptr, forever);
      give_back(*slot);
      continue;
    }
    ++idle;
    work_or_stop.wait(held);
    --idle;
    notified -= notified > 0 ? 1 : 0;
  }
}

Slot* Scheduler::take_slot() {
  if (free_slots.empty()) {
    return nullptr;
  }
  Slot* slot = free_slots.back();
  free_slots.pop_back();
  return slot;
}

void Scheduler::give_back(Slot& slot) {
  free_slots.push_back(&slot);
  if (!tasks.empty()) {
    wake_thread();
  }
}

/// Runs tasks until there are none, or `until` has happened, or it is `deadline`.
void Scheduler::work(Lock& held, Slot& slot, const Event* until, uint64_t deadline) {
  while (!tasks.empty() && !(until && until->happened) &&
         (deadline == forever || now() < deadline)) {
    Task& task = tasks.front();
    ++task.workers;
    const bool first = !task.started;
    task.started = true;
    if (task.parts <= 1) {
      tasks.remove(task);
      pending = !tasks.empty();
    } else if (first || task.parts - task.next.load(std::memory_order_relaxed) > 2) {
      wake_thread();
      wake_thread();
    }
    held.unlock();
    const uint64_t begin = now();
    run_parts(task, slot, first, until, deadline);
    const uint64_t end = now();
    held.lock();
    task.busy += end - begin;
    const bool exhausted = task.exhausted();
    if (exhausted && task.linked) {
      tasks.remove(task);
      pending = !tasks.empty();
    }
    if (--task.workers == 0 && exhausted) {
      task.end(held);
    }
  }
}

void Scheduler::run_parts(Task& task, Slot& slot, bool first, const Event* until,
                          uint64_t deadline) {
  if (first) {
    task.begin();
  }
  do {
    const uint64_t part = task.next.fetch_add(1, std::memory_order_relaxed);
    if (part >= task.parts) {
      return;
    }
    task.run(part, slot);
  } while (!(until && until->happened) && (deadline == forever || now() < deadline));
}

/// Looks for news for a moment while other threads run something. True if there are some.
bool Scheduler::spin(Lock& held, const Event& event) {
  if (free_slots.size() == slots.size()) {
    return false;
  }
  held.unlock();
  bool news = false;
  const uint64_t end = now() + spin_time;
  do {
    for (int i = 0; i < 16 && !news; ++i) {
      pause();
      news = event.happened || pending;
    }
  } while (!news && now() < end);
  held.lock();
  return news;
}

bool Scheduler::wait(Lock& held, Event& event, uint64_t deadline) {
  bool spun = false;
  while (!event.happened) {
    if (deadline != forever && now() >= deadline) {
      return false;
    }
    if (Slot* slot = tasks.empty() ? nullptr : take_slot()) {
      work(held, *slot, &event, deadline);
      give_back(*slot);
      spun = false;
      continue;
    }
    if (!spun) {
      spun = true;
      if (spin(held, event)) {
        continue;
      }
    }
    if (event.happened || (!tasks.empty() && !free_slots.empty())) {
      continue;
    }
    ++asleep;
    if (deadline == forever) {
      event.changed.wait(held);
    } else {
      using clock = std::chrono::steady_clock; // CLOCK_MONOTONIC, as now()
      event.changed.wait_until(held, clock::time_point(std::chrono::nanoseconds(deadline)));
    }
    --asleep;
  }
  return true;
}

void Scheduler::raise(const Lock&, Event& event) {
  event.happened = true;
  event.changed.notify_all();
}

} // namespace host
