// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/event_table.h"

#include <new>
#include <utility>

namespace host {
namespace {

constexpr uint64_t one_use = uint64_t(1) << 32;

constexpr uint32_t use_of(uint64_t state) { return static_cast<uint32_t>(state >> 32); }
constexpr uint32_t references_of(uint64_t state) { return static_cast<uint32_t>(state); }

/// The state of a free place, for the use after `state`'s. No use is 0, so no handle is.
constexpr uint64_t freed(uint64_t state) {
  const uint32_t use = use_of(state) + 1;
  return (use != 0 ? use : 1) * one_use;
}

} // namespace

DeviceEvent* EventTable::at(uint32_t number) const {
  const auto block = static_cast<size_t>(std::bit_width(number / first_block));
  if (block >= blocks_of_all) {
    return nullptr;
  }
  const uint32_t begin = block == 0 ? 0 : first_block << (block - 1);
  DeviceEvent* places = blocks[block].load(std::memory_order_acquire);
  return places != nullptr ? places + (number - begin) : nullptr;
}

DeviceEvent* EventTable::find(uint64_t handle) {
  DeviceEvent* event = at(static_cast<uint32_t>(handle));
  if (event == nullptr) {
    return nullptr;
  }
  const uint64_t state = event->state.load(std::memory_order_acquire);
  return use_of(state) == use_of(handle) && references_of(state) != 0 ? event : nullptr;
}

/// Adds a block of places, unless there are more than the `seen` ones already.
bool EventTable::grow(uint32_t seen) {
  const std::lock_guard held(growing);
  const uint32_t begin = size.load(std::memory_order_relaxed);
  if (begin != seen) {
    return true;
  }
  if (begin == max_events) {
    return false;
  }
  const uint32_t count = begin == 0 ? first_block : begin;
  const auto block = static_cast<size_t>(std::bit_width(begin / first_block));
  owned[block].reset(new (std::nothrow) DeviceEvent[count]);
  DeviceEvent* places = owned[block].get();
  if (places == nullptr) {
    return false;
  }
  for (uint32_t i = 0; i < count; ++i) {
    places[i].number = begin + i;
    places[i].next_free.store(begin + i + 2, std::memory_order_relaxed);
  }
  blocks[block].store(places, std::memory_order_release);
  give_back(places[0], places[count - 1]);
  size.store(begin + count, std::memory_order_release);
  return true;
}

/// The places from `first` to `last` are a list already.
void EventTable::give_back(DeviceEvent& first, DeviceEvent& last) {
  uint64_t seen = free_places.load(std::memory_order_relaxed);
  do {
    last.next_free.store(static_cast<uint32_t>(seen), std::memory_order_relaxed);
  } while (
      !free_places.compare_exchange_weak(seen, (seen & ~uint64_t(UINT32_MAX)) | (first.number + 1),
                                         std::memory_order_release, std::memory_order_relaxed));
}

DeviceEvent* EventTable::take_place() {
  for (;;) {
    const uint32_t places = size.load(std::memory_order_acquire);
    uint64_t seen = free_places.load(std::memory_order_acquire);
    while (static_cast<uint32_t>(seen) != 0) {
      DeviceEvent* first = at(static_cast<uint32_t>(seen) - 1);
      const uint32_t next = first->next_free.load(std::memory_order_relaxed);
      if (free_places.compare_exchange_weak(seen, (use_of(seen) + 1) * one_use | next,
                                            std::memory_order_acquire, std::memory_order_acquire)) {
        return first;
      }
    }
    if (!grow(places)) {
      return nullptr;
    }
  }
}

uint64_t EventTable::create(bool is_user, DeviceEventOwner& owner, uint32_t references) {
  DeviceEvent* event = take_place();
  if (event == nullptr) {
    return 0;
  }
  event->status = DeviceEvent::submitted_status;
  event->is_user = is_user;
  owner.events.fetch_add(1, std::memory_order_relaxed);
  event->owner.store(&owner, std::memory_order_relaxed);
  const uint64_t state = event->state.load(std::memory_order_relaxed);
  event->state.store(state | references, std::memory_order_release);
  return state | event->number;
}

/// Unless the handle is not valid, or there are fewer than `least` references.
bool EventTable::add_references(uint64_t handle, uint32_t least, int64_t count) {
  DeviceEvent* event = find(handle);
  if (event == nullptr) {
    return false;
  }
  uint64_t state = event->state.load(std::memory_order_relaxed);
  do {
    if (use_of(state) != use_of(handle) || references_of(state) < least) {
      return false;
    }
  } while (!event->state.compare_exchange_weak(state, state + static_cast<uint64_t>(count),
                                               std::memory_order_release,
                                               std::memory_order_relaxed));
  return true;
}

bool EventTable::retain(uint64_t handle) { return add_references(handle, 1, 1); }

bool EventTable::release_shared(uint64_t handle) { return add_references(handle, 2, -1); }

void EventTable::release(DeviceEvent& event) {
  uint64_t state = event.state.load(std::memory_order_relaxed);
  while (references_of(state) > 1) {
    if (event.state.compare_exchange_weak(state, state - 1, std::memory_order_release,
                                          std::memory_order_relaxed)) {
      return;
    }
  }
  free(event);
}

void EventTable::free(DeviceEvent& event) {
  event.captures.clear();
  DeviceEventOwner& owner = *event.owner.exchange(nullptr, std::memory_order_relaxed);
  const uint64_t state = event.state.load(std::memory_order_acquire);
  event.state.store(freed(state), std::memory_order_release);
  give_back(event, event);
  owner.events.fetch_sub(1, std::memory_order_release);
}

} // namespace host
