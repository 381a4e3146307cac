// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/scheduler.h"

#include "cpu_limits.h"
#include "fault/mask.h"
#include "scheduler/clock.h"

#include <algorithm>
#include <chrono>
#include <new>

namespace host {
namespace {

constexpr uint64_t forever = UINT64_MAX;
/// How long (nanoseconds) a thread looks for news before it sleeps, if something is running.
constexpr uint64_t spin_time = 10'000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb"); // waits longer than yield, which most CPUs ignore
#endif
}

} // namespace

/// A thread of the pool's, to itself: it goes where the domains want it.
class Scheduler::PoolThread {
public:
  PoolThread() noexcept {
    try {
      home = CpuSet::of_this_thread();
      if (cpus_are_chosen()) {
        home = CpuSet(usable_cpus());
        home.bind_this_thread();
      }
    } catch (const std::bad_alloc&) { // then it stays where it is
    }
  }
  void go_to(const Domain& domain) {
    if (domain.cpus_serial() != bound_to && !home.empty() &&
        (domain.cpus().empty() ? home : domain.cpus()).bind_this_thread()) {
      bound_to = domain.cpus_serial();
    }
  }

private:
  CpuSet home;
  uint64_t bound_to = 0;
};

Scheduler::Scheduler(uint32_t slot_count, bool waiting_threads_help)
    : helping(waiting_threads_help), slots(slot_count) {
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
  while (Domain* domain = ready.front()) {
    domain->lines = {};
    domain->common.tasks = {};
    ready.remove(*domain);
  }
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
  const fault::MaskForOwnThread mask;
  const bool watching = watchdog.start([this] { bark(); });
  started.store(watching, std::memory_order_release);
  return watching;
}

void Scheduler::push(const Lock&, Domain& domain, Task& task, Telling telling) {
  enlist(domain, task, false);
  if (telling == Telling::now || task.estimate >= worth_waking) {
    announce(task);
  }
}

void Scheduler::settle(const Lock&, Domain& domain) {
  if (!domain.empty()) {
    announce(domain.front());
  }
}

void Scheduler::push_next(const Lock&, Domain& domain, Task& task) {
  const bool alone = domain.empty();
  enlist(domain, task, true);
  if (!alone) {
    announce(task);
  }
}

void Scheduler::enlist(Domain& domain, Task& task, bool in_front) {
  if (domain.empty()) {
    ready.push_back(domain);
    pending = true;
  }
  task.domain = &domain;
  Line& line = task.line != nullptr ? *task.line : domain.common;
  if (line.tasks.empty()) {
    domain.lines.push_back(line);
  }
  in_front ? line.tasks.push_front(task) : line.tasks.push_back(task);
}

void Scheduler::delist(Task& task) {
  Domain& domain = *task.domain;
  Line& line = task.line != nullptr ? *task.line : domain.common;
  line.tasks.remove(task);
  domain.lines.remove(line);
  if (!line.tasks.empty()) {
    domain.lines.push_back(line); // it has had its turn
  }
  if (domain.empty()) {
    ready.remove(domain);
    pending = !ready.empty();
  }
}

void Scheduler::announce(const Task& task) {
  if (task.estimate >= worth_waking || asleep > 0) {
    wake_thread(*task.domain);
  } else {
    watch();
  }
}

void Scheduler::watch() {
  if (!watched) {
    watched = true;
    watchdog.arm(patience);
  }
}

/// The watchdog's call: whatever nobody has taken goes to pool threads.
void Scheduler::bark() {
  Lock held(mutex);
  watched = false;
  wake_others(nullptr);
}

/// Sees to the work of all domains, or all but one.
void Scheduler::wake_others(const Domain* but) {
  for (const Domain* domain = ready.front(); domain != nullptr; domain = domain->next()) {
    if (domain != but) {
      wake_thread(*domain);
    }
  }
}

