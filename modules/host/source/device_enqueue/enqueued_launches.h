// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that kernels enqueue (OpenCL C 3.0, section 6.15.15). They are parts of the command
// whose kernel enqueued them, and so are launches that they enqueue. The command runs in phases.
// The first phase is its own groups. Each further phase is one task: all groups of the launches
// that were enqueued in the phase before and wait for nothing. So a launch never begins before the
// kernel that enqueued it has ended, whatever its flags allow.
#ifndef HOST_DEVICE_ENQUEUE_ENQUEUED_LAUNCHES_H
#define HOST_DEVICE_ENQUEUE_ENQUEUED_LAUNCHES_H

#include "commands/command.h"
#include "device_enqueue/device_events.h"
#include "launch/run_groups.h"

#include "builtins/enqueue.h"
#include "scheduler/linked_list.h"

#include <atomic>
#include <utility>
#include <vector>

namespace host {

struct Device;
struct DeviceQueue;
class EnqueuedLaunches;

/// A launch, or a marker. Followed in memory by its waits, its arguments and the block's literal.
struct EnqueuedLaunch : Linked<EnqueuedLaunch> {
  EnqueuedLaunch* came_before = nullptr; ///< among those that came in, the one before it
  EnqueuedLaunches* owner = nullptr;
  DeviceQueue* queue = nullptr;
  uint64_t bytes = 0;       ///< that it takes of the queue
  Kernel* kernel = nullptr; ///< null: a marker
  schedule launch = {};
  bool several_sizes = false;
  std::byte* packed = nullptr; ///< arguments
  uint64_t local_bytes = 0;
  uint64_t event = 0; ///< to be completed, or 0
  EventWait* waits = nullptr;
  uint32_t wait_count = 0;
  uint32_t pending = 0;                              ///< waits that are not over
  int32_t failure = 0;                               ///< of an event that it has waited for, or 0
  uint64_t first_part = 0;                           ///< of the phase that runs it
  std::atomic<uint64_t> start = UINT64_MAX, end = 0; ///< of its groups, if it has an event

  [[nodiscard]] uint64_t groups() const { return kernel != nullptr ? launch.group_end : 0; }
};

/// The launches that kernels of one command have enqueued. Exists as long as the command runs.
class EnqueuedLaunches : public device_services {
public:
  /// For a command that runs `kernel`. The launches' output and faults are reported as the
  /// command's.
  EnqueuedLaunches(Device& device, Command& command, const Kernel& kernel, const schedule& launch,
                   const Printing& printing, const FaultReport& report,
                   mux_device_queue_t default_queue);
  ~EnqueuedLaunches();
  EnqueuedLaunches(const EnqueuedLaunches&) = delete;
  EnqueuedLaunches& operator=(const EnqueuedLaunches&) = delete;

  enum class Next {
    phase,             ///< there are launches to run
    wait,              ///< all wait for events: `resume` will be called, or has been, on any thread
    done,              ///< all are over
    dependency_failed, ///< likewise, and some did not run, since what they waited for had failed
    failed,            ///< likewise, for lack of memory
    cancelled          ///< likewise, because the command is
  };
  /// The phase before is over; called by one thread. Where it failed all launches are given up.
  [[nodiscard]] Next advance(mux_result_t result);

  /// The plan for running the phase on `threads` threads. Its parts are groups, or one part is all
  /// of them.
  [[nodiscard]] Plan plan(uint32_t threads) const;
  /// Runs parts [first, last) of the phase's `parts`.
  [[nodiscard]] mux_result_t run(uint64_t first, uint64_t last, uint64_t parts, Slot& slot,
                                 const uint32_t* abort);
  /// The phase is over, after so many nanoseconds on all threads.
  void note_cost(uint64_t busy);

  // With the lock of the device's events held.

  /// An event that a launch waits for is over.
  void waited_for(EnqueuedLaunch& launch, int32_t status);
  /// The command has been cancelled: whether it was waiting, and is to be resumed.
  [[nodiscard]] bool stops_waiting() { return std::exchange(suspended, false); }
  /// A launch has been enqueued.
  void takes(EnqueuedLaunch& launch);

  /// The command has something to do again.
  void resume();
  EnqueuedLaunches* next_resumed = nullptr;

private:
  [[nodiscard]] int32_t enqueue(const builtins::EnqueueRequest& request);
  [[nodiscard]] int32_t prepare(const builtins::EnqueueRequest& request, DeviceQueue& queue,
                                EnqueuedLaunch*& out);
  [[nodiscard]] uint64_t query(uint32_t block, builtins::BlockQuery what,
                               const builtins::EnqueuedRange* range) const;
  [[nodiscard]] uint64_t operate(builtins::EventOperation operation, uint64_t event,
                                 uint64_t operand);
  [[nodiscard]] Kernel* block_kernel(uint32_t number) const;
  void end(EnqueuedLaunch& launch, int32_t status);
  void end_phase(int32_t status);
  void give_up();
  bool collect();

  Device& device;
  Command& command;
  const Kernel& parent;
  void* const program_variables;
  const Printing& printing;
  const FaultReport& fault_report;

  std::atomic<EnqueuedLaunch*> incoming = nullptr; ///< by any thread, the last one first
  // One thread between phases; constant while one runs.
  std::vector<EnqueuedLaunch*> phase;
  uint64_t phase_parts = 0;
  // The lock of the device's events protects these.
  LinkedList<EnqueuedLaunch> waiting; ///< for events
  LinkedList<EnqueuedLaunch> ready;   ///< wait no more, or never did
  bool suspended = false;             ///< advance has said `wait`
  bool dependency_failed = false;     ///< of a launch, which did not run
};

} // namespace host

#endif
