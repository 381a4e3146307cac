// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A batch: one mux command buffer, the events of its commands and what they need while they run.
#ifndef CL_QUEUES_BATCH_H
#define CL_QUEUES_BATCH_H

#include "command_buffers/replay.h"
#include "copies/device_copies.h"
#include "mux_status.h"
#include "queues/event.h"
#include "queues/reference.h"

#include <atomic>
#include <thread>
#include <vector>

namespace cl {

class Queue;
struct MuxQueue;

/// Made and recycled by BatchPool. Belongs to one queue while in use; that queue's lock protects
/// everything that is not atomic, until the batch is running: from then on nothing changes but by
/// Queue::finish.
class Batch {
public:
  using handle_type = void*; // never given to the application
  static constexpr uint32_t magic = 0x62746368;
  static constexpr cl_int invalid = CL_INVALID_VALUE;

  /// open: takes commands. closed: goes when the commands that it waits for have ended and, on an
  /// in-order queue, everything before it has; takes more commands only if it `can_be_joined`.
  /// running: given to the device. ended: all over.
  enum class State { open, closed, running, ended };

  struct Recorded {
    cl_command_type type;
    uint32_t references_end; ///< of its part of `references`
  };

  /// Throws std::bad_alloc.
  Batch(MuxQueue& mux_queue, mux_command_order_e order);
  ~Batch();

  /// One of the events that it waits for has ended; lets the queue go on. With no lock held.
  void resolved(cl_int status);
  /// Records the writes of one of its commands and releases the objects that it needed. Called when
  /// the command has ended, before its event says so, with no lock held.
  void end_command(uint32_t command, cl_int status) noexcept;
  /// The same, but the queue is not told; true if nothing is unresolved any more.
  bool note_resolved(cl_int status);
  /// CL_SUCCESS, or the error with which all of its commands are to end instead of running.
  [[nodiscard]] cl_int wait_error() const;
  /// The device has nothing to do with it any more.
  [[nodiscard]] bool is_done() const;
  /// Makes it empty and open, for `queue`. It must be at rest. False if the device cannot.
  [[nodiscard]] bool reuse(Queue& queue);

  MuxQueue& mux_queue;
  const mux_command_order_e order;
  mux_command_buffer_t commands = nullptr; ///< unless it is a replay
  mux_fence_t fence = nullptr;
  /// What the batch behind it waits for, in order on devices that take several at once; else null.
  mux_semaphore_t order_semaphore = nullptr;

  retained<Queue> queue; ///< until ended
  State state = State::ended;
  bool ends_here = false;                    ///< once running: the device is not told of it
  bool dispatched = false;                   ///< the fence has been given to the device
  uint64_t number = 0;                       ///< counts the queue's batches
  uint64_t work = 0;                         ///< see Queue::enqueue
  uint32_t length = 0;                       ///< commands
  const Event* last = nullptr;               ///< of the last command, if that has one
  std::vector<retained<Event>> events;       ///< of its commands
  std::vector<Reference> references;         ///< what its commands need
  std::vector<Recorded> recorded;            ///< its commands
  std::vector<Use> uses;                     ///< of memory objects, in the order of the commands
  bool has_contents = false;                 ///< what `uses` need is there, or on its way
  uint32_t ended_in_order = 0;               ///< commands that have ended, if they run in order
  std::vector<retained<Event>> waits;        ///< of elsewhere, before which it must not go
  std::vector<retained<Event>> predecessors; ///< earlier on the same in-order queue; must succeed
  std::atomic<uint32_t> unresolved = 0;      ///< of `waits`
  bool can_be_joined = false;                ///< see Queue::join_waiting
  bool is_empty = false;                     ///< its only command does nothing, unrecorded
  Replay replay;                             ///< its only command, if that is a command buffer

  retained<Batch> behind; ///< the one before, if this goes to the device before that has ended

  std::thread::id caller; ///< the only thread that may send it; none: any may

  /// The command buffer that the device has been given, or is about to be given, where it may be
  /// told to stop.
  mux_command_buffer_t on_device = nullptr;

  Batch* next_ready = nullptr; ///< see Queue::make_ready

private:
  friend class BatchList;
  std::atomic<cl_int> failed_wait = CL_SUCCESS;
  retained<Batch> next;      ///< in its list
  Batch* previous = nullptr; ///< in its list
};

/// A list of batches. Its links are in the batches themselves, so that the list needs no memory; a
/// batch is in one list at most. The owner's lock protects the list.
class BatchList {
public:
  BatchList() = default;
  BatchList(const BatchList&) = delete;
  ~BatchList() {
    while (!empty()) {
      remove(*first);
    }
  }

  [[nodiscard]] bool empty() const { return !first; }
  [[nodiscard]] const retained<Batch>& front() const { return first; }
  /// The last batch, or null; and the one before a batch of the list, or null.
  [[nodiscard]] Batch* back() const { return last; }
  [[nodiscard]] static Batch* before(const Batch& batch) { return batch.previous; }
  [[nodiscard]] static Batch* after(const Batch& batch) { return batch.next.get(); }
  void push_back(retained<Batch> batch) noexcept;
  retained<Batch> remove(Batch& batch) noexcept;

private:
  retained<Batch> first;
  Batch* last = nullptr;
};

/// The batches of a MuxQueue that are not in use, oldest first: a command buffer can be used again
/// only when the device has signalled its fence, which happens after its end was reported. Only a
/// few are kept, so that the memory of thousands of commands is freed. They are on shelves with a
/// lock each; queues use different shelves as long as there are enough.
class BatchPool {
public:
  static constexpr uint32_t shelf_count = 16;

  /// An open batch for `queue`. Throws std::bad_alloc.
  retained<Batch> take(Queue& queue, mux_command_order_e order);
  /// A batch that was of `queue`.
  void give(const Queue& queue, retained<Batch> batch) noexcept;

  // For a fork (fork.cpp): takes and releases the locks; and, with them held, in the child:
  void lock_for_fork();
  void unlock_after_fork();
  /// Uses none of the batches any more: their fences may never be signalled.
  void forget() noexcept;

private:
  static constexpr size_t max_idle = 64; ///< of each shelf and order
  struct Idle {
    BatchList batches;
    size_t count = 0;
  };
  struct Shelf {
    std::mutex lock;      ///< protects what follows; a leaf except for the device's
    Idle idle[2];         ///< by order
    std::byte apart[128]; ///< from the next one, whose queues are other threads'
  };
  /// The oldest batch if it can be used again, or null. Under the lock.
  static retained<Batch> take_oldest(Idle& from) noexcept;

  Shelf shelves[shelf_count];
  BatchList forgotten; ///< used under all locks only
};

} // namespace cl

#endif
