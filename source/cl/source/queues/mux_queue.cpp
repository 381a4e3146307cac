// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/mux_queue.h"

#include "background.h"

#include <algorithm>
#include <new>

namespace cl {
namespace {

mux_queue_t first_queue(mux_device_t device) {
  mux_queue_t queue = nullptr;
  const mux_result_t result = muxGetQueue(device, mux_queue_type_compute, 0, &queue);
  return result == mux_success ? queue : nullptr;
}

} // namespace

MuxQueues::MuxQueues(mux_device_t mux) : root(mux, first_queue(mux)) {}

MuxQueue* MuxQueues::part(std::span<const uint32_t> units, bool bound,
                          mux_queue_priority_e priority, bool on_caller) {
  const std::lock_guard guard(lock);
  const auto found = std::ranges::find_if(parts, [&](const Part& known) {
    return known.bound == bound && known.priority == priority && known.on_caller == on_caller &&
           std::ranges::equal(known.units, units);
  });
  if (found != parts.end()) {
    return found->mux_queue.get();
  }
  Part fresh{{units.begin(), units.end()}, bound, priority, on_caller, nullptr};
  parts.reserve(parts.size() + 1);
  const mux_queue_info_t info = {mux_queue_type_compute,
                                 fresh.units.data(),
                                 static_cast<uint32_t>(units.size()),
                                 bound,
                                 priority,
                                 on_caller};
  mux_queue_t queue = nullptr;
  if (muxCreateQueue(root.mux, &info, allocator, &queue) != mux_success) {
    return nullptr;
  }
  try {
    fresh.mux_queue = std::make_unique<MuxQueue>(root.mux, queue);
  } catch (const std::bad_alloc&) {
    muxDestroyQueue(root.mux, queue, allocator);
    throw;
  }
  parts.push_back(std::move(fresh));
  return parts.back().mux_queue.get();
}

void MuxQueues::prepare() noexcept {
  if (prepared || prepared.exchange(true)) {
    return;
  }
  // If it fails, launches make what they need.
  try {
    prepared = Background::variants().add(
        [mux = root.mux] { [[maybe_unused]] const mux_result_t result = muxPrepareDevice(mux); });
  } catch (const std::bad_alloc&) {
    prepared = false; // the next build tries again
  }
}

void MuxQueues::lock_for_fork() {
  lock.lock();
  each_pool([](BatchPool& pool) { pool.lock_for_fork(); });
}

void MuxQueues::unlock_after_fork() {
  each_pool([](BatchPool& pool) { pool.unlock_after_fork(); });
  lock.unlock();
}

void MuxQueues::forget_batches() {
  each_pool([](BatchPool& pool) { pool.forget(); });
  prepared = false;
}

} // namespace cl
