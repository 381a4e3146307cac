// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs tasks on a pool of threads and on application threads that wait (doc/scale.md).
//
// - A thread runs tasks only while it holds a slot, but for the few that have slots of their own
//   (OwnSlots); there are as many slots as cores to use, and each worker, a thread of the pool, has
//   one that it prefers. Each queue's domain says which slots its tasks may use; domains take
//   turns, task by task, and so do the lines of a domain. Domains of higher priority come first;
//   between two claims a thread leaves a team for work of higher priority.
// - A large task in many parts gets a team: its parts are dealt to shares by slot, so that repeated
//   launches find their groups on the same cores, and the workers are told, each telling others
//   (worker.h). Threads join by claiming parts and leave when there are none; the thread that
//   does the last part ends the task. No lock is taken.
// - All other tasks are listed, in shards with a lock each. Small work tells nobody: the thread
//   that waits for it runs it. If none comes, a watchdog hands it to a worker after `patience`, or
//   up to twice that while others of its shard are taken.
// - Why listed work always runs: a push either tells a worker or leaves the watchdog armed; so does
//   a thread that takes a task and leaves others, for which the one that it took may wait, or that
//   stops waiting while tasks are left. Workers look at all shards of which they are told
//   (`wanted`) before they sleep. An application thread that gives back its slot tells a worker if
//   there is work left that may have lacked the slot.
#ifndef HOST_SCHEDULER_SCHEDULER_H
#define HOST_SCHEDULER_SCHEDULER_H

#include "scheduler/shard.h"
#include "scheduler/team.h"
#include "scheduler/watchdog.h"
#include "scheduler/worker.h"

#include <array>
#include <deque>
#include <vector>

namespace host {

/// See Scheduler::add_own.
struct OwnSlots : Linked<OwnSlots> {
  /// Throws std::bad_alloc.
  explicit OwnSlots(size_t count) : slots(count) {}
  std::vector<Slot> slots;
};

class Scheduler {
public:
  /// Work that is estimated longer (nanoseconds) is worth waking a thread for.
  static constexpr uint64_t worth_waking = 40'000;
  /// The time (nanoseconds) for which small work is left to the thread that waits for it.
  static constexpr uint64_t patience = 100'000;
  /// Stack of workers (bytes). Kernels do not run on it; callbacks do.
  static constexpr size_t thread_stack = size_t(8) << 20;

  /// Takes no thread yet. Without `waiting_threads_help` all tasks run on workers; if threads may
  /// not stay awake, idle ones and those that wait sleep at once. Throws std::bad_alloc.
  explicit Scheduler(uint32_t slots, bool waiting_threads_help = true,
                     bool threads_may_stay_awake = true);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  /// Joins the threads. Nothing may be pushed or running.
  ~Scheduler();

  /// Makes sure that pushed tasks run even if no thread waits for them. False if the system gives
  /// no thread. Cheap once it has succeeded.
  [[nodiscard]] bool start();
  /// Makes all threads, which else are made when they are first told. False if the system does not
  /// give them all.
  [[nodiscard]] bool make_all_threads();

  [[nodiscard]] uint32_t slot_count() const { return static_cast<uint32_t>(slots.size()); }
  /// Locks a shard, the calling thread's if none is named.
  [[nodiscard]] Lock lock() { return lock(shard_of_this_thread()); }
  [[nodiscard]] Lock lock(uint32_t shard) { return {shards[shard].mutex, shard}; }

  /// Whether a push tells a worker: now; or, as the caller calls `wait` next, when that ends and
  /// leaves tasks in the shard.
  enum class Telling { now, after_wait };

  /// Pushes tasks from threads that are not running a task, behind the tasks of the lock's shard.
  void push(const Lock& lock, Domain& domain, Task& task, Telling telling = Telling::now);
  /// Tasks pushed in Task::end, with its lock: the next ones of their line.
  void push_next(const Lock& lock, Domain& domain, Task& task);

  /// Runs a task of a shard on the calling thread, to its end, with a free slot of its domain or,
  /// if none is free, with one of its own. With no lock held.
  void run_here(uint32_t shard, Domain& domain, Task& task);

  /// Waits until the event has been raised, helping meanwhile with the tasks of a shard (the one in
  /// which it will be raised) and with teams, if that is wanted; false if `deadline` (of now();
  /// UINT64_MAX never) came first. With no lock held.
  [[nodiscard]] bool wait(Event& event, uint32_t shard, uint64_t deadline);

  /// Interrupts the other threads that run kernels with this abort flag, which the caller has set
  /// (seq_cst) to other than 0: none begins one after that. True if there are any: one that is in
  /// no place to be stopped just now goes on, if it is left in peace for a while.
  [[nodiscard]] bool interrupt(const uint32_t* abort_flag);

