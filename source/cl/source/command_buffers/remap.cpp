// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRemapCommandBufferKHR of cl_khr_command_buffer_multi_device.
#include "command_buffers/command_buffer.h"
#include "command_buffers/entry_points.h"

#include <algorithm>

namespace cl {
namespace {

struct CopiedLaunch {
  retained<RecordedLaunch> launch;
  std::shared_ptr<const LaunchState> state;
};

/// A launch for another queue of another command buffer, checked as one that is recorded.
expected<CopiedLaunch> copy_launch(const RecordedLaunch& from, const LaunchState& state,
                                   CommandBuffer& buffer, Queue& queue) {
  const Kernel* kernel = from.description.kernel.get();
  const auto code = check_kernel(queue, kernel);
  if (!code) {
    return fail(code.error());
  }
  auto launch = make<RecordedLaunch>(
      RecordedLaunch::Description{.buffer = buffer,
                                  .queue = queue,
                                  .kernel = from.description.kernel,
                                  .general = **code,
                                  .dimensions = from.description.dimensions,
                                  .updatable = from.description.updatable,
                                  .may_lack_arguments = from.description.may_lack_arguments,
                                  .property_list = from.description.property_list});
  auto copied = std::make_shared<LaunchState>(state);
  if (const cl_int error = launch->complete(*copied)) {
    return fail(error);
  }
  if (const cl_int error = launch->choose_code(*copied)) {
    return fail(error);
  }
  return CopiedLaunch{std::move(launch), std::move(copied)};
}

/// The launches that `handles` name, by their numbers.
expected<std::vector<size_t>> find_launches(const CommandBuffer& buffer,
                                            std::span<const cl_mutable_command_khr> handles) {
  std::vector<size_t> numbers;
  for (const cl_mutable_command_khr handle : handles) {
    const RecordedLaunch* launch = lookup<RecordedLaunch>(handle);
    if (!launch || &launch->description.buffer != &buffer) {
      return fail(CL_INVALID_VALUE);
    }
    numbers.push_back(launch->number);
  }
  return numbers;
}

} // namespace

cl_int CommandBuffer::copy_from(const CommandBuffer& other) {
  std::vector<std::shared_ptr<const LaunchState>> from;
  bool finalized = false;
  {
    const std::lock_guard guard(other.lock);
    commands = other.commands;
    recorded = other.recorded;
    from = other.is_finalized ? other.states->all : other.first_states;
    finalized = other.is_finalized;
  }
  const std::lock_guard guard(lock); // which nobody else knows yet
  for (RecordedCommand& command : commands) {
    if (!command.launch) {
      continue;
    }
    const size_t number = command.launch->number;
    auto copy = copy_launch(*command.launch, *from[number], *this, *queues[command.queue]);
    if (!copy) {
      return copy.error();
    }
    command.launch = copy->launch;
    command.launch->number = number; // of all that come before it there are copies
    launches.push_back(command.launch.get());
    first_states.push_back(std::move(copy->state));
  }
  return finalized ? finalize_locked() : CL_SUCCESS;
}

namespace {

expected<retained<CommandBuffer>> remap(cl_command_buffer_khr handle, cl_bool automatic,
                                        std::span<const cl_command_queue> handles,
                                        std::span<const cl_mutable_command_khr> commands,
                                        cl_mutable_command_khr* commands_ret) {
  const retained<CommandBuffer> buffer(lookup<CommandBuffer>(handle));
  if (!buffer) {
    return fail(CL_INVALID_COMMAND_BUFFER_KHR);
  }
  if (handles.empty() || !handles.data()) {
    return fail(CL_INVALID_VALUE);
  }
  if (automatic) { // the platform does not choose queues
    return fail(CL_INVALID_OPERATION);
  }
  if (handles.size() != buffer->queues.size() || (commands.data() == nullptr) != commands.empty() ||
      (commands_ret == nullptr) != commands.empty()) {
    return fail(CL_INVALID_VALUE);
  }
  auto queues = find_queues(handles);
  if (!queues) {
    return fail(queues.error());
  }
  if (queues->front()->context != buffer->queues.front()->context) {
    return fail(CL_INVALID_CONTEXT);
  }
  const auto numbers = find_launches(*buffer, commands);
  if (!numbers) {
    return fail(numbers.error());
  }
  auto copy = make<CommandBuffer>(std::move(*queues), buffer->properties);
  if (const cl_int error = copy->copy_from(*buffer)) {
    return fail(error);
  }
  for (size_t i = 0; i < numbers->size(); ++i) {
    commands_ret[i] = handle_of(copy->launch((*numbers)[i]));
  }
  return copy;
}

} // namespace
} // namespace cl

using namespace cl;

cl_command_buffer_khr CL_API_CALL khr::clRemapCommandBufferKHR(
    cl_command_buffer_khr buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue* queues, cl_uint num_handles, const cl_mutable_command_khr* handles,
    cl_mutable_command_khr* handles_ret, cl_int* errcode_ret) {
  return created(errcode_ret, [&] {
    return remap(buffer, automatic, {queues, queues ? num_queues : 0}, {handles, num_handles},
                 handles_ret);
  });
}
