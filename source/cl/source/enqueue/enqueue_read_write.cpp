// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueReadBuffer, clEnqueueWriteBuffer and their Rect forms.
#include "copies/uses.h"
#include "enqueue/address_commands.h"
#include "enqueue/target.h"
#include "memory/region.h"

#include <cstring>

namespace cl {
namespace {

/// Up to this size the calling thread does a blocking transfer faster than a worker that has to be
/// woken.
constexpr size_t small_transfer = 256 * 1024;

constexpr cl_mem_flags not_readable = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags not_writable =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_IMMUTABLE_EXT;

/// The checked parameters of the four entry points.
struct Transfer {
  Queue* queue;
  Buffer* buffer;
  mux_buffer_t mux; ///< on the queue's device
  Command command;
};

expected<Transfer> check(cl_command_queue queue_handle, cl_mem buffer_handle, cl_bool blocking,
                         const void* pointer, cl_mem_flags refused, cl_command_type type,
                         cl_uint count, const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return fail(target.error());
  }
  const auto buffer = check_buffer(*target->queue, buffer_handle);
  if (!buffer) {
    return fail(buffer.error());
  }
  if (!pointer) {
    return fail(CL_INVALID_VALUE);
  }
  if ((*buffer)->flags & refused) {
    return fail(CL_INVALID_OPERATION);
  }
  const auto mux = (*buffer)->mux_on(target->queue->device);
  if (!mux) {
    return fail(mux.error());
  }
  return Transfer{target->queue, *buffer, *mux,
                  Command{.type = type,
                          .wait_list = target->wait_list,
                          .event_ret = event,
                          .blocking = blocking != CL_FALSE}};
}

/// A transfer of no bytes, which is valid since OpenCL 2.1: it only takes its turn.
cl_int move_nothing(const Transfer& transfer) {
  const Command& command = transfer.command;
  return enqueue_without_work({transfer.queue, command.wait_list, command.event_ret}, command);
}

cl_int read(Transfer transfer, size_t offset, size_t size, void* pointer) {
  auto& [queue, buffer, mux, command] = transfer;
  if (!buffer->contains(offset, size)) {
    return CL_INVALID_VALUE;
  }
  if (size == 0) {
    return move_nothing(transfer);
  }
  if (command.blocking && size <= small_transfer) {
    const auto copy = [&] { std::memcpy(pointer, buffer->data + offset, size); };
    if (const auto done = queue->do_now(command, copy)) {
      return *done;
    }
  }
  Uses uses(*queue);
  uses.add(*buffer, offset, size, Access::read);
  command.uses = uses.all();
  command.work = size;
  Reference references[] = {Reference(buffer)};
  return queue->enqueue(command, references, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandReadBuffer(commands, mux, offset, pointer, size, info, sync_point);
  });
}

cl_int write(Transfer transfer, size_t offset, size_t size, const void* pointer) {
  auto& [queue, buffer, mux, command] = transfer;
  if (!buffer->contains(offset, size)) {
    return CL_INVALID_VALUE;
  }
  if (size == 0) {
    return move_nothing(transfer);
  }
  if (command.blocking && size <= small_transfer) {
    const auto copy = [&] { std::memcpy(buffer->data + offset, pointer, size); };
    if (const auto done = queue->do_now(command, copy)) {
      return *done;
    }
  }
  Uses uses(*queue);
  uses.add(*buffer, offset, size, Access::overwrite);
  command.uses = uses.all();
  command.work = size;
  Reference references[] = {Reference(buffer)};
  return queue->enqueue(command, references, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandWriteBuffer(commands, mux, offset, pointer, size, info, sync_point);
  });
}

uint64_t volume(const mux_buffer_region_t& region) {
  return region.size.x * region.size.y * region.size.z;
}

cl_int read_rect(Transfer transfer, const size_t* size, const Side& inside, const Side& host,
                 void* pointer) {
  auto& [queue, buffer, mux, command] = transfer;
  const auto region = make_region(size, inside, host);
  if (!region || source_extent(*region).end > buffer->size) {
    return CL_INVALID_VALUE;
  }
  Uses uses(*queue);
  uses.add_source(*buffer, *region);
  command.uses = uses.all();
  command.work = volume(*region);
  Reference references[] = {Reference(buffer)};
  return queue->enqueue(command, references, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandReadBufferRegions(commands, mux, pointer, &*region, 1, info, sync_point);
  });
}

cl_int write_rect(Transfer transfer, const size_t* size, const Side& inside, const Side& host,
                  const void* pointer) {
  auto& [queue, buffer, mux, command] = transfer;
  const auto region = make_region(size, host, inside);
  if (!region || destination_extent(*region).end > buffer->size) {
    return CL_INVALID_VALUE;
  }
  Uses uses(*queue);
  uses.add_destination(*buffer, *region);
  command.uses = uses.all();
  command.work = volume(*region);
  Reference references[] = {Reference(buffer)};
  return queue->enqueue(command, references, [&](auto commands, auto* info, auto* sync_point) {
    return muxCommandWriteBufferRegions(commands, mux, pointer, &*region, 1, info, sync_point);
  });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                       size_t offset, size_t size, void* pointer, cl_uint count,
                                       const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto transfer = check(queue, buffer, blocking, pointer, not_readable,
                                CL_COMMAND_READ_BUFFER, count, list, event);
    return transfer ? read(*transfer, offset, size, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                        size_t offset, size_t size, const void* pointer,
                                        cl_uint count, const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto transfer = check(queue, buffer, blocking, pointer, not_writable,
                                CL_COMMAND_WRITE_BUFFER, count, list, event);
    return transfer ? write(*transfer, offset, size, pointer) : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           const size_t* buffer_origin, const size_t* host_origin,
                                           const size_t* region, size_t buffer_row_pitch,
                                           size_t buffer_slice_pitch, size_t host_row_pitch,
                                           size_t host_slice_pitch, void* pointer, cl_uint count,
                                           const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto transfer = check(queue, buffer, blocking, pointer, not_readable,
                                CL_COMMAND_READ_BUFFER_RECT, count, list, event);
    return transfer
               ? read_rect(*transfer, region, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                           {host_origin, host_row_pitch, host_slice_pitch}, pointer)
               : transfer.error();
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                            const size_t* buffer_origin, const size_t* host_origin,
                                            const size_t* region, size_t buffer_row_pitch,
                                            size_t buffer_slice_pitch, size_t host_row_pitch,
                                            size_t host_slice_pitch, const void* pointer,
                                            cl_uint count, const cl_event* list, cl_event* event) {
  return guarded([&] {
    const auto transfer = check(queue, buffer, blocking, pointer, not_writable,
                                CL_COMMAND_WRITE_BUFFER_RECT, count, list, event);
    return transfer ? write_rect(*transfer, region,
                                 {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                                 {host_origin, host_row_pitch, host_slice_pitch}, pointer)
                    : transfer.error();
  });
}
