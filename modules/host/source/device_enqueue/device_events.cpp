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

DeviceEvents::Resumption::~Resumption() {
  EnqueuedLaunches* next = std::exchange(events.resumed, nullptr);
  events.mutex.unlock();
  while (next != nullptr) {
    EnqueuedLaunches& launches = *next;
    next = launches.next_resumed; // it may be gone as soon as it goes on
    launches.resume();
  }
}

namespace {

constexpr int32_t never_set = -14; // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST

} // namespace

void DeviceEvents::free_all_of(DeviceEventOwner& owner) {
  const Resumption resumption(*this);
  table.for_each_of(owner, [&](DeviceEvent& event) {
    if (event.status == DeviceEvent::submitted_status) {
      event.captures.clear(); // what they would write to may be gone
      end(event, never_set, {});
    }
    table.free(event);
  });
}

void DeviceEvents::release(uint64_t handle) {
  if (table.release_shared(handle)) {
    return;
  }
  const Resumption resumption(*this);
  DeviceEvent* event = table.find(handle);
  if (event == nullptr || table.release_shared(handle)) { // which another thread has retained
    return;
  }
  if (event->status == DeviceEvent::submitted_status) {
    end(*event, never_set, {}); // a user event that nobody can set any more
  }
  table.release(*event);
}

/// With the lock held.
void DeviceEvents::end(DeviceEvent& event, int32_t status, const LaunchTimes& times) {
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
  DeviceEvent* event = table.find(handle);
  if (event != nullptr && event->is_user && event->status == DeviceEvent::submitted_status &&
      status <= complete_status) {
    end(*event, status, {});
  }
}

void DeviceEvents::Completion::complete(uint64_t handle, int32_t status, const LaunchTimes& times) {
  if (DeviceEvent* event = events.table.find(handle)) {
    end(*event, status, times);
    events.table.release(*event);
  }
}

void DeviceEvents::capture_times(uint64_t handle, uint64_t out) {
  const std::lock_guard held(mutex);
  DeviceEvent* event = table.find(handle);
  if (event == nullptr) {
    return;
  }
  if (event->status == DeviceEvent::submitted_status) {
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
  if (!std::ranges::all_of(waits, [&](const EventWait& wait) { return table.find(wait.event); })) {
    return false;
  }
  launch.pending = 0;
  for (EventWait& wait : waits) {
    DeviceEvent& event = *table.find(wait.event);
    if (event.status != DeviceEvent::submitted_status) {
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
