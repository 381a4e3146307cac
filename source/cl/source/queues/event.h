// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: a status that only falls (queued 3, submitted 2, running 1, complete 0, or an error below
// zero), and the threads, batches and callbacks that wait for it.
#ifndef CL_QUEUES_EVENT_H
#define CL_QUEUES_EVENT_H

#include "function_ref.h"
#include "platform/context.h"

#include "cargo/small_vector.h"

#include <array>
#include <atomic>
#include <forward_list>
#include <mutex>
#include <vector>

namespace cl {

class Batch;
class Queue;

class Event {
public:
  using handle_type = cl_event;
  static constexpr uint32_t magic = 0x65766e74;
  static constexpr cl_int invalid = CL_INVALID_EVENT;
  static constexpr uint32_t slab_parts = 16;
  [[nodiscard]] const Context& made_from() const { return *context; }
  using Function = void(CL_CALLBACK*)(cl_event, cl_int, void*);

  /// A user event, submitted from the start.
  explicit Event(retained<Context> in_context);
  /// The event of a command of several queues, queued. `timer`: the device whose times it has; null
  /// if it has none.
  Event(retained<Context> in_context, cl_command_type in_type, const Device* timer);
  /// The event of a command on `queue`, queued.
  Event(Queue& queue, cl_command_type type, const char* label = nullptr);
  ~Event();

  [[nodiscard]] cl_int status() const { return current.load(std::memory_order_acquire); }
  [[nodiscard]] bool ended() const { return status() <= CL_COMPLETE; }

  /// Lowers the status to submitted or running, and calls callbacks for it.
  void reach(cl_int new_status);
  /// Ends the event with CL_COMPLETE or an error. Wakes waiters, tells batches that wait for it,
  /// then calls the application. `before` is called when the command's label is not needed any more
  /// and no other thread knows of the end yet. False if the event had ended before. Call with no
  /// lock held.
  bool end(cl_int new_status, function_ref<void()> before);
  bool end(cl_int new_status) {
    return end(new_status, [] {});
  }
  /// clSetUserEventStatus: also of an event that has ended with its context. False if the status
  /// has been set before.
  bool set_by_application(cl_int new_status);
  /// Blocks until the event has ended. Does not flush anything (Queue::wait does).
  void wait() const;

  /// Calls `function` when the status has come down to `trigger`; at once if it has already.
  void call_when(cl_int trigger, Function function, void* data);
  /// Whether this thread is in a function that call_when was given. Such a function must not wait
  /// for commands: its own may be in the way of others.
  [[nodiscard]] static bool is_calling_back();
  /// Tells `batch` (Batch::resolved) when the event ends. False if it has ended.
  bool add_dependent(Batch& batch);

  const retained<Queue> queue; ///< null for user events and commands of several queues
  Context* const context;      ///< the queue's, which keeps it, or:
  const cl_command_type type;
  const bool profiled;
  const char* const label; ///< see Command; valid until the event ends

  /// Nanoseconds of the device's clock: queued, submitted, start, end, complete, the last one 0
  /// where it is the end. Each is written before the status that it belongs to is published.
  std::array<cl_ulong, 5> times = {};

  /// Where the command is recorded: in which batch, as which of its commands. Protected by the
  /// queue's lock until the batch is running; see Queue::enqueue.
  Batch* batch = nullptr;
  uint32_t index = 0;
  mux_sync_point_t sync_point = 0;

private:
  /// Only of events without a queue: queues of all threads would count references to one context.
  const retained<Context> own_context;

  struct Callback {
    cl_int trigger;
    Function function;
    void* data;
  };
  /// Lowers the status; false if it is as low already.
  bool lower(cl_int new_status);
  /// Tells those who watch that it was lowered. Allocates nothing.
  void tell(cl_int new_status) {
    if (is_watched) {
      tell_watchers(new_status);
    }
  }
  void tell_watchers(cl_int new_status);
  /// Notes that somebody watches, and returns the status: one that others lower after that is told.
  cl_int watch();

  std::mutex lock;                       ///< protects the next three; a leaf: no other inside
  std::forward_list<Callback> callbacks; ///< the newest in front
  std::vector<retained<Batch>> dependents;
  bool is_set = false; ///< by the application
  /// Whether there may be callbacks or dependents; never taken back. Whoever lowers `current` reads
  /// it after that, and whoever sets it reads `current` after that: one of both sees the other.
  std::atomic<bool> is_watched = false;
  std::atomic<cl_int> current;
};

/// The events of a wait list, or the error that section 5.8 gives: CL_INVALID_EVENT_WAIT_LIST,
/// CL_INVALID_CONTEXT if one is of another context than `context`.
expected<std::span<const cl_event>> check_wait_list(const Context& context, cl_uint count,
                                                    const cl_event* list);
using KeptEvents = cargo::small_vector<retained<Event>, 4>;
/// References to the events of a checked wait list. Those are left out that have ended and that the
/// application, on another thread, has released since. Throws std::bad_alloc.
[[nodiscard]] KeptEvents keep(std::span<const cl_event> wait_list);
/// Whether an event of a wait list that is right has ended with an error. Commands of extensions
/// refuse such a list; those of the core fail later, as their events tell.
[[nodiscard]] bool has_failed(std::span<const cl_event> wait_list);

} // namespace cl

#endif
