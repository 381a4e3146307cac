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
#include "device_enqueue/launch_memory.h"
#include "launch/run_groups.h"

#include "builtins/enqueue.h"
#include "cargo/apart.h"
#include "scheduler/linked_list.h"
#include "scheduler/shard.h"

#include <array>
#include <atomic>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace host {

struct Device;
struct DeviceQueue;
class EnqueuedLaunches;

/// A launch, or a marker. Followed in memory by its waits, its arguments and the block's literal.
/// Members that other threads than those which run it look at come first.
struct EnqueuedLaunch : Linked<EnqueuedLaunch> {
  EnqueuedLaunch* came_before = nullptr; ///< among those that came in, the one before it
  Kernel* kernel = nullptr;              ///< null: a marker
  uint64_t groups = 0, items = 0;        ///< none for a marker
  uint64_t first_part = 0;               ///< of the phase that runs it
  uint64_t event = 0;                    ///< to be completed, or 0
  int32_t failure = 0;                   ///< of an event that it has waited for, or 0
  uint32_t pending = 0;                  ///< waits that are not over
  EventWait* waits = nullptr;
  uint32_t wait_count = 0;
  bool several_sizes = false;
  EnqueuedLaunches* owner = nullptr;
  DeviceQueue* queue = nullptr;
  LaunchBlock* block = nullptr; ///< in which it lies
  uint64_t bytes = 0;           ///< that it takes of the queue
  std::byte* packed = nullptr;  ///< arguments
  uint64_t local_bytes = 0;
  std::atomic<uint64_t> start = UINT64_MAX, end = 0; ///< of its groups, if it has an event
  schedule launch = {};
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
  void end(std::span<EnqueuedLaunch* const> launches, int32_t status);
  void end_phase(int32_t status);
  void give_up();
  void take_all();
  bool collect();

  Device& device;
  Command& command;
  const Kernel& parent;
  void* const program_variables;
  const Printing& printing;
  const FaultReport& fault_report;

  /// Where some of the threads leave launches that wait for nothing.
  struct alignas(cargo::apart) Lane {
    std::mutex mutex;                                ///< protects the block
    LaunchBlock* block = nullptr;                    ///< with room for more
    std::atomic<EnqueuedLaunch*> incoming = nullptr; ///< the last one first
  };
  static constexpr uint32_t lane_count = 16;
  [[nodiscard]] Lane& lane_of_this_thread() { return lanes[shard_of_this_thread() % lane_count]; }
  [[nodiscard]] std::byte* take_memory(DeviceQueue& queue, size_t bytes, LaunchBlock*& block);

  std::array<Lane, lane_count> lanes;
  // One thread between phases; constant while one runs.
  std::vector<EnqueuedLaunch*> phase;
  uint64_t phase_parts = 0, phase_items = 0;
  uint64_t phase_cost = 0;     ///< estimate: kernels' costs of an item, added up
  bool has_one_kernel = false; ///< in this phase
  // The lock of the device's events protects these.
  LinkedList<EnqueuedLaunch> waiting; ///< for events
  LinkedList<EnqueuedLaunch> ready;   ///< wait no more, or never did
  bool suspended = false;             ///< advance has said `wait`
  bool dependency_failed = false;     ///< of a launch, which did not run
};

} // namespace host

#endif
