// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_MUX_QUEUE_H
#define CL_QUEUES_MUX_QUEUE_H

#include "queues/batch.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>

namespace cl {

/// A queue of a mux device, and the command buffers that are used with it.
struct MuxQueue {
  MuxQueue(mux_device_t in_mux, mux_queue_t in_queue) : mux(in_mux), queue(in_queue) {}

  const mux_device_t mux;
  const mux_queue_t queue; ///< null if the device has none to give
  BatchPool batches;
};

/// The queues of one mux device. Each is made when it is first wanted and stays: the last reference
/// to a sub-device can be released in a completion callback, where nothing may wait until a queue
/// has no work; and programs often make the same partitions again. Thread safe.
class MuxQueues {
public:
  explicit MuxQueues(mux_device_t in_mux);

  /// The queue of the whole device.
  MuxQueue& whole() { return root; }
  /// One of some of its compute units; `bound`, `priority`, `on_caller`: as in mux_queue_info_t.
  /// Null if the device gives no queue. Throws std::bad_alloc.
  MuxQueue* part(std::span<const uint32_t> units, bool bound,
                 mux_queue_priority_e priority = mux_queue_priority_normal, bool on_caller = false);

  /// Has a thread in the background make what launches will need (muxPrepareDevice), once.
  void prepare() noexcept;

  // For a fork (fork.cpp): takes and releases the locks; and, with them held, in the child, which
  // has neither the batches nor what was prepared:
  void lock_for_fork();
  void unlock_after_fork();
  void forget_batches();

private:
  template <typename Use> void each_pool(Use&& use) {
    use(root.batches);
    for (const Part& part : parts) {
      use(part.mux_queue->batches);
    }
  }

  struct Part {
    std::vector<uint32_t> units;
    bool bound;
    mux_queue_priority_e priority;
    bool on_caller;
    std::unique_ptr<MuxQueue> mux_queue;
  };

  MuxQueue root;
  std::atomic<bool> prepared = false;
  std::mutex lock; ///< protects `parts`
  std::vector<Part> parts;
};

} // namespace cl

#endif