  /// Slots that a task has for threads of its own, which are none of the scheduler's: interrupt()
  /// reaches the kernels on them until they are removed.
  void add_own(OwnSlots& own);
  void remove_own(OwnSlots& own);

  /// Frees the memory that slots have kept for kernels that need much of it.
  void trim();

  /// For a fork: takes all locks, and releases them in the parent and, after start_over, in the
  /// child.
  void before_fork();
  void after_fork();
  /// In the child, which has none of the threads: forgets all tasks and threads; these tasks never
  /// end. The locks must be held.
  void start_over();

private:
  /// Something to do, and the slot for it. Nothing if there is no slot.
  struct Job {
    Slot* slot = nullptr;
    Task* task = nullptr; ///< taken from a list, or null
    Team* team = nullptr; ///< if not
    uint32_t generation = 0;
    explicit operator bool() const { return slot != nullptr; }
  };
  /// When a helping thread stops.
  struct Until {
    const Event* event = nullptr; ///< null: as long as there is work
    uint32_t shard = shard_count; ///< where it looks for more itself
    uint64_t deadline = UINT64_MAX;
    [[nodiscard]] bool over() const;
  };
  static constexpr uint32_t max_teams = 16;

  // Telling workers (scheduler.cpp).
  void enlist(Shard& shard, Domain& domain, Task& task, bool in_front);
  void announce(Shard& shard, const Task& task);
  void announce_remaining(uint32_t shard);
  void want(const Shard& shard);
  void watch();
  void check_stalled_shards();
  bool tell(uint32_t worker, uint32_t end);
  void tell_all(uint32_t begin, uint32_t end);
  void tell_range(uint32_t worker, uint32_t end);
  void replace(uint32_t worker);
  void tell_one();
  [[nodiscard]] bool make_thread(Worker& worker);
  static void* thread_main(void* worker);
  void run_worker(Worker& self);
  void wait(Worker& self) const;
  [[nodiscard]] bool spin(const Event& event, const Shard& shard) const;

  // Working (scheduler_work.cpp). `self` is null for threads that are not workers.
  [[nodiscard]] bool has_free_slot() const;
  [[nodiscard]] bool has_work() const;
  template <typename MayUse> Slot* take_slot(const Worker* self, MayUse&& may_use);
  [[nodiscard]] Job find(Worker* self, uint32_t shard);
  [[nodiscard]] Job find_listed(uint32_t shard, const Worker* self);
  template <typename FindSlot>
  Job take_listed(const Lock& held, const Worker* self, FindSlot&& find_slot);
  static void delist(Shard& shard, DomainTasks& tasks, Task& task);
  [[nodiscard]] Job find_wanted(const Worker& self);
  [[nodiscard]] Job find_team(const Worker* self);
  [[nodiscard]] bool yields(const Team& team, const Slot& slot, const Worker* self) const;
  void run(Job job, Worker* self, const Until& until);
  static void run_whole(Task& task, Slot& slot);
  [[nodiscard]] Job run_listed(Task& task, Slot& slot, Worker* self, const Until& until);
  void run_team(const Job& job, Slot& slot, Worker* self, const Until& until);
  Lock end(Task& task, Worker* self, const Until& until);
  [[nodiscard]] Job open_team(Task& task);
  void close_team(Team& team);

  const bool helping;        ///< whether threads that wait run tasks
  const bool may_stay_awake; ///< whether idle threads, and those that wait, spin before they sleep
  std::array<Shard, shard_count> shards;
  std::vector<Slot> slots;
  std::deque<Worker> workers; ///< as many as slots; each made when it is first told
  std::deque<Team> teams;

  // Each on a line of its own; all are rarely written.
  alignas(cargo::apart) std::atomic<uint32_t> wanted = 0; ///< shards that workers are to look at
  alignas(cargo::apart) std::atomic<uint32_t> open_teams = 0;  ///< those that threads may join
  alignas(cargo::apart) std::atomic<uint32_t> taken_teams = 0; ///< those that have a task
  alignas(cargo::apart) std::atomic<bool> watched = false;     ///< the watchdog is armed
  alignas(cargo::apart) std::atomic<bool> started = false;
  std::atomic<bool> stopping = false;

  std::mutex making; ///< of threads; taken last; protects what follows
  LinkedList<OwnSlots> own_slots;
  std::vector<pthread_t> threads;
  Watchdog watchdog;
  std::array<uint32_t, shard_count> taken_before =
      {}; ///< by shard, at the last check; of check_stalled_shards alone
};

} // namespace host

#endif
