// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of launches that kernels enqueue (`clk_event_t`; OpenCL C 3.0, section 6.15.15.7).
#ifndef HOST_DEVICE_ENQUEUE_DEVICE_EVENTS_H
#define HOST_DEVICE_ENQUEUE_DEVICE_EVENTS_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

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

/// When a launch ran, in nanoseconds of the host's clock.
struct LaunchTimes {
  uint64_t start = 0, end = 0, complete = 0;
};

/// The owner of events: the command whose kernels have created them. The lock of the device's
/// events protects it.
struct DeviceEventOwner {
  uint32_t events = 0; ///< that are not free
};

/// The events of a device. Each belongs to the executable whose kernel has created it; those that
/// were not released go with that. A handle consists of a place and the number of the place's use,
/// so that stale and invented handles are recognised. Thread safe: one lock for all, which also
/// protects the members of EnqueuedLaunches that say so.
class DeviceEvents {
public:
  /// CL_DEVICE_MAX_ON_DEVICE_EVENTS.
  static constexpr uint32_t max_events = uint32_t(1) << 20;
  static constexpr int32_t complete_status = 0, submitted_status = 2; ///< CL_COMPLETE, CL_SUBMITTED

  /// A new event with one reference, not over; 0 if there is no place or no memory.
  [[nodiscard]] uint64_t create(bool is_user, DeviceEventOwner& owner);
  [[nodiscard]] bool is_valid(uint64_t handle);
  /// Does nothing if the event is not valid.
  void retain(uint64_t handle);
  void release(uint64_t handle);
  /// Frees the events of an owner that goes, none of whose kernels is running. Launches that wait
  /// for one fail.
  void free_all_of(DeviceEventOwner& owner);
  /// Sets a user event that is not over; launches that wait for it may run then.
  void set_user_status(uint64_t handle, int32_t status);
  /// The event's command is over.
  void complete(uint64_t handle, int32_t status, const LaunchTimes& times);
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
  struct Event {
    uint32_t use = 1; ///< goes up when the place becomes free
    uint32_t references = 0;
    int32_t status = submitted_status;
    bool is_user = false;
    DeviceEventOwner* owner = nullptr;
    EventWait* waits = nullptr;
    std::vector<uint64_t> captures; ///< addresses
    LaunchTimes times;
  };
  [[nodiscard]] Event* find(uint64_t handle);
  void drop(uint32_t place, Event& event);
  void give_back(uint32_t place, Event& event);
  static void end(Event& event, int32_t status, const LaunchTimes& times);

  std::vector<std::unique_ptr<Event>> events;
  std::vector<uint32_t> free_places;
};

} // namespace host

#endif
