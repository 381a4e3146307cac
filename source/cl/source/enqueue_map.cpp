// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueMapBuffer, clEnqueueUnmapMemObject and clEnqueueMigrateMemObjects. Buffers are always
// visible to the host, so these commands move nothing: they only take their turn.
#include "queue.h"

#include "buffer.h"

namespace cl {
namespace {

constexpr cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
constexpr cl_map_flags known_map_flags = CL_MAP_READ | CL_MAP_WRITE | invalidate;

cl_int check_map_flags(const Buffer& buffer, cl_map_flags flags) {
  if ((flags & ~known_map_flags) || ((flags & invalidate) && (flags & ~invalidate))) {
    return CL_INVALID_VALUE;
  }
  const bool reads = flags & CL_MAP_READ;
  const bool writes = flags & (CL_MAP_WRITE | invalidate);
  const bool refused =
      (reads && (buffer.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))) ||
      (writes && (buffer.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)));
  return refused ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/// A mapping that has been noted; forgets it again unless the command comes about.
class MappingDraft {
public:
  MappingDraft(Buffer& in_buffer, const void* in_pointer)
      : buffer(in_buffer), pointer(in_pointer) {}
  MappingDraft(const MappingDraft&) = delete;
  ~MappingDraft() {
    if (!kept) {
      static_cast<void>(buffer.unmap(pointer));
    }
  }
  void keep() { kept = true; }

private:
  Buffer& buffer;
  const void* const pointer;
  bool kept = false;
};

expected<void*> map(cl_command_queue queue_handle, cl_mem buffer_handle, cl_bool blocking,
                    cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                    const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return fail(target.error());
  }
  const auto found = check_buffer(*target->queue, buffer_handle);
  if (!found) {
    return fail(found.error());
  }
  Buffer* buffer = *found;
  if (size == 0 || !buffer->contains(offset, size)) {
    return fail(CL_INVALID_VALUE);
  }
  if (const cl_int error = check_map_flags(*buffer, flags)) {
    return fail(error);
  }
  if (const cl_int error = buffer->map(flags, offset, size)) {
    return fail(error);
  }
  void* pointer = buffer->data + offset;
  MappingDraft draft(*buffer, pointer);
  const Command command{.type = CL_COMMAND_MAP_BUFFER,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .blocking = blocking != CL_FALSE};
  if (command.blocking && target->queue->do_now(command, [] {})) {
    draft.keep();
    return pointer;
  }
  Keep keep[] = {Keep(buffer)};
  if (const cl_int error = target->queue->enqueue(command, keep, record_nothing)) {
    return fail(error);
  }
  draft.keep();
  return pointer;
}

cl_int unmap(cl_command_queue queue_handle, cl_mem handle, const void* pointer, cl_uint count,
             const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  const auto buffer = check_buffer(*target->queue, handle);
  if (!buffer) {
    return buffer.error();
  }
  if (!(*buffer)->is_mapped(pointer)) {
    return CL_INVALID_VALUE;
  }
  const Command command{
      .type = CL_COMMAND_UNMAP_MEM_OBJECT, .wait_list = target->wait_list, .event_ret = event};
  Keep keep[] = {Keep(*buffer)};
  if (const cl_int error = target->queue->enqueue(command, keep, record_nothing)) {
    return error; // and it is still mapped
  }
  static_cast<void>((*buffer)->unmap(pointer));
  return CL_SUCCESS;
}

constexpr cl_mem_migration_flags known_migration =
    CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;

cl_int migrate(cl_command_queue queue_handle, std::span<const cl_mem> handles,
               cl_mem_migration_flags flags, cl_uint count, const cl_event* list, cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  if (handles.empty() || !handles.data() || (flags & ~known_migration)) {
    return CL_INVALID_VALUE;
  }
  std::vector<Keep> keeps;
  for (const cl_mem handle : handles) {
    const auto buffer = check_buffer(*target->queue, handle);
    if (!buffer) {
      return buffer.error();
    }
    keeps.emplace_back(*buffer);
  }
  const Command command{
      .type = CL_COMMAND_MIGRATE_MEM_OBJECTS, .wait_list = target->wait_list, .event_ret = event};
  return target->queue->enqueue(command, keeps, record_nothing);
}

} // namespace
} // namespace cl

using namespace cl;

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                     cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                     const cl_event* list, cl_event* event, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return map(queue, buffer, blocking, flags, offset, size, count, list, event);
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* pointer,
                                           cl_uint count, const cl_event* list, cl_event* event) {
  return guarded([&] { return unmap(queue, object, pointer, count, list, event); });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_objects,
                                              const cl_mem* objects, cl_mem_migration_flags flags,
                                              cl_uint count, const cl_event* list,
                                              cl_event* event) {
  return guarded([&] { return migrate(queue, {objects, num_objects}, flags, count, list, event); });
}
