// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies/device_copies.h"

#include "memory/buffer.h"
#include "queues/event.h"

#include <algorithm>
#include <bit>

namespace cl {

DeviceCopy::~DeviceCopy() {
  if (image) {
    image->smaller.clear(); // before the mipmap that they are levels of
  }
  if (mux) {
    muxDestroyBuffer(device, mux, allocator);
  }
}

DeviceCopies::DeviceCopies(Buffer& in_object, bool has_contents)
    : object(in_object), copies(in_object.context->apart.size()),
      newest(in_object.image ? in_object.image->levels() : in_object.size,
             has_contents ? bit_of(host_place) : 0) {}

DeviceCopies::~DeviceCopies() = default;

/// An image of its own is laid out as the device likes, one of a buffer or another image as that.
cl_int DeviceCopies::make_image(DeviceCopy& copy, const Device& device, Place place) const {
  mux_buffer_layout_t layout = {};
  if (object.parent && object.parent->image) {
    layout = object.parent->copies->made_at(place).image->mux->info.layout;
  } else if (object.parent) {
    layout = object.image->mux->info.layout;
  }
  auto made = make_image_copy(*object.image, device, layout);
  if (!made) {
    return made.error();
  }
  copy.image = std::move(*made);
  return CL_SUCCESS;
}

cl_int DeviceCopies::make(DeviceCopy& copy, const Device& device, Place place) const {
  mux_memory_t whole = nullptr;
  if (object.parent) {
    const auto parents = object.parent->copies->at(place);
    if (!parents) {
      return parents.error();
    }
    whole = object.root().copies->made_at(place).memory.mux();
  }
  if (object.image) {
    if (const cl_int error = make_image(copy, device, place)) {
      return error;
    }
  }
  if (!object.parent) {
    const size_t size = copy.image ? copy.image->mux->requirements.size : object.size;
    auto allocated = DeviceMemory::allocate(device, size);
    if (size > device.info().max_allocation_size || !allocated) {
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    copy.memory = std::move(*allocated);
    whole = copy.memory.mux();
  }
  if (copy.image) {
    return copy.image->bind(whole, object.root_offset(), true);
  }
  if (object.root_offset() % device.info().buffer_alignment != 0) {
    return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  }
  if (muxCreateBuffer(device.mux, object.size, allocator, &copy.mux) != mux_success) {
    return CL_OUT_OF_HOST_MEMORY;
  }
  return muxBindBufferMemory(device.mux, whole, copy.mux, object.root_offset()) == mux_success
             ? CL_SUCCESS
             : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

expected<const DeviceCopy*> DeviceCopies::at(Place place) {
  const Device& device = *object.context->apart[place - 1];
  const std::lock_guard guard(lock);
  auto& copy = copies[place - 1];
  if (!copy) {
    auto made = std::make_unique<DeviceCopy>(device.mux);
    if (const cl_int error = make(*made, device, place)) {
      return fail(error);
    }
    copy = std::move(made);
  }
  return copy.get();
}

const DeviceCopy& DeviceCopies::made_at(Place place) {
  const std::lock_guard guard(lock);
  return *copies[place - 1];
}

/// Removes the moves that have ended. The contents that succeeded moves brought are recorded in
/// `newest`; those of failed moves have to be moved again. Destroy the result without holding the
/// lock.
std::vector<DeviceCopies::Arrival> DeviceCopies::take_ended() {
  std::vector<Arrival> ended;
  ended.reserve(arrivals.size());
  const auto rest = std::ranges::partition(
      arrivals, [](const Arrival& arrival) { return !arrival.event->ended(); });
  std::ranges::move(rest, std::back_inserter(ended));
  arrivals.erase(rest.begin(), rest.end());
  return ended;
}

/// Adds moves for the parts that are not on their way already.
void DeviceCopies::add_move(const Move& move, std::vector<Move>& moves,
                            std::vector<retained<Event>>& coming) const {
  const size_t step = object.image ? 1 : move.end - move.begin; // levels one by one
  for (size_t at = move.begin; at < move.end;) {
    size_t end = std::min(move.end, at + step);
    const Arrival* found = nullptr;
    for (const Arrival& arrival : arrivals) {
      if (arrival.move.to != move.to || arrival.move.end <= at) {
        continue;
      }
      if (arrival.move.begin <= at) {
        found = &arrival;
        end = std::min(end, arrival.move.end);
      } else if (!found) {
        end = std::min(end, arrival.move.begin);
      }
    }
    const auto covers = [&](const Move& other) {
      return other.copies == this && other.begin <= at && end <= other.end;
    };
    if (found) {
      coming.push_back(found->event);
    } else if (std::ranges::none_of(moves, covers)) { // for another use of the batch
      moves.push_back({move.copies, at, end, move.from, move.to});
    }
    at = end;
  }
}

bool DeviceCopies::copies_directly(Place to, Place from) const {
  return !object.image && object.context->copies_directly(to, from);
}

/// The one of several places from which contents come fastest.
Place DeviceCopies::nearest(Places places, Place to) const {
  for (Places rest = places; rest; rest &= rest - 1) {
    const auto from = static_cast<Place>(std::countr_zero(rest));
    if (copies_directly(to, from)) {
      return from;
    }
  }
  return static_cast<Place>(std::countr_zero(places)); // the host, if it is one of them
}

void DeviceCopies::add_moves(const Use& use, std::vector<Move>& moves,
                             std::vector<retained<Event>>& coming) {
  std::vector<Arrival> ended;
  const std::lock_guard guard(lock);
  ended = take_ended();
  newest.each(use.region, [&](size_t begin, size_t end, Places places) {
    if (places && !(places & bit_of(use.place))) {
      add_move({this, begin, end, nearest(places, use.place), use.place}, moves, coming);
    }
  });
}

void DeviceCopies::note_sent(const Move& move, retained<Event> arrival) {
  const std::lock_guard guard(lock);
  arrivals.push_back({move, std::move(arrival)});
}

void DeviceCopies::end(Use& use) noexcept {
  const std::lock_guard guard(lock);
  if (use.after == Use::After::only_here) {
    newest.set(use.region, bit_of(use.place), use.nodes);
  } else if (use.after == Use::After::also_here) {
    newest.add(use.region, bit_of(use.place), use.nodes);
  }
}

} // namespace cl
