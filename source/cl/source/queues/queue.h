// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command queues. How commands become mux command buffers:
//
// A queue keeps a line of unfinished batches (batch.h), oldest first. An enqueued command goes
//   - into the open batch, if all that it waits for is over or in that batch as well: what came
//     before in an in-order command buffer is waited for anyway, in an out-of-order one by sync
//     points;
//   - else, on an out-of-order queue, into a batch that still waits, if the command waits for
//     nothing but commands of that batch and what the batch waits for: a chain of commands becomes
//     a few batches, each with what was enqueued while the one before ran;
//   - else into a batch of its own, which is closed at once and goes when the events that it waits
//     for (of other queues, of the application, of earlier batches) have ended; if one of them
//     failed, the command ends with an error and never runs. A command buffer of the application
//     (cl_khr_command_buffer) always has one, which dispatches that instead of a recording.
//     Markers and barriers that have one end when their turn has come: the device is not told.
// On an in-order queue a batch goes when it is first in line, so at most one is running; its end
// sends the next. Devices that are not idle between batches only if they have been given the next
// one in good time (mux_device_info_s::dispatches_in_flight) get a few ahead, each behind the
// semaphore of the one before; a batch waits for its turn all the same if it is to be checked or
// filled in then. A command that waits for an unfinished earlier command of its in-order queue has
// no need to wait, only to fail with it: commands that fail with the same events share a batch, and
// the batch checks those events (Batch::predecessors) when its turn has come. Within a batch it is
// the device that fails what waits for a failed command, and nothing else. On an out-of-order queue
// any number of batches run, each as soon as its waits are over.
//
// In a context of several mux devices (copies/device_copies.h) a batch whose turn has come may find
// contents elsewhere. Then commands are sent to move them, the batch waits for these as for any
// others, and goes when they have ended. They wait for nothing but each other. A command that needs
// or leaves contents in another place than its device's memory has a batch of its own.
//
// The open batch is closed, so that it goes, by a flush, by whatever blocks, and when it holds work
// worth waking a thread for while nothing else of the queue is running. On an in-order queue that
// is only while it is first in line; else the end of the batch before it closes it, with all that
// has been added since.
//
// One lock per queue protects the line and the recording into batches. Under it only leaf locks are
// taken (an event's, a slab's, the batch pool's). Nothing is dispatched, completed, waited for or
// called back under it. Completions need it only to take a batch out of the line.
#ifndef CL_QUEUES_QUEUE_H
#define CL_QUEUES_QUEUE_H

#include "function_ref.h"
#include "queues/batch.h"

#include "trace/trace.h"

#include <optional>
#include <span>

namespace cl {

/// Records one command into a command buffer.
using Record =
    function_ref<mux_result_t(mux_command_buffer_t, const mux_command_info_t*, mux_sync_point_t*)>;

/// Records a command that does nothing but take its turn.
inline constexpr auto record_nothing = [](mux_command_buffer_t commands,
                                          const mux_command_info_t* info,
                                          mux_sync_point_t* sync_point) {
  constexpr auto nothing = [](mux_queue_t, mux_command_buffer_t, void*) {};
  return muxCommandUserCallback(commands, nothing, nullptr, info, sync_point);
};

/// The parameters that every clEnqueue* has.
struct Command {
  cl_command_type type;
  std::span<const cl_event> wait_list = {}; ///< checked (check_wait_list)
  cl_event* event_ret = nullptr;            ///< null if the application wants no event
  bool blocking = false;
  uint64_t work = 0;           ///< roughly, in bytes moved or work-items; see worth_waking
  bool waits_for_all = false;  ///< of the queue: markers and barriers without a list
  bool is_barrier = false;     ///< what follows waits for it
  bool does_nothing = false;   ///< but take its turn: `record` records nothing
  const char* label = nullptr; ///< in timelines, instead of the type; kept by the command
  Replay* replay = nullptr;    ///< runs this instead of being recorded; taken over
  std::span<Use> uses = {};    ///< of memory objects (Uses::all); taken over
};

class Queue {
public:
  using handle_type = cl_command_queue;
  static constexpr uint32_t magic = 0x71756575;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_QUEUE;
  [[nodiscard]] const Context& made_from() const { return *context; }

