// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/allocations.h"

#include <algorithm>
#include <bit>
#include <new>

namespace cl {
namespace {

constexpr size_t default_alignment = 128; // of long16
constexpr unsigned smallest_shift = 7, largest_shift = 12;
constexpr unsigned single_shift = Span::single_shift;

void give_back(Device& device, void* memory) {
  // It fails only if nothing is allocated there.
  [[maybe_unused]] const mux_result_t freed = muxFreeAddress(device.mux, memory);
}

size_t alignment_of(const AllocationRequest& request) {
  return request.alignment ? request.alignment : default_alignment;
}

/// Whole pages of the device; empty if there are none.
std::span<std::byte> take_pages(Device& device, mux_address_type_e type,
                                const AllocationRequest& request, size_t bytes) {
  const auto allocate = type == mux_address_type_host     ? muxAllocateHost
                        : type == mux_address_type_device ? muxAllocateDevice
                                                          : muxAllocateShared;
  const size_t alignment = std::max(alignment_of(request), AddressMap::page);
  void* memory = nullptr;
  if (allocate(device.mux, bytes, alignment, &memory) != mux_success) {
    return {};
  }
  if (reinterpret_cast<uintptr_t>(memory) + bytes > AddressMap::end) {
    give_back(device, memory);
    return {};
  }
  return {static_cast<std::byte*>(memory), bytes};
}

} // namespace

Allocations::~Allocations() {
  const auto free_all = [&](auto& spans) {
    for (const Span& span : spans) {
      if (span.base) {
        give_back(*span.device, span.base);
      }
    }
  };
  free_all(page_spans.all);
  free_all(slabs.all);
}

Device& Allocations::device_for(const AllocationRequest& request) const {
  if (others.empty()) {
    return home;
  }
  if (request.owner) {
    return *request.owner;
  }
  const auto has_memory = [&](const Device* device) {
    return request.kind == AllocationKind::host ? device->info().host_address_capabilities
                                                : device->info().shared_address_capabilities;
  };
  const auto found = std::ranges::find_if(others, has_memory);
  return found != others.end() ? **found : home;
}

/// Of several mux devices each may read shared virtual memory while others do, so it stays where
/// all reach it.
mux_address_type_e Allocations::type_for(const AllocationRequest& request) const {
  switch (request.kind) {
  case AllocationKind::host:
    return mux_address_type_host;
  case AllocationKind::device:
    return mux_address_type_device;
  case AllocationKind::svm:
    return !others.empty() && moves_shared_memory(device_for(request)) ? mux_address_type_host
                                                                       : mux_address_type_shared;
  case AllocationKind::shared:
    return mux_address_type_shared;
  }
  __builtin_unreachable();
}

expected<void*> Allocations::allocate(const AllocationRequest& request) {
  const bool can_move =
      type_for(request) == mux_address_type_shared && moves_shared_memory(device_for(request));
  const size_t wanted = std::max(request.size, alignment_of(request));
  const auto shift = std::max<unsigned>(std::bit_width(wanted - 1), smallest_shift);
  return shift <= largest_shift && !can_move ? allocate_slot(request, shift)
                                             : allocate_pages(request);
}

/// A span with these pages, which `find` finds from here on. Throws std::bad_alloc, and then the
/// pages are given back. With the lock held.
template <typename T>
T& Allocations::add_span(Stock<T>& stock, Device& device, const AllocationRequest& request,
                         std::span<std::byte> pages) {
  try {
    if (stock.unused.empty()) {
      stock.unused.reserve(stock.all.size() + 1); // so that remove_span needs no memory
      stock.unused.push_back(&stock.all.emplace_back());
    }
    T& span = *stock.unused.back();
    span.bytes = pages.size();
    span.kind = request.kind;
    span.owner = request.owner;
    span.device = &device;
    map.insert(pages.data(), pages.size(), span);
    stock.unused.pop_back();
    span.base = pages.data();
    return span;
  } catch (const std::bad_alloc&) {
    give_back(device, pages.data());
    throw;
  }
}

/// The pages of a span, which is over: for give_back. With the lock held.
template <typename T> Allocations::Unneeded Allocations::remove_span(Stock<T>& stock, T& span) {
  map.erase(span.base, span.bytes);
  stock.unused.push_back(&span);
  return {span.device, std::exchange(span.base, nullptr)};
}

expected<void*> Allocations::allocate_pages(const AllocationRequest& request) {
  Device& device = device_for(request);
  if (request.size > device.info().max_allocation_size) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  const size_t bytes = (request.size + AddressMap::page - 1) / AddressMap::page * AddressMap::page;
  const std::span<std::byte> pages = take_pages(device, type_for(request), request, bytes);
  if (pages.empty()) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  const std::lock_guard guard(lock);
  PageSpan& span = add_span(page_spans, device, request, pages);
  span.shift = single_shift;
  span.places = &span.place;
  span.place.flags.store(request.flags, std::memory_order_relaxed);
  span.place.size.store(request.size, std::memory_order_release);
  return span.base;
}

void Allocations::put_first(Pool& pool, Slab& slab) {
  slab.previous = nullptr;
  slab.next = pool;
  if (pool) {
    pool->previous = &slab;
  }
  pool = &slab;
}

void Allocations::take_out(Pool& pool, Slab& slab) {
  (slab.previous ? slab.previous->next : pool) = slab.next;
  if (slab.next) {
    slab.next->previous = slab.previous;
  }
}

expected<void*> Allocations::allocate_slot(const AllocationRequest& request, unsigned shift) {
  const std::lock_guard guard(lock);
  Pool& pool = pools[{request.kind, request.owner, shift}];
  if (!pool) {
    Device& device = device_for(request);
    const auto pages = take_pages(device, type_for(request), request, size_t(Slab::count) << shift);
    if (pages.empty()) {
      return fail(CL_OUT_OF_RESOURCES);
    }
    Slab& slab = add_span(slabs, device, request, pages);
    slab.shift = shift;
    slab.places = slab.slots;
    slab.free_slots = ~uint64_t(0);
    put_first(pool, slab);
  }
  Slab& slab = *pool;
  const int index = std::countr_zero(slab.free_slots);
  slab.free_slots &= slab.free_slots - 1;
  if (!slab.free_slots) {
    take_out(pool, slab);
  }
  slab.slots[index].flags.store(request.flags, std::memory_order_relaxed);
  slab.slots[index].size.store(request.size, std::memory_order_release);
  return slab.base + (size_t(index) << shift);
}

/// The slab's pages if they are needed no longer, or null. With the lock held.
Allocations::Unneeded Allocations::free_slot(Slab& slab, size_t index) {
  Pool& pool = pools.find({slab.kind, slab.owner, slab.shift})->second;
  slab.free_slots |= uint64_t(1) << index;
  if (std::has_single_bit(slab.free_slots)) {
    put_first(pool, slab);
  }
  const bool is_only = pool == &slab && !slab.next; // it stays for the next allocation
  if (slab.free_slots != ~uint64_t(0) || is_only) {
    return {};
  }
  take_out(pool, slab);
  return remove_span(slabs, slab);
}

bool Allocations::free(void* pointer) {
  Unneeded unneeded;
  {
    const std::lock_guard guard(lock);
    Span* span = map.find(pointer);
    if (!span) {
      return false;
    }
    const size_t index = span->index_of(pointer);
    if (pointer != span->place_at(index) ||
        span->places[index].size.exchange(0, std::memory_order_relaxed) == 0) {
      return false;
    }
    span->places[index].frees.fetch_add(1, std::memory_order_release);
    unneeded = span->is_single() ? remove_span(page_spans, static_cast<PageSpan&>(*span))
                                 : free_slot(static_cast<Slab&>(*span), index);
  }
  if (moves) {
    mappings.forget(static_cast<std::byte*>(pointer));
  }
  if (unneeded.pages) {
    give_back(*unneeded.device, unneeded.pages); // of large ones it takes the system a while
  }
  return true;
}

std::optional<Allocation> Allocations::find(const void* pointer) const {
  const Span* span = map.find(pointer);
  if (!span) {
    return std::nullopt;
  }
  const size_t index = span->index_of(pointer);
  const Span::Place& place = span->places[index];
  const Allocation found = {span->place_at(index), place.size.load(std::memory_order_acquire),
                            span->kind, span->owner, place.flags.load(std::memory_order_relaxed)};
  if (!found.size || !found.contains(pointer, 1)) {
    return std::nullopt; // free, or behind its end
  }
  return found;
}

std::optional<AllocationWatch> Allocations::watch(const void* pointer) const {
  const Span* span = map.find(pointer);
  if (!span) {
    return AllocationWatch();
  }
  const Span::Place& place = span->places[span->index_of(pointer)];
  const uint64_t frees = place.frees.load(std::memory_order_acquire);
  if (place.size.load(std::memory_order_acquire)) {
    return AllocationWatch(place, frees);
  }
  if (!span->is_single() && !is_end(pointer)) {
    return std::nullopt;
  }
  return AllocationWatch(); // an end, or pages that are being given back
}

bool Allocations::can_use(const void* pointer, size_t bytes) const {
  const Span* span = bytes ? map.find(pointer) : nullptr;
  if (!span) {
    return true;
  }
  const size_t index = span->index_of(pointer);
  const size_t size = span->places[index].size.load(std::memory_order_acquire);
  const auto offset = size_t(static_cast<const std::byte*>(pointer) - span->place_at(index));
  return offset < size && bytes <= size - offset;
}

bool Allocations::is_end(const void* pointer) const {
  const Span* span = map.find(pointer);
  if (!span || span->is_single()) {
    return false;
  }
  const size_t index = span->index_of(pointer);
  return index > 0 && pointer == span->place_at(index) &&
         span->places[index - 1].size.load(std::memory_order_acquire) == size_t(1) << span->shift;
}

} // namespace cl
