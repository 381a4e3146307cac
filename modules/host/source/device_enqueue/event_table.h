// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles of device events, their places in memory, and their references.
#ifndef HOST_DEVICE_ENQUEUE_EVENT_TABLE_H
#define HOST_DEVICE_ENQUEUE_EVENT_TABLE_H

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace host {

struct EventWait;

/// When a launch ran, in nanoseconds of the host's clock.
struct LaunchTimes {
  uint64_t start = 0, end = 0, complete = 0;
};

/// The owner of events: the executable whose kernels have created them.
struct DeviceEventOwner {
  std::atomic<uint32_t> events = 0; ///< that are not free
};

/// An event and its place. The lock of DeviceEvents protects what says nothing else.
struct DeviceEvent {
  static constexpr int32_t submitted_status = 2; ///< CL_SUBMITTED

  int32_t status = submitted_status;
  bool is_user = false; ///< constant while the event lives
  EventWait* waits = nullptr;
  std::vector<uint64_t> captures; ///< addresses
  LaunchTimes times;

  // Of the table; by any thread.
  std::atomic<DeviceEventOwner*> owner = nullptr;
  /// The number of the place's use in the upper half, references in the lower; a free place has
  /// none.
  std::atomic<uint64_t> state = uint64_t(1) << 32;
  std::atomic<uint32_t> next_free = 0;
  uint32_t number = 0; ///< constant
};

/// Places that never move, and become free for other events. A handle consists of a place's number
/// and of the number of its use, so that stale and invented handles are recognised; 0 is none.
/// Thread safe; only a table that grows takes a lock.
class EventTable {
public:
  /// CL_DEVICE_MAX_ON_DEVICE_EVENTS.
  static constexpr uint32_t max_events = uint32_t(1) << 20;

  /// A new event, not over, with so many references; 0 if there is no place or no memory.
  [[nodiscard]] uint64_t create(bool is_user, DeviceEventOwner& owner, uint32_t references);
  /// Null if the handle is not valid. The event lives as long as somebody has a reference.
  [[nodiscard]] DeviceEvent* find(uint64_t handle);
  /// False if the handle is not valid.
  bool retain(uint64_t handle);
  /// Drops a reference, unless it is the last one. False if it is, or if the handle is not valid.
  [[nodiscard]] bool release_shared(uint64_t handle);
  /// Drops a reference; the event may be gone then.
  void release(DeviceEvent& event);
  /// Drops all of its references.
  void free(DeviceEvent& event);

  /// Calls `act(DeviceEvent&)` for each event of the owner, which no kernel uses any more.
  template <typename Act> void for_each_of(DeviceEventOwner& owner, const Act& act) {
    for (uint32_t number = 0; owner.events.load(std::memory_order_acquire) != 0; ++number) {
      DeviceEvent& event = *at(number);
      if (event.owner.load(std::memory_order_relaxed) == &owner) {
        act(event);
      }
    }
  }

private:
  // Block 0 has the first 64 places, each further one as many as all before it.
  static constexpr uint32_t first_block = 64;
  static constexpr size_t blocks_of_all = std::bit_width(max_events / first_block);

  [[nodiscard]] DeviceEvent* at(uint32_t number) const;
  [[nodiscard]] bool add_references(uint64_t handle, uint32_t least, int64_t count);
  [[nodiscard]] DeviceEvent* take_place();
  [[nodiscard]] bool grow(uint32_t seen);
  void give_back(DeviceEvent& first, DeviceEvent& last);

  std::array<std::unique_ptr<DeviceEvent[]>, blocks_of_all> owned; ///< by the lock
  std::array<std::atomic<DeviceEvent*>, blocks_of_all> blocks = {};
  std::mutex growing;
  /// How often places were taken in the upper half, so that a list that has changed meanwhile is
  /// recognised; in the lower one the first free place's number plus 1.
  std::atomic<uint64_t> free_places = 0;
  std::atomic<uint32_t> size = 0; ///< of all places
};

} // namespace host

#endif