/// Makes sure that a thread looks at a domain's tasks soon, if there is a slot for it to hold.
/// Without one, whoever gives back a slot will look.
void Scheduler::wake_thread(const Domain& domain) {
  if (find_slot(domain) == nullptr) {
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
  const fault::MaskForOwnThread mask;
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
  PoolThread self;
  Lock held(mutex);
  while (!stopping) {
    if (const Turn turn = find_turn(&self)) {
      take(turn);
      work(held, turn, &self, {});
      give_back(held, *turn.slot);
      continue;
    }
    ++idle;
    work_or_stop.wait(held);
    --idle;
    notified -= notified > 0 ? 1 : 0;
  }
}

/// A free slot that the domain may use, or null.
Slot* Scheduler::find_slot(const Domain& domain) const {
  for (auto slot = free_slots.rbegin(); slot != free_slots.rend(); ++slot) {
    if (domain.may_use(**slot)) {
      return *slot;
    }
  }
  return nullptr;
}

/// The turn of the first domain that has tasks and a slot for them. Threads that are not the pool's
/// (`self` is null) are not moved, so they may be in the wrong place for some.
Scheduler::Turn Scheduler::find_turn(const PoolThread* self) const {
  if (self == nullptr && !helping) {
    return {};
  }
  for (Domain* domain = ready.front(); domain != nullptr; domain = domain->next()) {
    Slot* slot = find_slot(*domain);
    if (slot != nullptr && (self != nullptr || domain->admits_this_thread())) {
      return {domain, slot};
    }
  }
  return {};
}

/// Takes what was found. Where several domains have tasks, this one is last in line the next time.
void Scheduler::take(const Turn& turn) {
  free_slots.erase(std::find(free_slots.rbegin(), free_slots.rend(), turn.slot).base() - 1);
  if (!ready.single()) {
    ready.remove(*turn.domain);
    ready.push_back(*turn.domain);
  }
}

void Scheduler::give_back(Lock& held, Slot& slot) {
  if (std::exchange(slot.trim_when_free, false) && slot.memory.is_large()) {
    held.unlock();
    slot.memory = {};
    held.lock();
  }
  free_slots.push_back(&slot);
}

void Scheduler::trim() {
  // Goes when the lock is free again.
  const std::unique_ptr<SlotMemory[]> unused(new (std::nothrow) SlotMemory[slots.size()]);
  if (!unused) {
    return; // and the next time there may be memory
  }
  const Lock held(mutex);
  for (Slot& slot : slots) {
    slot.trim_when_free = true;
  }
  for (Slot* slot : free_slots) {
    slot->trim_when_free = false;
    if (slot->memory.is_large()) {
      std::swap(unused[slot->index], slot->memory);
    }
  }
}

bool Scheduler::Until::over() const {
  return (event != nullptr && event->happened) || (deadline != forever && now() >= deadline);
}

/// Runs tasks of the domain, of which there is one at least, until there are none, another domain
/// has some too, or it is time to stop.
void Scheduler::work(Lock& held, Turn turn, PoolThread* self, const Until& until) {
  Domain& domain = *turn.domain;
  do {
    if (!ready.single()) {
      wake_others(&domain);
    }
    Task& task = domain.front();
    ++task.workers;
    const bool first = !task.started;
    task.started = true;
    if (task.parts <= 1) {
      delist(task);
      if (!domain.empty()) {
        watch(); // this one may take longer than thought, or wait for the others
      }
    } else if (first || task.parts - task.next.load(std::memory_order_relaxed) > 2) {
      wake_thread(domain);
      wake_thread(domain);
    }
    held.unlock();
    if (self != nullptr) {
      self->go_to(domain);
    }
    const uint64_t begin = now();
    run_parts(task, *turn.slot, first, until);
    const uint64_t end = now();
    held.lock();
    task.busy += end - begin;
    const bool exhausted = task.exhausted();
    if (exhausted && task.linked()) {
      delist(task);
    }
    if (--task.workers == 0 && exhausted) {
      task.end(held);
    }
  } while (!domain.empty() && ready.single() && !until.over());
}

void Scheduler::run_parts(Task& task, Slot& slot, bool first, const Until& until) {
  if (first) {
    task.begin();
  }
  do {
    const uint64_t part = task.next.fetch_add(1, std::memory_order_relaxed);
    if (part >= task.parts) {
      return;
    }
    task.run(part, slot);
  } while (!until.over());
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
    if (const Turn turn = find_turn(nullptr)) {
      take(turn);
      const fault::FaultsUnblocked faults_come;
      work(held, turn, nullptr, {&event, deadline});
      give_back(held, *turn.slot);
      wake_others(nullptr);
      spun = false;
      continue;
    }
    if (!spun) {
      spun = true;
      if (spin(held, event)) {
        continue;
      }
      if (event.happened || find_turn(nullptr)) {
        continue;
      }
    }
    wake_others(nullptr); // what this thread may not run although there are slots
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
