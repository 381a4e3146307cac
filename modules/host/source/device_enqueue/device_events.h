// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of launches that kernels enqueue (`clk_event_t`; OpenCL C 3.0, section 6.15.15.7).
#ifndef HOST_DEVICE_ENQUEUE_DEVICE_EVENTS_H
#define HOST_DEVICE_ENQUEUE_DEVICE_EVENTS_H

#include "device_enqueue/event_table.h"

#include <cstdint>
#include <mutex>

namespace host {

struct EnqueuedLaunch;
class EnqueuedLaunches;

/// A launch that waits for an event.
struct EventWait {
  uint64_t event = 0;
  EnqueuedLaunch* launch = nullptr;
  EventWait* next = nullptr;
  EventWait** link = nullptr; ///< what points to this one; null once the event is over
};

/// The events of a device. Each belongs to the executable whose kernel has created it; those that
/// were not released go with that. Thread safe: one lock for all that ends and waits, which also
/// protects the members of EnqueuedLaunches that say so; events come, and are retained and
/// released, without it.
class DeviceEvents {
public:
  static constexpr int32_t complete_status = 0; ///< CL_COMPLETE

  /// A new event with so many references, not over; 0 if there is no place or no memory.
  [[nodiscard]] uint64_t create(bool is_user, DeviceEventOwner& owner, uint32_t references) {
    return table.create(is_user, owner, references);
  }
  [[nodiscard]] bool is_valid(uint64_t handle) { return table.find(handle) != nullptr; }
  /// Does nothing if the event is not valid.
  void retain(uint64_t handle) { table.retain(handle); }
  void release(uint64_t handle);
  /// Frees the events of an owner that goes, none of whose kernels is running. Launches that wait
  /// for one fail.
  void free_all_of(DeviceEventOwner& owner);
  /// Sets a user event that is not over; launches that wait for it may run then.
  void set_user_status(uint64_t handle, int32_t status);
  /// Completes events of launches that are over; holds the lock meanwhile.
  class Completion;
  /// Writes end - start and complete - start to the two words at `out`, now or when the event is
  /// complete, unless that memory is gone then.
  void capture_times(uint64_t handle, uint64_t out);

  /// Makes `launch` wait for the events of its waits. False, and nothing is done, if one is not
  /// valid.
  [[nodiscard]] bool wait_for(EnqueuedLaunch& launch);
  /// A launch that waits gives up.
  static void stop_waiting(EventWait* waits, uint32_t count);

  std::mutex mutex;
  EnqueuedLaunches* resumed = nullptr; ///< those of commands that go on once the lock is let go

private:
  class Resumption;
  static void end(DeviceEvent& event, int32_t status, const LaunchTimes& times);

  EventTable table;
};

/// Holds the lock; then commands that had nothing to run but wait go on.
class DeviceEvents::Resumption {
public:
  explicit Resumption(DeviceEvents& in) : events(in) { events.mutex.lock(); }
  Resumption(const Resumption&) = delete;
  Resumption& operator=(const Resumption&) = delete;
  ~Resumption();

private:
  DeviceEvents& events;
};

class DeviceEvents::Completion {
public:
  explicit Completion(DeviceEvents& in) : events(in), resumption(in) {}
  /// The event's launch is over, and its reference is dropped.
  void complete(uint64_t handle, int32_t status, const LaunchTimes& times);

private:
  DeviceEvents& events;
  Resumption resumption;
};

} // namespace host

#endif
