// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCopyBuffer, clEnqueueCopyBufferRect and clEnqueueFillBuffer.
#include "enqueue/address_commands.h"
#include "memory/buffer.h"
#include "memory/region.h"
#include "queues/queue.h"

namespace cl {
namespace {

struct Copy {
  Queue* queue;
  Buffer* source;
  Buffer* destination;
  Command command;

  [[nodiscard]] bool one_memory() const { return &source->root() == &destination->root(); }
};

expected<Copy> check(cl_command_queue queue_handle, cl_mem source_handle, cl_mem destination_handle,
                     cl_command_type type, cl_uint count, const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return fail(target.error());
  }
  const auto source = check_buffer(*target->queue, source_handle);
  if (!source) {
    return fail(source.error());
  }
  const auto destination = check_buffer(*target->queue, destination_handle);
  if (!destination) {
    return fail(destination.error());
  }
  return Copy{target->queue, *source, *destination,
              Command{.type = type, .wait_list = target->wait_list, .event_ret = event}};
}

cl_int copy(Copy what, size_t source_offset, size_t destination_offset, size_t size) {
  auto& [queue, source, destination, command] = what;
  if (size == 0 || !source->contains(source_offset, size) ||
      !destination->contains(destination_offset, size)) {
    return CL_INVALID_VALUE;
  }
  const size_t from = source->origin + source_offset;
  const size_t to = destination->origin + destination_offset;
  if (what.one_memory() && from < to + size && to < from + size) {
    return CL_MEM_COPY_OVERLAP;
  }
  command.work = size;
  Keep keeps[] = {Keep(source), Keep(destination)};
  return queue->enqueue(command, keeps, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandCopyBuffer(commands, source->mux, source_offset, destination->mux,
                                destination_offset, size, info, sync_point);
  });
}

cl_int copy_rect(Copy what, const size_t* size, const Side& from, const Side& to) {
  auto& [queue, source, destination, command] = what;
  const auto region = make_region(size, from, to);
  if (!region || source_extent(*region).end > source->size ||
      destination_extent(*region).end > destination->size) {
    return CL_INVALID_VALUE;
  }
  if (source == destination &&
      (from.row_pitch != to.row_pitch || from.slice_pitch != to.slice_pitch)) {
    return CL_INVALID_VALUE;
  }
  if (what.one_memory() && overlaps(*region, source->origin, destination->origin)) {
    return CL_MEM_COPY_OVERLAP;
  }
  command.work = region->size.x * region->size.y * region->size.z;
  Keep keeps[] = {Keep(source), Keep(destination)};
  return queue->enqueue(command, keeps, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandCopyBufferRegions(commands, source->mux, destination->mux, &*region, 1, info,
                                       sync_point);
  });
}

cl_int fill(cl_command_queue queue_handle, cl_mem buffer_handle, const void* pattern,
            size_t pattern_size, size_t offset, size_t size, cl_uint count, const cl_event* list,
            cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  const auto found = check_buffer(*target->queue, buffer_handle);
  if (!found) {
    return found.error();
  }
  Buffer* buffer = *found;
  if (!buffer->contains(offset, size) || Pattern{pattern, pattern_size}.check(offset, size)) {
    return CL_INVALID_VALUE;
  }
  const Command command{.type = CL_COMMAND_FILL_BUFFER,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .work = size};
  Keep keep[] = {Keep(buffer)};
  return target->queue->enqueue(command, keep, [&](auto commands, auto* info, auto* sync_point) {
    return size == 0 ? record_nothing(commands, info, sync_point)
                     : muxCommandFillBuffer(commands, buffer->mux, offset, size, pattern,
                                            pattern_size, info, sync_point);
  });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem destination,
                                       size_t source_offset, size_t destination_offset, size_t size,
                                       cl_uint count, const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto what = check(queue, source, destination, CL_COMMAND_COPY_BUFFER, count, list, event);
    return what ? copy(*what, source_offset, destination_offset, size) : what.error();
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source,
                                           cl_mem destination, const size_t* source_origin,
                                           const size_t* destination_origin, const size_t* region,
                                           size_t source_row_pitch, size_t source_slice_pitch,
                                           size_t destination_row_pitch,
                                           size_t destination_slice_pitch, cl_uint count,
                                           const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto what =
        check(queue, source, destination, CL_COMMAND_COPY_BUFFER_RECT, count, list, event);
    return what ? copy_rect(*what, region, {source_origin, source_row_pitch, source_slice_pitch},
                            {destination_origin, destination_row_pitch, destination_slice_pitch})
                : what.error();
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                       size_t pattern_size, size_t offset, size_t size,
                                       cl_uint count, const cl_event* list, cl_event* event) {
  return guarded(
      [&] { return fill(queue, buffer, pattern, pattern_size, offset, size, count, list, event); });
}
