// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueAcquireExternalMemObjectsKHR and clEnqueueReleaseExternalMemObjectsKHR: for a dma_buf
// they synchronize the host's caches, and for other memory they only take their turn.
#include "copies/uses.h"
#include "enqueue/target.h"

namespace cl {
namespace {

using AccessFunction = void (ExternalMemory::*)() const;

/// The accesses that a command begins, or ends.
struct Accesses {
  AccessFunction access;
  std::vector<const ExternalMemory*> memory;

  void run() const {
    for (const ExternalMemory* each : memory) {
      (each->*access)();
    }
  }
};

/// The memory object behind a handle, made of external memory that the queue's device may use.
expected<Buffer*> check_external(const Queue& queue, cl_mem handle) {
  Buffer* buffer = lookup<Buffer>(handle);
  if (!buffer || !buffer->external) {
    return fail(CL_INVALID_MEM_OBJECT);
  }
  const bool usable = buffer->properties.usable_on(queue.device);
  if (const cl_int error = check_usable(queue, *buffer->context, usable)) {
    return fail(error);
  }
  return buffer;
}

cl_int enqueue(const Target& target, cl_command_type type, AccessFunction access,
               std::span<const cl_mem> handles) {
  if (handles.empty() != (handles.data() == nullptr)) {
    return CL_INVALID_VALUE;
  }
  auto made = std::make_unique<Accesses>(Accesses{access, {}});
  std::vector<Reference> references;
  Uses uses = Uses::on_host(*target.queue);
  const bool acquires = type == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR;
  for (const cl_mem handle : handles) {
    const auto buffer = check_external(*target.queue, handle);
    if (!buffer) {
      return buffer.error();
    }
    made->memory.push_back((*buffer)->external.get());
    references.emplace_back(*buffer);
    uses.add(**buffer, acquires ? Access::overwrite : Access::read);
  }
  if (has_failed(target.wait_list)) {
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  Accesses* accesses = made.get();
  references.emplace_back(std::move(made));
  const auto run = [](mux_queue_t, mux_command_buffer_t, void* user_data) {
    static_cast<const Accesses*>(user_data)->run();
  };
  return target.submit({.type = type, .uses = uses.all()}, references,
                       [=](auto commands, auto* info, auto* sync_point) {
                         return muxCommandUserCallback(commands, run, accesses, info, sync_point);
                       });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue queue,
                                                         cl_uint num_objects, const cl_mem* objects,
                                                         cl_uint count, const cl_event* list,
                                                         cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return enqueue(target, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR,
                   &ExternalMemory::begin_access, {objects, num_objects});
  });
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue queue,
                                                         cl_uint num_objects, const cl_mem* objects,
                                                         cl_uint count, const cl_event* list,
                                                         cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    return enqueue(target, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, &ExternalMemory::end_access,
                   {objects, num_objects});
  });
}