  /// `in_list`: the properties as the application gave them, with the closing 0, or empty.
  /// `in_mux_queue`: one of the device, or of some of its units.
  Queue(retained<Context> in_context, Device& in_device, MuxQueue& in_mux_queue,
        cl_command_queue_properties in_properties, std::vector<cl_queue_properties> in_list)
      : context(std::move(in_context)), device(in_device), mux_queue(in_mux_queue),
        properties(in_properties), property_list(std::move(in_list)),
        shelf(next_shelf++ % BatchPool::shelf_count) {}
  ~Queue();

  [[nodiscard]] bool in_order() const {
    return !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  /// Whether the threads that enqueue commands run them, before the call returns
  /// (cl_intel_exec_by_local_thread). Each command has a batch of its own, which no other thread
  /// sends. What a callback enqueues while its thread sends batches runs when it has returned, on
  /// whichever thread takes the next step of the queue.
  [[nodiscard]] bool on_callers() const {
    return properties & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  }
  /// Whether its device is given batches before those in front of them have ended.
  [[nodiscard]] bool runs_ahead() const {
    return in_order() && device.info().dispatches_in_flight > 1;
  }
  [[nodiscard]] bool profiled() const { return properties & CL_QUEUE_PROFILING_ENABLE; }
  /// Whether the times of its commands are wanted, by the application or for a timeline.
  [[nodiscard]] bool timed() const { return profiled() || trace::enabled(); }

  /// Enqueues a command; `references` stay until it has ended. Blocking commands flush and wait;
  /// they give CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST or the command's own error if it
  /// failed. Throws std::bad_alloc, and then nothing has been enqueued.
  [[nodiscard]] cl_int enqueue(const Command& command, std::span<Reference> references,
                               Record record);

  /// Sends everything enqueued so far on its way, and the queues of the events that it waits for.
  void flush();
  /// Flushes, waits for everything enqueued so far, and helps meanwhile.
  void finish();
  /// Ends all commands of a terminated context: those that wait fail now, and the device is told to
  /// stop those that run; true if it could not just now, and this is to be called again.
  [[nodiscard]] bool terminate();
  /// Waits for the end of a command of this queue, which must have been flushed; helps meanwhile.
  void wait(const Event& event);
  /// Sends the batches whose time has come. Call with no lock held.
  void advance();
  /// Whether the calling thread is within `advance`, of whichever queue.
  [[nodiscard]] static bool is_advancing();
  /// The last event that a closed batch of this queue waits for has ended. With no lock held.
  void resolved(Batch& batch);
  /// Runs a small blocking command on the calling thread if the queue has no unfinished command and
  /// there is nothing to wait for: it is over before any device could be told of it. Returns the
  /// status, like `enqueue`; nothing if it was not run. The action throws nothing and takes neither
  /// locks nor memory, since a fault ends it at any place.
  [[nodiscard]] std::optional<cl_int> do_now(const Command& command, function_ref<void()> action) {
    return try_now(command, &action);
  }
  /// The same of a command that has nothing to do but to take its turn.
  [[nodiscard]] std::optional<cl_int> do_now(const Command& command) {
    return try_now(command, nullptr);
  }

  const retained<Context> context;
  Device& device;
  MuxQueue& mux_queue; ///< where all commands go
  const cl_command_queue_properties properties;
  const std::vector<cl_queue_properties> property_list; ///< CL_QUEUE_PROPERTIES_ARRAY
  const uint32_t shelf;                                 ///< of BatchPool
  /// The queue on the device (device_queue.h), to which only kernels enqueue; its creator sets it.
  mux_device_queue_t on_device = nullptr;

private:
  static inline std::atomic<uint32_t> next_shelf = 0;
  struct Waits;
  class Draft;
  /// A command that waits for all before it need not wait again for those that the previous such
  /// command has waited for.
  struct Covered {
    Event* by = nullptr;         ///< that command, until its batch has ended
    uint64_t first = 0;          ///< batches from this number on have come since
    const Batch* open = nullptr; ///< the batch that took commands then, while it is in line
    size_t events = 0;           ///< how many it had then
  };

  // The enqueueing side (queue_enqueue.cpp); under the lock.
  [[nodiscard]] bool uses_other_places(const Command& command) const;
  void sort_waits(const Command& command, const KeptEvents& wait_list, Waits& waits);
  void join_waiting(Waits& waits) const;
  [[nodiscard]] bool fails_like_open(const Waits& waits) const;
  template <typename Use> void each_not_covered(Use&& use) const;
  retained<Batch> place(const Waits& waits);
  cl_int append(const Command& command, const KeptEvents& wait_list, const retained<Event>& event,
                std::span<Reference> references, Record record);
  void register_waits(Batch& batch, const Waits& waits);
  [[nodiscard]] bool worth_waking(const Batch& batch) const;
  [[nodiscard]] std::optional<uint32_t> batches_before(const Batch& batch) const;
  /// Whether a batch of an in-order queue could go to the device now, if it were closed.
  [[nodiscard]] bool may_go(const Batch& batch) const;
  /// The same, and it is long enough to go: the more there is before it, the longer it becomes.
  [[nodiscard]] bool is_full_enough(const Batch& batch) const;
  void close(Batch& batch);
  void make_ready(Batch& batch);
  void wait_for(const KeptEvents& wait_list) const;

  // The running side (queue_run.cpp).
  void flush_own(std::vector<retained<Queue>>& others);
  retained<Batch> next_ready();
  Batch* next_in_order() const;
  Batch* take_ready();
  [[nodiscard]] bool may_send(const Batch& batch) const;
  void step();
  void close_open();
  void start(Batch& batch);
  [[nodiscard]] expected<bool> fetch_contents(Batch& batch);
  [[nodiscard]] cl_int begin_running(Batch& batch, mux_command_buffer_t commands);
  void leave_device(Batch& batch);
  void end_empty(Batch& batch, cl_ulong now);
  void end_replay(Batch& batch, mux_result_t status);
  void end(Batch& batch);
  using Now = const function_ref<void()>*; ///< may be null
  [[nodiscard]] std::optional<cl_int> try_now(const Command& command, Now action);
  [[nodiscard]] cl_int run_now(const Command& command, Now action) const;
  void wait(const retained<Batch>& batch);
  static void on_command(const mux_command_report_t* report, void* event);
  static void on_command_without_event(const mux_command_report_t* report, void* batch);
  static void on_batch(mux_command_buffer_t, mux_result_t status, void* batch);

  std::mutex lock; ///< protects what follows; see above
  BatchList line;
  bool is_sending = false;      ///< a thread gives a batch to the device, if it runs ahead
  uint64_t next_number = 0;     ///< of the next batch in line
  retained<Batch> open;         ///< the batch in `line` that takes commands, or null
  uint64_t first_unflushed = 0; ///< the number of the first batch that flush has not seen
  // Out of order. Events belong to batches in line; the queue holds none, because they hold it.
  Event* barrier = nullptr; ///< what every later command waits for
  Covered covered;
  Batch* newest_waiting = nullptr; ///< that can be joined
  uint64_t first_joinable = 0;     ///< batches before this number, which `covered` has, cannot
  Batch* first_ready = nullptr;    ///< batches that can go, in line, by Batch::next_ready
  Batch* last_ready = nullptr;
};

/// The queue behind a handle; null if it is none, or one on the device.
[[nodiscard]] inline Queue* lookup_host_queue(cl_command_queue handle) {
  Queue* queue = lookup<Queue>(handle);
  return queue && !queue->on_device ? queue : nullptr;
}

} // namespace cl

#endif
