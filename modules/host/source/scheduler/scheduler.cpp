// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Announces work, waits for it, and keeps the threads.
#include "scheduler/scheduler.h"

#include "cargo/pause.h"
#include "fault/mask.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

namespace host {
namespace {

constexpr uint64_t forever = UINT64_MAX;
/// The time (nanoseconds) for which a waiting thread polls before it sleeps, if something is
/// running, although recent waits have taken longer.
constexpr uint64_t spin_time = 10'000;
/// With so many slots a waiting thread looks for longer, if its waits are short. With fewer it
/// might keep the core that the thread which it waits for is to have.
constexpr size_t many_slots = 8;
/// This thread's statistics of its waits.
constinit thread_local AwakeTime waiting_awake(true, spin_time);

} // namespace

uint32_t shard_of_this_thread() {
  static std::atomic<uint32_t> last = 0;
  static thread_local const uint32_t mine = last.fetch_add(1, std::memory_order_relaxed);
  return mine % shard_count;
}

Scheduler::Scheduler(uint32_t slot_count, bool waiting_threads_help, bool threads_may_stay_awake)
    : helping(waiting_threads_help), may_stay_awake(threads_may_stay_awake), slots(slot_count) {
  threads.reserve(slot_count);
  for (uint32_t i = 0; i < slot_count; ++i) {
    slots[i].index = i;
    Worker& worker = workers.emplace_back(may_stay_awake, slot_count >= many_slots);
    worker.index = i;
    worker.scheduler = this;
  }
  for (uint32_t i = 0; i < max_teams && slot_count > 1; ++i) {
    teams.emplace_back(slot_count);
  }
}

Scheduler::~Scheduler() {
  watchdog.stop();
  {
    const std::lock_guard held(making);
    stopping = true;
  }
  for (Worker& worker : workers) {
    if (!worker.is_absent()) {
      worker.wake_for_exit();
    }
  }
  for (pthread_t thread : threads) {
    pthread_join(thread, nullptr);
  }
}

void Scheduler::before_fork() {
  for (Shard& shard : shards) {
    shard.mutex.lock();
  }
  making.lock();
}

void Scheduler::after_fork() {
  making.unlock();
  for (Shard& shard : shards) {
    shard.mutex.unlock();
  }
}

void Scheduler::start_over() {
  for (Shard& shard : shards) {
    while (DomainTasks* tasks = shard.ready.front()) {
      tasks->lines = {};
      tasks->common.tasks = {};
      shard.remove(*tasks);
    }
    shard.pending = false;
    shard.active = shard.sleepers = 0;
  }
  for (Slot& slot : slots) {
    slot.held = false;
  }
  for (Worker& worker : workers) {
    worker.forget();
  }
  for (Team& team : teams) {
    team.forget();
  }
  own_slots = {};
  threads.clear(); // keeps its memory
  wanted = open_teams = taken_teams = 0;
  watched = false;
  started = false;
  watchdog.forget();
}

bool Scheduler::start() {
  if (started.load(std::memory_order_acquire)) {
    return true;
  }
  const uint32_t first = slots.size() > 1 ? 1 : 0;
  if (workers[first].is_absent() && !tell(first, first + 1) && workers[first].is_absent()) {
    return false;
  }
  const std::lock_guard held(making);
  if (started) {
    return true;
  }
  const fault::MaskForOwnThread mask;
  const bool watching = watchdog.start([this] { check_stalled_shards(); });
  started.store(watching, std::memory_order_release);
  return watching;
}

bool Scheduler::make_all_threads() {
  bool all = start();
  for (const Worker& worker : workers) {
    if (worker.is_absent() && !tell(worker.index, worker.index + 1) && worker.is_absent()) {
      all = false;
    }
  }
  return all;
}

void Scheduler::push(const Lock& lock, Domain& domain, Task& task, Telling telling) {
  Shard& shard = shards[lock.shard];
  task.domain = &domain;
  task.shard = lock.shard;
  ++shard.active;
  const bool large = task.estimate >= worth_waking;
  if (large && open_team(task).team != nullptr) {
    return;
  }
  enlist(shard, domain, task, false);
  if (telling == Telling::now || large) {
    announce(shard, task);
  }
}

/// Announces the shard's next task when the thread that has run the shard leaves it.
void Scheduler::announce_remaining(uint32_t index) {
  Shard& shard = shards[index];
  if (shard.pending) {
    const Lock held = lock(index);
    if (!shard.ready.empty()) {
      announce(shard, shard.ready.front()->front());
    }
  }
}

void Scheduler::push_next(const Lock& lock, Domain& domain, Task& task) {
  Shard& shard = shards[lock.shard];
  task.domain = &domain;
  task.shard = lock.shard;
  ++shard.active;
  if (task.estimate >= worth_waking && open_team(task).team != nullptr) {
    return;
  }
  const bool alone = shard.ready.empty();
  enlist(shard, domain, task, true);
  if (!alone) {
    announce(shard, task);
  }
}

void Scheduler::enlist(Shard& shard, Domain& domain, Task& task, bool in_front) {
  DomainTasks& tasks = domain.tasks[task.shard];
  tasks.domain = &domain;
  if (tasks.empty()) {
    shard.add(tasks);
    shard.pending = true;
  }
  Line& line = task.line != nullptr ? *task.line : tasks.common;
  if (line.tasks.empty()) {
    tasks.lines.push_back(line);
  }
  in_front ? line.tasks.push_front(task) : line.tasks.push_back(task);
}

void Scheduler::announce(Shard& shard, const Task& task) {
  if (task.estimate >= worth_waking || shard.sleepers > 0) {
    want(shard);
  } else {
    watch();
  }
}

/// Makes sure that a worker looks at a shard's tasks soon, if there is a slot for it to hold.
/// Without one, the next thread that gives back a slot looks for work.
void Scheduler::want(const Shard& shard) {
  wanted |= 1u << (&shard - shards.data());
  tell_one();
}

void Scheduler::watch() {
  if (!watched && !watched.exchange(true)) {
    watchdog.arm(patience);
  }
}

/// Called by the watchdog: shards from which no thread has taken a task go to workers. Where one
/// has, the present tasks are younger: threads that launch and wait all the time are left alone.
void Scheduler::check_stalled_shards() {
  watched = false;
  bool younger = false;
  for (uint32_t i = 0; i < shard_count; ++i) {
    const Shard& shard = shards[i];
    if (!shard.pending) {
      continue;
    }
    const uint32_t taken = shard.taken.load(std::memory_order_relaxed);
    if (std::exchange(taken_before[i], taken) == taken) {
      want(shard);
    } else {
      younger = true;
    }
  }
  if (younger) {
    watch();
  }
}

/// Tells a worker, which is made if need be, and through it those up to `end`. False if it is busy,
/// and the others have not been told.
bool Scheduler::tell(uint32_t index, uint32_t end) {
  Worker& worker = workers[index];
  const Worker::Told told = worker.tell(end);
  if (told == Worker::Told::absent && !make_thread(worker)) {
    worker.forget();
    return false;
  }
  return told != Worker::Told::busy;
}

/// Tells workers [begin, end), as the root of a tree: first those that are awake, because waking
/// one takes longer than telling many of these.
void Scheduler::tell_all(uint32_t begin, uint32_t end) {
  struct Range {
    uint32_t first, end;
  };
  std::array<Range, 16> to_wake;
  size_t count = 0;
  while (begin < end) {
    const uint32_t first =
        first_to_tell(begin, end, [this](uint32_t i) { return workers[i].is_awake(); });
    if (workers[first].is_awake() || count == to_wake.size()) {
      tell_range(first, end);
    } else {
      to_wake[count++] = {first, end};
    }
    end = first;
  }
  for (const Range& range : std::span(to_wake).first(count)) {
    tell_range(range.first, range.end);
  }
}

void Scheduler::tell_range(uint32_t worker, uint32_t end) {
  if (!tell(worker, end)) { // it works; the others are left to this thread
    tell_all(worker + 1, end);
    replace(worker);
  }
}

/// A worker that should be told is awake. If it may be working for another launch, an idle one is
/// told in its place; after a launch that has just ended it looks by itself.
void Scheduler::replace(uint32_t worker) {
  if (std::popcount(open_teams.load()) > 1 && slots[worker].held) {
    tell_one();
  }
}

/// Tells one idle worker, if there is one and a slot.
void Scheduler::tell_one() {
  if (!has_free_slot()) {
    return;
  }
  const auto count = static_cast<uint32_t>(workers.size());
  for (const bool make : {false, true}) {
    for (uint32_t i = 1; i <= count; ++i) { // the first one last: an application has its slot
      const uint32_t worker = i % count;
      const bool usable = make ? workers[worker].is_absent() : workers[worker].is_idle();
      if (usable && tell(worker, worker + 1)) {
        return;
      }
    }
  }
}

bool Scheduler::make_thread(Worker& worker) {
  const std::lock_guard held(making);
  pthread_attr_t attributes;
  if (stopping || pthread_attr_init(&attributes) != 0) {
    return false;
  }
  pthread_attr_setstacksize(&attributes, thread_stack);
  const fault::MaskForOwnThread mask;
  pthread_t thread = {};
  const bool made = pthread_create(&thread, &attributes, thread_main, &worker) == 0;
  pthread_attr_destroy(&attributes);
  if (made) {
    threads.push_back(thread);
  }
  return made;
}

void* Scheduler::thread_main(void* worker) {
  pthread_setname_np(pthread_self(), "lanewise"); // from another thread it would open a file
  auto& self = *static_cast<Worker*>(worker);
  self.scheduler->run_worker(self);
  return nullptr;
}

void Scheduler::run_worker(Worker& self) {
  self.begin_thread();
  tell_all(self.index + 1, self.receive());
  while (!stopping) {
    Job job = find(&self, self.last_shard);
    if (!job) {
      self.announce_idleness();
      if (stopping) {
        return;
      }
      job = find(&self, self.last_shard);
      if (!job) {
        wait(self);
      }
      tell_all(self.index + 1, self.receive());
    }
    if (job) {
      run(job, &self, {});
    }
  }
}

/// The first worker stays awake on the core of an application thread that sleeps: there may be no
/// more of them.
void Scheduler::wait(Worker& self) const {
  if (self.index != 0) {
    self.wait([] { return true; });
    return;
  }
  const auto shard = std::find_if(shards.begin(), shards.end(),
                                  [](const Shard& one) { return one.is_slept_for(); });
  self.wait([&] { return shard != shards.end() && shard->is_slept_for(); });
}

void Scheduler::trim() {
  for (Slot& slot : slots) {
    slot.trim();
    if (has_work()) { // that found no slot free
      tell_one();
    }
  }
}

bool Scheduler::Until::over() const {
  return (event != nullptr && event->happened()) || (deadline != forever && now() >= deadline);
}

/// Looks for news for a moment while other threads run something. True if there are some.
bool Scheduler::spin(const Event& event, const Shard& shard) const {
  if (shard.active == 0 || !may_stay_awake) {
    return false;
  }
  const uint64_t begin = now();
  const bool many = slots.size() >= many_slots;
  const uint64_t limit = many ? waiting_awake.limit(begin) : spin_time;
  for (uint64_t last = begin; last - begin < limit;) {
    for (int i = 0; i < 16; ++i) {
      cargo::pause();
      if (event.happened() || shard.pending) {
        return true;
      }
    }
    const uint64_t time = now();
    if (many && time - last > AwakeTime::short_absence &&
        waiting_awake.has_lost_core(time - last, involuntary_switches(), time)) {
      return false;
    }
    last = time;
  }
  return false;
}

bool Scheduler::wait(Event& event, uint32_t index, uint64_t deadline) {
  Shard& shard = shards[index];
  bool spun = false;
  while (!event.happened()) {
    if (deadline != forever && now() >= deadline) {
      break;
    }
    if (const Job job = helping ? find(nullptr, index) : Job()) {
      {
        const fault::FaultsUnblocked faults_come;
        run(job, nullptr, {&event, index, deadline});
      }
      spun = false;
      continue;
    }
    const uint64_t begin = now();
    if (!std::exchange(spun, true) && spin(event, shard)) {
      waiting_awake.idle_lasted(now() - begin);
      continue;
    }
    ++shard.sleepers;
    if (shard.pending) { // what this thread may not run
      want(shard);
    }
    event.sleep(deadline);
    --shard.sleepers;
    waiting_awake.idle_lasted(now() - begin, AwakeTime::wake_time);
  }
  announce_remaining(index);
  return event.happened();
}

} // namespace host
