// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "enqueue/address_commands.h"

#include <bit>

namespace cl {
namespace {

/// Up to this size the calling thread does a blocking copy faster than a worker that has to be
/// woken.
constexpr size_t small_copy = 256 * 1024;

/// Whether a queue's device can use the bytes at an address: not those of an allocation that was
/// freed or ends before, or of another mux device.
bool is_reached(const Queue& queue, const void* address, size_t size) {
  if (!address || !queue.context->allocations.can_use(address, size)) {
    return false;
  }
  if (!queue.context->is_mixed()) {
    return true;
  }
  const auto found = queue.context->allocations.find(address);
  return !found || found->kind != AllocationKind::device || found->owner->mux == queue.device.mux;
}

bool overlap(const void* a, const void* b, size_t size) {
  const auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
  return (first < second ? second - first : first - second) < size;
}

} // namespace

bool are_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  constexpr cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | invalidate;
  return !(flags & ~known) && (!(flags & invalidate) || flags == invalidate);
}

bool are_migration_flags(cl_mem_migration_flags flags) {
  return !(flags & ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST |
                                           CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
}

cl_int Pattern::check(uint64_t place, size_t filled) const {
  constexpr size_t largest = mux_max_pattern; // a vector of 16 elements of 8 bytes
  const bool fits = bytes && std::has_single_bit(size) && size <= largest && place % size == 0 &&
                    filled % size == 0;
  return fits ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int copy_bytes(const Target& target, Command command, void* to, const void* from, size_t size,
                  std::span<Reference> references) {
  if (!is_reached(*target.queue, to, size) || !is_reached(*target.queue, from, size)) {
    return CL_INVALID_VALUE;
  }
  if (overlap(to, from, size)) {
    return CL_MEM_COPY_OVERLAP;
  }
  command.wait_list = target.wait_list;
  command.event_ret = target.event_ret;
  command.work = size;
  if (command.blocking && size <= small_copy) {
    if (const auto done = target.queue->do_now(command, [&] { std::memcpy(to, from, size); })) {
      return *done;
    }
  }
  return target.submit(command, references, [=](auto commands, auto* info, auto* sync_point) {
    return muxCommandCopyAddress(commands, to, from, size, info, sync_point);
  });
}

cl_int fill_bytes(const Target& target, Command command, void* to, const Pattern& pattern,
                  size_t size) {
  if (!is_reached(*target.queue, to, size)) {
    return CL_INVALID_VALUE;
  }
  if (const cl_int error = pattern.check(reinterpret_cast<uintptr_t>(to), size)) {
    return error;
  }
  command.work = size;
  return target.submit(
      command, {}, [=, copied = PatternCopy(pattern)](auto commands, auto* info, auto* sync_point) {
        return muxCommandFillAddress(commands, to, size, copied.bytes(), copied.size, info,
                                     sync_point);
      });
}

cl_int enqueue_without_work(const Target& target, Command command) {
  command.wait_list = target.wait_list;
  command.event_ret = target.event_ret;
  command.does_nothing = true;
  if (command.blocking && target.queue->do_now(command)) {
    return CL_SUCCESS;
  }
  return target.queue->enqueue(command, {}, record_nothing);
}

} // namespace cl
