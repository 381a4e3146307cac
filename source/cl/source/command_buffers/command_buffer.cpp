// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/command_buffer.h"

#include "cargo/small_vector.h"

#include <algorithm>
#include <iterator>

namespace cl {
namespace {

/// The application's sync points count from 1: programs take 0 for none.
mux_sync_point_t command_of(cl_sync_point_khr sync_point) { return sync_point - 1; }

} // namespace

cl_command_buffer_state_khr CommandBuffer::state() const {
  const std::lock_guard guard(lock);
  return !is_finalized   ? CL_COMMAND_BUFFER_STATE_RECORDING_KHR
         : is_executable ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
                         : CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
}

cl_int CommandBuffer::check_recording(cl_uint count, const cl_sync_point_khr* list) const {
  if (const cl_int error = queue->context->check_alive()) {
    return error;
  }
  const std::lock_guard guard(lock);
  if (is_finalized) {
    return CL_INVALID_OPERATION;
  }
  const bool valid = (count == 0) == (list == nullptr) &&
                     std::ranges::all_of(std::span(list, count), [&](cl_sync_point_khr each) {
                       return each != 0 && each <= commands.size();
                     });
  return valid ? CL_SUCCESS : CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
}

/// The last step of recording a command, under the lock: what it waits for.
cl_int CommandBuffer::append(const Recording& recording, const Command& what,
                             RecordedCommand&& command) {
  if (is_finalized) { // by another thread, since it was checked
    return CL_INVALID_OPERATION;
  }
  if (commands.size() == CL_UINT_MAX) {
    return CL_OUT_OF_RESOURCES;
  }
  const auto index = static_cast<mux_sync_point_t>(commands.size());
  for (const cl_sync_point_khr each : recording.wait_list) {
    command.waits.push_back(command_of(each));
  }
  if (queue->in_order()) {
    command.is_first = index == 0;
  } else {
    const mux_sync_point_t first = has_barrier ? after_barrier - 1 : 0;
    const mux_sync_point_t end = what.waits_for_all ? index : after_barrier;
    for (mux_sync_point_t each = first; each < end; ++each) {
      command.waits.push_back(each);
    }
    command.is_first = command.waits.empty();
  }
  commands.push_back(std::move(command));
  if (what.is_barrier) {
    has_barrier = true;
    after_barrier = index + 1;
  }
  if (recording.sync_point_ret) {
    *recording.sync_point_ret = static_cast<cl_sync_point_khr>(index + 1);
  }
  return CL_SUCCESS;
}

cl_int CommandBuffer::add(const Recording& recording, const Command& what,
                          std::span<Reference> references, RecordFunction record) {
  RecordedCommand command;
  command.record = std::move(record);
  command.references.reserve(references.size());
  std::ranges::move(references, std::back_inserter(command.references));
  const std::lock_guard guard(lock);
  return append(recording, what, std::move(command));
}

cl_int CommandBuffer::add(const Recording& recording, const retained<RecordedLaunch>& launch,
                          std::shared_ptr<const LaunchState> first) {
  RecordedCommand command;
  command.launch = launch;
  const std::lock_guard guard(lock);
  first_states.reserve(first_states.size() + 1);
  launches.reserve(launches.size() + 1);
  launch->number = launches.size();
  launch->command = commands.size();
  const cl_int error = append(recording, {.type = CL_COMMAND_NDRANGE_KERNEL}, std::move(command));
  if (!error) {
    first_states.push_back(std::move(first));
    launches.push_back(launch.get());
  }
  return error;
}

cl_int CommandBuffer::finalize() {
  if (const cl_int error = queue->context->check_alive()) {
    return error;
  }
  const std::lock_guard guard(lock);
  if (is_finalized) {
    return CL_INVALID_OPERATION;
  }
  auto first = std::make_shared<const LaunchStates>(first_states);
  if (first->are_complete()) {
    auto made = make_instance(first);
    if (!made) {
      return made.error();
    }
    instances.push_back(std::move(*made));
    is_executable = true;
  }
  states = std::move(first);
  first_states.clear();
  is_finalized = true;
  return CL_SUCCESS;
}

/// Looks only at what is constant from finalize on.
expected<std::unique_ptr<Instance>>
CommandBuffer::make_instance(const std::shared_ptr<const LaunchStates>& wanted) const {
  auto made = std::make_unique<Instance>(queue->device.mux, queue->in_order()
                                                                ? mux_command_order_in_order
                                                                : mux_command_order_out_of_order);
  if (const mux_result_t result = made->record(commands, wanted)) {
    return fail(status_of(result));
  }
  return made;
}

std::shared_ptr<const LaunchState>
CommandBuffer::current_state(const RecordedLaunch& launch) const {
  const std::lock_guard guard(lock);
  return is_finalized ? states->all[launch.number] : first_states[launch.number];
}

std::shared_ptr<const LaunchStates> CommandBuffer::current_states() const {
  const std::lock_guard guard(lock);
  return states;
}

std::shared_ptr<const LaunchStates> CommandBuffer::executable_states() const {
  const std::lock_guard guard(lock);
  return is_executable ? states : nullptr;
}

cl_int CommandBuffer::update(std::shared_ptr<const LaunchStates> next) {
  const bool is_complete = next->are_complete();
  std::unique_ptr<Instance> first;
  if (is_complete && !executable_states()) { // only one thread updates
    auto made = make_instance(next);
    if (!made) {
      return made.error();
    }
    first = std::move(*made);
  }
  cargo::small_vector<Instance*, max_idle> stale; // give_back brings them up to date
  std::shared_ptr<const LaunchStates> before;     // lets go of objects without the lock
  {
    const std::lock_guard guard(lock);
    if (stale.reserve(instances.size()) != cargo::status::success) {
      return CL_OUT_OF_HOST_MEMORY;
    }
    if (first) {
      instances.push_back(std::move(first));
    }
    before = std::exchange(states, std::move(next));
    is_executable = is_complete;
    for (const auto& each : instances) {
      if (!each->is_taken && each->states != states) {
        each->is_taken = true;
        static_cast<void>(stale.push_back(each.get())); // reserved above
      }
    }
  }
  for (Instance* each : stale) {
    give_back(*each);
  }
  return CL_SUCCESS;
}

expected<Instance*> CommandBuffer::take(const std::shared_ptr<const LaunchStates>& wanted) {
  Instance* idle = nullptr;
  {
    const std::lock_guard guard(lock);
    for (const auto& each : instances) {
      if (!each->is_taken && (!idle || each->states == wanted)) {
        idle = each.get();
      }
    }
    if (idle) {
      idle->is_taken = true;
    }
  }
  if (idle) {
    if (const cl_int error = bring_to(*idle, wanted)) {
      give_back(*idle);
      return fail(error);
    }
    return idle;
  }
  try {
    auto made = make_instance(wanted);
    if (!made) {
      return fail(made.error());
    }
    (*made)->is_taken = true;
    const std::lock_guard guard(lock);
    instances.push_back(std::move(*made));
    return instances.back().get();
  } catch (const std::bad_alloc&) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
}

cl_int CommandBuffer::bring_to(Instance& instance,
                               const std::shared_ptr<const LaunchStates>& wanted) const noexcept {
  try {
    return status_of(instance.bring_to(launches, wanted));
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

/// The current states first, so that an instance that waits for its next use keeps no object that
/// has been replaced. Without memory for that it has no states until then.
void CommandBuffer::give_back(Instance& instance) noexcept {
  std::unique_ptr<Instance> surplus; // destroyed without the lock
  for (cl_int error = CL_SUCCESS;;) {
    std::shared_ptr<const LaunchStates> current;
    {
      const std::lock_guard guard(lock);
      if (error || instance.states == states) {
        instance.is_taken = false;
        const auto is_idle = [](const auto& each) { return !each->is_taken; };
        if (size_t(std::ranges::count_if(instances, is_idle)) > max_idle) {
          const auto is_this = [&](const auto& each) { return each.get() == &instance; };
          const auto place = std::ranges::find_if(instances, is_this);
          surplus = std::move(*place);
          instances.erase(place);
        }
        return;
      }
      current = states;
    }
    error = bring_to(instance, current);
  }
}

expected<Recording> check_recording(const RecordingArguments& given, bool has_properties) {
  CommandBuffer* buffer = lookup<CommandBuffer>(given.buffer);
  if (!buffer) {
    return fail(CL_INVALID_COMMAND_BUFFER_KHR);
  }
  if (given.queue) { // of cl_khr_command_buffer_multi_device
    return fail(CL_INVALID_COMMAND_QUEUE);
  }
  if (const cl_int error = buffer->check_recording(given.count, given.list)) {
    return fail(error);
  }
  if (!has_properties && ((given.properties && *given.properties) || given.mutable_handle)) {
    return fail(CL_INVALID_VALUE);
  }
  return Recording{*buffer, {given.list, given.count}, given.sync_point};
}

} // namespace cl
