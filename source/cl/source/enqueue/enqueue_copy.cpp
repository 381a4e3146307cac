// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copying and filling buffers, enqueued and recorded.
#include "command_buffers/entry_points.h"
#include "copies/uses.h"
#include "enqueue/address_commands.h"

namespace cl {
namespace {

struct Copy {
  const Target& target;
  Buffer* source;
  Buffer* destination;
  mux_buffer_t from, to; ///< the same on the queue's device

  [[nodiscard]] bool one_memory() const { return &source->root() == &destination->root(); }
};

expected<Copy> check(const Target& target, cl_mem source_handle, cl_mem destination_handle) {
  const auto source = check_buffer(*target.queue, source_handle);
  if (!source) {
    return fail(source.error());
  }
  const auto destination = check_buffer(*target.queue, destination_handle);
  if (!destination) {
    return fail(destination.error());
  }
  if (const cl_int error = check_writable(**destination)) {
    return fail(error);
  }
  const auto from = (*source)->mux_on(target.queue->device);
  if (!from) {
    return fail(from.error());
  }
  const auto to = (*destination)->mux_on(target.queue->device);
  if (!to) {
    return fail(to.error());
  }
  return Copy{target, *source, *destination, *from, *to};
}

cl_int copy(const Copy& what, size_t source_offset, size_t destination_offset, size_t size) {
  const auto& [target, source, destination, from_mux, to_mux] = what;
  if (!source->contains(source_offset, size) || !destination->contains(destination_offset, size)) {
    return CL_INVALID_VALUE;
  }
  const size_t from = source->origin + source_offset;
  const size_t to = destination->origin + destination_offset;
  if (what.one_memory() && from < to + size && to < from + size) {
    return CL_MEM_COPY_OVERLAP;
  }
  Reference references[] = {Reference(source), Reference(destination)};
  Uses uses(*target.queue);
  uses.add(*source, source_offset, size, Access::read);
  uses.add(*destination, destination_offset, size, Access::overwrite);
  return target.submit(
      {.type = CL_COMMAND_COPY_BUFFER, .work = size, .uses = uses.all()}, references,
      [=, from_buffer = from_mux, to_buffer = to_mux](auto commands, auto* info, auto* sync_point) {
        return size == 0 ? record_nothing(commands, info, sync_point)
                         : muxCommandCopyBuffer(commands, from_buffer, source_offset, to_buffer,
                                                destination_offset, size, info, sync_point);
      });
}

cl_int copy_rect(const Copy& what, const size_t* size, const Side& from, const Side& to) {
  const auto& [target, source, destination, from_mux, to_mux] = what;
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
  const uint64_t work = region->size.x * region->size.y * region->size.z;
  Reference references[] = {Reference(source), Reference(destination)};
  Uses uses(*target.queue);
  uses.add_source(*source, *region);
  uses.add_destination(*destination, *region);
  return target.submit({.type = CL_COMMAND_COPY_BUFFER_RECT, .work = work, .uses = uses.all()},
                       references,
                       [box = *region, from_buffer = from_mux,
                        to_buffer = to_mux](auto commands, auto* info, auto* sync_point) {
                         return muxCommandCopyBufferRegions(commands, from_buffer, to_buffer, &box,
                                                            1, info, sync_point);
                       });
}

cl_int fill(const Target& target, cl_mem buffer_handle, const Pattern& pattern, size_t offset,
            size_t size) {
  const auto found = check_buffer(*target.queue, buffer_handle);
  if (!found) {
    return found.error();
  }
  Buffer* buffer = *found;
  if (const cl_int error = check_writable(*buffer)) {
    return error;
  }
  if (!buffer->contains(offset, size) || pattern.check(offset, size)) {
    return CL_INVALID_VALUE;
  }
  const auto mux = buffer->mux_on(target.queue->device);
  if (!mux) {
    return mux.error();
  }
  Uses uses(*target.queue);
  uses.add(*buffer, offset, size, Access::overwrite);
  Reference references[] = {Reference(buffer)};
  return target.submit(
      {.type = CL_COMMAND_FILL_BUFFER, .work = size, .uses = uses.all()}, references,
      [=, to = *mux, copied = PatternCopy(pattern)](auto commands, auto* info, auto* sync_point) {
        return size == 0 ? record_nothing(commands, info, sync_point)
                         : muxCommandFillBuffer(commands, to, offset, size, copied.bytes(),
                                                copied.size, info, sync_point);
      });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem destination,
                                       size_t source_offset, size_t destination_offset, size_t size,
                                       cl_uint count, const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    const auto what = check(target, source, destination);
    return what ? copy(*what, source_offset, destination_offset, size) : what.error();
  });
}

cl_int CL_API_CALL khr::clCommandCopyBufferKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem source, cl_mem destination,
    size_t source_offset, size_t destination_offset, size_t size, cl_uint count,
    const cl_sync_point_khr* list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        const auto what = check(target, source, destination);
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
  return on_queue(queue, count, list, event, [&](const Target& target) {
    const auto what = check(target, source, destination);
    return what ? copy_rect(*what, region, {source_origin, source_row_pitch, source_slice_pitch},
                            {destination_origin, destination_row_pitch, destination_slice_pitch})
                : what.error();
  });
}

cl_int CL_API_CALL khr::clCommandCopyBufferRectKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem source, cl_mem destination,
    const size_t* source_origin, const size_t* destination_origin, const size_t* region,
    size_t source_row_pitch, size_t source_slice_pitch, size_t destination_row_pitch,
    size_t destination_slice_pitch, cl_uint count, const cl_sync_point_khr* list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        const auto what = check(target, source, destination);
        return what
                   ? copy_rect(*what, region, {source_origin, source_row_pitch, source_slice_pitch},
                               {destination_origin, destination_row_pitch, destination_slice_pitch})
                   : what.error();
      });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                       size_t pattern_size, size_t offset, size_t size,
                                       cl_uint count, const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return fill(target, buffer, {pattern, pattern_size}, offset, size);
  });
}

cl_int CL_API_CALL khr::clCommandFillBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_mem buffer, const void* pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint count, const cl_sync_point_khr* list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer({command_buffer, queue, properties, count, list, sync_point, handle},
                           [&](const Target& target) {
                             return fill(target, buffer, {pattern, pattern_size}, offset, size);
                           });
}
