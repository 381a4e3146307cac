// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs tasks on a pool of threads and on application threads that wait.
//
// - A thread runs tasks only while it holds a slot; there are as many slots as cores to use. Each
//   queue's domain says which slots its tasks may use; domains take turns, task by task, and so do
//   the lines of a domain.
// - Work worth a wake-up wakes a pool thread when it is pushed, and each woken thread wakes up to
//   two more while there are parts to take. Small work wakes nobody: the thread that waits for it
//   runs it. If none comes, a watchdog hands it to a pool thread after `patience`.
// - Why small work always runs: a push either wakes a thread or leaves the watchdog armed, both
//   under the lock; so does a thread that takes a task and leaves others, for which the one that it
//   took may wait; a thread that gives back its slot while tasks are left wakes another.
#ifndef HOST_SCHEDULER_SCHEDULER_H
#define HOST_SCHEDULER_SCHEDULER_H

#include "scheduler/domain.h"
#include "scheduler/watchdog.h"

#include <memory>
#include <pthread.h>
#include <vector>

namespace host {

class Scheduler {
public:
  /// Work that is estimated longer (nanoseconds) is worth waking a thread for.
  static constexpr uint64_t worth_waking = 40'000;
  /// How long (nanoseconds) small work waits for somebody who waits for it.
  static constexpr uint64_t patience = 100'000;
  /// Stack of pool threads (bytes). Kernels do not run on it; callbacks do.
  static constexpr size_t thread_stack = size_t(8) << 20;

  /// Takes no thread yet. Without `waiting_threads_help` all tasks run on threads of the pool.
  explicit Scheduler(uint32_t slots, bool waiting_threads_help = true);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  /// Joins the threads. Nothing may be pushed or running.
  ~Scheduler();

  /// Makes sure that pushed tasks will run even if nobody waits. False if the system gives no
  /// thread. Cheap once it has succeeded.
  [[nodiscard]] bool start();

  [[nodiscard]] uint32_t slot_count() const { return static_cast<uint32_t>(slots.size()); }
  [[nodiscard]] Lock lock() { return Lock(mutex); }

  /// Whether a thread is told of a push: now, or because the caller waits for it next, not before
  /// `settle`.
  enum class Telling { now, in_settle };

  /// Tasks pushed by threads that are not running a task, behind what is there.
  void push(const Lock& lock, Domain& domain, Task& task, Telling telling = Telling::now);
  /// To be called, without the lock having been let go but in `wait`, after Telling::in_settle.
  void settle(const Lock& lock, Domain& domain);
  /// Tasks pushed in Task::end: the next ones of their line.
  void push_next(const Lock& lock, Domain& domain, Task& task);

  /// Waits until the event has been raised, helping meanwhile if that is wanted; false if
  /// `deadline` (of now(); UINT64_MAX never) came first.
  [[nodiscard]] bool wait(Lock& lock, Event& event, uint64_t deadline);
  /// Raises an event. The event may be gone as soon as the lock is let go.
  void raise(const Lock& lock, Event& event);

  /// Gives back what slots have kept for kernels that need much memory.
  void trim();

  /// For a fork: takes the lock, and lets it go in the parent and, after start_over, in the child.
  void before_fork() { mutex.lock(); }
  void after_fork() { mutex.unlock(); }
  /// In the child, which has none of the threads: forgets all tasks and threads. What waited or ran
  /// never ends. Under the lock.
  void start_over();

private:
  class PoolThread;
  /// The right to run tasks of a domain, or none.
  struct Turn {
    Domain* domain = nullptr;
    Slot* slot = nullptr;
    explicit operator bool() const { return slot != nullptr; }
  };
  /// Whom and how long a helper works for.
  struct Until {
    const Event* event = nullptr; ///< null: as long as there is work
    uint64_t deadline = UINT64_MAX;
    [[nodiscard]] bool over() const;
  };

  static void* thread_main(void* self);
  void run_thread();
  void work(Lock& lock, Turn turn, PoolThread* self, const Until& until);
  static void run_parts(Task& task, Slot& slot, bool first, const Until& until);
  void enlist(Domain& domain, Task& task, bool in_front);
  void delist(Task& task);
  [[nodiscard]] Turn find_turn(const PoolThread* self) const;
  void take(const Turn& turn);
  void give_back(Lock& lock, Slot& slot);
  [[nodiscard]] Slot* find_slot(const Domain& domain) const;
  void wake_others(const Domain* but);
  void wake_thread(const Domain& domain);
  bool add_thread();
  void announce(const Task& task);
  void watch();
  void bark();
  [[nodiscard]] bool spin(Lock& lock, const Event& event);

  const bool helping; ///< whether threads that wait run tasks
  std::mutex mutex;
  // `mutex` protects everything below, but for the atomics and what stays as it was made.
  LinkedList<Domain> ready; ///< domains with tasks; whose turn is next stands first
  std::vector<Slot> slots;
  std::vector<Slot*> free_slots;
  std::vector<pthread_t> threads;
  std::condition_variable work_or_stop; ///< idle threads wait for it
  uint32_t idle = 0;                    ///< threads that wait for work_or_stop
  uint32_t notified = 0;                ///< of these, woken but not yet running
  uint32_t asleep = 0;                  ///< application threads that wait for events
  bool watched = false;                 ///< the watchdog is armed
  bool stopping = false;
  std::atomic<bool> started = false;
  std::atomic<bool> pending = false; ///< !ready.empty(), for those who spin
  Watchdog watchdog;
};

} // namespace host

#endif
