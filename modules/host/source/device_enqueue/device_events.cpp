// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/device_events.h"

#include "device_enqueue/enqueued_launches.h"
#include "fault/contained.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace host {
namespace {

/// Nobody can read them where the memory is gone.
void write_times(uint64_t out, const LaunchTimes& times) {
  const uint64_t words[] = {times.end - times.start, times.complete - times.start};
  uint64_t address = 0;
  static_cast<void>(fault::contained(
      [&] { std::memcpy(reinterpret_cast<void*>(out), words, sizeof words); }, address));
}

} // namespace

/// Holds the lock; then commands that had nothing to run but wait go on.
class DeviceEvents::Resumption {
public:
  explicit Resumption(DeviceEvents& in) : events(in) { events.mutex.lock(); }
  Resumption(const Resumption&) = delete;
  Resumption& operator=(const Resumption&) = delete;
  ~Resumption() {
    EnqueuedLaunches* next = std::exchange(events.resumed, nullptr);
    events.mutex.unlock();
    while (next != nullptr) {
      EnqueuedLaunches& launches = *next;
      next = launches.next_resumed; // it may be gone as soon as it goes on
      launches.resume();
    }
  }

private:
  DeviceEvents& events;
};

DeviceEvents::Event* DeviceEvents::find(uint64_t handle) {
  const auto place = static_cast<uint32_t>(handle);
  const auto use = static_cast<uint32_t>(handle >> 32);
  if (place >= events.size() || events[place]->use != use || events[place]->references == 0) {
    return nullptr;
  }
  return events[place].get();
}

uint64_t DeviceEvents::create(bool is_user, DeviceEventOwner& owner) {
  const std::lock_guard held(mutex);
  uint32_t place = 0;
  if (!free_places.empty()) {
    place = free_places.back();
    free_places.pop_back();
  } else if (events.size() < max_events) {
    try {
      // So that places can always be given back. `reserve` alone would allocate at each event.
      if (free_places.capacity() <= events.size()) {
        free_places.reserve(std::max(size_t(16), 2 * events.size()));
      }
      events.push_back(std::make_unique<Event>());
    } catch (const std::bad_alloc&) {
      return 0;
    }
    place = static_cast<uint32_t>(events.size() - 1);
  } else {
    return 0;
  }
  Event& event = *events[place];
  event.references = 1;
  event.status = submitted_status;
  event.is_user = is_user;
  event.owner = &owner;
  ++owner.events;
  return uint64_t(event.use) << 32 | place;
}

bool DeviceEvents::is_valid(uint64_t handle) {
  const std::lock_guard held(mutex);
  return find(handle) != nullptr;
}

void DeviceEvents::retain(uint64_t handle) {
  const std::lock_guard held(mutex);
  if (Event* event = find(handle)) {
    ++event->references;
  }
}

/// With the lock held.
void DeviceEvents::drop(uint32_t place, Event& event) {
  if (--event.references == 0) {
    give_back(place, event);
  }
}

/// With the lock held.
void DeviceEvents::give_back(uint32_t place, Event& event) {
  event.references = 0;
  event.use = std::max(event.use + 1, 1u);
  event.captures.clear();
  --std::exchange(event.owner, nullptr)->events;
  free_places.push_back(place);
}

namespace {

constexpr int32_t never_set = -14; // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST

} // namespace

void DeviceEvents::free_all_of(DeviceEventOwner& owner) {
  const Resumption resumption(*this);
  for (uint32_t place = 0; owner.events != 0; ++place) {
    Event& event = *events[place];
    if (event.owner == &owner) {
      if (event.status == submitted_status) {
        event.captures.clear(); // what they would write to may be gone
        end(event, never_set, {});
      }
      give_back(place, event);
    }
  }
}

void DeviceEvents::release(uint64_t handle) {
  const Resumption resumption(*this);
  if (Event* event = find(handle)) {
    if (event->references == 1 && event->status == submitted_status) {
      end(*event, never_set, {}); // a user event that nobody can set any more
    }
    drop(static_cast<uint32_t>(handle), *event);
  }
}

/// With the lock held.
void DeviceEvents::end(Event& event, int32_t status, const LaunchTimes& times) {
  event.status = status;
  event.times = times;
  for (const uint64_t out : event.captures) {
    write_times(out, times);
  }
  event.captures.clear();
  for (EventWait* wait = std::exchange(event.waits, nullptr); wait != nullptr;) {
    EventWait& over = *wait;
    wait = std::exchange(over.next, nullptr);
    over.link = nullptr;
    over.launch->owner->waited_for(*over.launch, status);
  }
}

void DeviceEvents::set_user_status(uint64_t handle, int32_t status) {
  const Resumption resumption(*this);
  Event* event = find(handle);
  if (event != nullptr && event->is_user && event->status == submitted_status &&
      status <= complete_status) {
    end(*event, status, {});
  }
}

void DeviceEvents::complete(uint64_t handle, int32_t status, const LaunchTimes& times) {
  const Resumption resumption(*this);
  if (Event* event = find(handle)) {
    end(*event, status, times);
    drop(static_cast<uint32_t>(handle), *event);
  }
}

void DeviceEvents::capture_times(uint64_t handle, uint64_t out) {
  const std::lock_guard held(mutex);
  Event* event = find(handle);
  if (event == nullptr) {
    return;
  }
  if (event->status == submitted_status) {
    try {
      event->captures.push_back(out);
    } catch (const std::bad_alloc&) {
      return; // there is no way to say so
    }
  } else if (event->status == complete_status) {
    write_times(out, event->times);
  }
}

bool DeviceEvents::wait_for(EnqueuedLaunch& launch) {
  const std::lock_guard held(mutex);
  const std::span waits(launch.waits, launch.wait_count);
  if (!std::ranges::all_of(waits, [&](const EventWait& wait) { return find(wait.event); })) {
    return false;
  }
  launch.pending = 0;
  for (EventWait& wait : waits) {
    Event& event = *find(wait.event);
    if (event.status != submitted_status) {
      launch.failure = std::min(launch.failure, event.status);
      continue;
    }
    wait.launch = &launch;
    wait.next = event.waits;
    wait.link = &event.waits;
    if (event.waits != nullptr) {
      event.waits->link = &wait.next;
    }
    event.waits = &wait;
    ++launch.pending;
  }
  launch.owner->takes(launch);
  return true;
}

void DeviceEvents::stop_waiting(EventWait* waits, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    EventWait& wait = waits[i];
    if (wait.link != nullptr) {
      *wait.link = wait.next;
      if (wait.next != nullptr) {
        wait.next->link = wait.link;
      }
      wait.link = nullptr;
    }
  }
}

} // namespace host
