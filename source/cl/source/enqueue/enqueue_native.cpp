// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNativeKernel.
#include "enqueue/target.h"

#include "copies/uses.h"

#include <cstring>
#include <memory>

namespace cl {
namespace {

using Function = void(CL_CALLBACK*)(void*);

/// A call that is yet to be made, with its own copy of the arguments.
struct Call {
  Function function;
  std::vector<std::byte> arguments;
};

void make_call(mux_queue_t, mux_command_buffer_t, void* user_data) {
  auto* call = static_cast<Call*>(user_data);
  call->function(call->arguments.empty() ? nullptr : call->arguments.data());
}

cl_int native_kernel(cl_command_queue queue_handle, Function function,
                     std::span<std::byte> arguments, std::span<const cl_mem> handles,
                     const void* const* places, cl_uint count, const cl_event* list,
                     cl_event* event) {
  const auto target = check_target(queue_handle, count, list);
  if (!target) {
    return target.error();
  }
  const bool has_arguments = arguments.data();
  if (!function || has_arguments != !arguments.empty() || (!has_arguments && !handles.empty()) ||
      (handles.data() != nullptr) != !handles.empty() || (places != nullptr) != !handles.empty()) {
    return CL_INVALID_VALUE;
  }
  if (!runs_native_kernels(target->queue->device)) {
    return CL_INVALID_OPERATION;
  }
  auto call = std::make_unique<Call>();
  call->function = function;
  call->arguments.assign(arguments.begin(), arguments.end());
  std::vector<Reference> references;
  Uses uses(*target->queue);
  for (size_t i = 0; i < handles.size(); ++i) {
    const auto buffer = check_buffer(*target->queue, handles[i]);
    if (!buffer) {
      return buffer.error();
    }
    const auto place = static_cast<const std::byte*>(places[i]) - arguments.data();
    if (place < 0 || size_t(place) + sizeof(void*) > arguments.size()) {
      return CL_INVALID_VALUE;
    }
    const void* data = (*buffer)->data;
    std::memcpy(call->arguments.data() + place, &data, sizeof data);
    references.emplace_back(*buffer);
    uses.add(**buffer, Access::write);
  }
  Call* pending = call.get();
  references.emplace_back(std::move(call));
  const Command command{.type = CL_COMMAND_NATIVE_KERNEL,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .uses = uses.all()};
  return target->queue->enqueue(
      command, references, [&](auto commands, auto* info, auto* sync_point) {
        return muxCommandUserCallback(commands, make_call, pending, info, sync_point);
      });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue, Function function, void* arguments,
                                         size_t size, cl_uint num_buffers, const cl_mem* buffers,
                                         const void** places, cl_uint count, const cl_event* list,
                                         cl_event* event) {
  return guarded([&] {
    return native_kernel(queue, function, {static_cast<std::byte*>(arguments), size},
                         {buffers, num_buffers}, places, count, list, event);
  });
}
