// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/command_buffer.h"

#include "cargo/reserve.h"

#include <algorithm>
#include <iterator>

namespace cl {
namespace {

/// The application's sync points count from 1: programs take 0 for none.
mux_sync_point_t command_of(cl_sync_point_khr sync_point) { return sync_point - 1; }

cl_int bring_to(const Part& part, Instance& instance,
                const std::shared_ptr<const LaunchStates>& wanted) noexcept {
  try {
    return status_of(instance.bring_to(part.launches, wanted));
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

} // namespace

cl_command_buffer_state_khr CommandBuffer::state() const {
  const std::lock_guard guard(lock);
  return !is_finalized   ? CL_COMMAND_BUFFER_STATE_RECORDING_KHR
         : is_executable ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
                         : CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
}

cl_int CommandBuffer::check_recording(cl_uint count, const cl_sync_point_khr* list) const {
  if (const cl_int error = context().check_alive()) {
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

/// Adds the waits of a command that follow from the order of its queue. Requires the lock.
void CommandBuffer::add_implicit_waits(const Command& what, RecordedCommand& command) const {
  const Recorded& own = recorded[command.queue];
  const std::span<const mux_sync_point_t> before(own.commands);
  if (queues[command.queue]->in_order()) {
    if (!before.empty()) {
      command.waits.push_back(before.back());
    }
    return;
  }
  const size_t first = own.has_barrier ? own.after_barrier - 1 : 0;
  const size_t end = what.waits_for_all ? before.size() : own.after_barrier;
  for (size_t i = first; i < end; ++i) {
    command.waits.push_back(before[i]);
  }
}

/// The last step of recording a command, under the lock: finds the commands that it waits for.
cl_int CommandBuffer::append(const Recording& recording, const Command& what,
                             RecordedCommand&& command) {
  if (is_finalized) { // by another thread, since it was checked
    return CL_INVALID_OPERATION;
  }
  if (commands.size() == CL_UINT_MAX) {
    return CL_OUT_OF_RESOURCES;
  }
  const auto index = static_cast<mux_sync_point_t>(commands.size());
  command.queue = recording.queue;
  for (const cl_sync_point_khr each : recording.wait_list) {
    command.waits.push_back(command_of(each));
  }
  add_implicit_waits(what, command);
  Recorded& own = recorded[recording.queue];
  cargo::reserve_one_more(own.commands);
  commands.push_back(std::move(command));
  own.commands.push_back(index); // reserved
  if (what.is_barrier) {
    own.has_barrier = true;
    own.after_barrier = own.commands.size();
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
  if (!references.empty()) {
    std::vector<Reference> kept;
    kept.reserve(references.size());
    std::ranges::move(references, std::back_inserter(kept));
    command.references = std::make_shared<const std::vector<Reference>>(std::move(kept));
  }
  const std::lock_guard guard(lock);
  return append(recording, what, std::move(command));
}

cl_int CommandBuffer::add(const Recording& recording, const retained<RecordedLaunch>& launch,
                          std::shared_ptr<const LaunchState> first) {
  RecordedCommand command;
  command.launch = launch;
  const std::lock_guard guard(lock);
  cargo::reserve_one_more(first_states);
  cargo::reserve_one_more(launches);
  launch->number = launches.size();
  const cl_int error = append(recording, {.type = CL_COMMAND_NDRANGE_KERNEL}, std::move(command));
  if (!error) {
    first_states.push_back(std::move(first));
    launches.push_back(launch.get());
  }
  return error;
}

cl_int CommandBuffer::finalize() {
  if (const cl_int error = context().check_alive()) {
    return error;
  }
  const std::lock_guard guard(lock);
  return is_finalized ? CL_INVALID_OPERATION : finalize_locked();
}

cl_int CommandBuffer::finalize_locked() {
  auto first = std::make_shared<const LaunchStates>(first_states);
  parts = divide(commands, queues);
  if (first->are_complete()) {
    auto made = make_instances(first);
    if (!made) {
      return made.error();
    }
    add_instances(std::move(*made));
    is_executable = true;
  }
  states = std::move(first);
  first_states.clear();
  is_finalized = true;
  return CL_SUCCESS;
}

/// Reads only members that are constant from finalize on.
expected<std::unique_ptr<Instance>>
CommandBuffer::make_instance(const Part& part,
                             const std::shared_ptr<const LaunchStates>& wanted) const {
  const Queue& queue = *queues[part.queue];
  auto made = std::make_unique<Instance>(queue.device.mux, queue.in_order()
                                                               ? mux_command_order_in_order
                                                               : mux_command_order_out_of_order);
  if (const mux_result_t result = made->record(part.commands, wanted)) {
    return fail(status_of(result));
  }
  return made;
}

expected<std::vector<std::unique_ptr<Instance>>>
CommandBuffer::make_instances(const std::shared_ptr<const LaunchStates>& wanted) const {
  std::vector<std::unique_ptr<Instance>> all;
  for (const Part& part : parts) {
    auto made = make_instance(part, wanted);
    if (!made) {
      return fail(made.error());
    }
    all.push_back(std::move(*made));
  }
  return all;
}

/// Under the lock: one to each part.
void CommandBuffer::add_instances(std::vector<std::unique_ptr<Instance>> made) {
  for (Part& part : parts) {
    part.instances.reserve(part.instances.size() + 1);
  }
  for (size_t i = 0; i < made.size(); ++i) {
    parts[i].instances.push_back(std::move(made[i]));
  }
}

RecordedLaunch* CommandBuffer::launch(size_t number) const {
  const std::lock_guard guard(lock);
  return number < launches.size() ? launches[number] : nullptr;
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
  std::vector<std::unique_ptr<Instance>> first;
  if (is_complete && !executable_states()) { // only one thread updates
    auto made = make_instances(next);
    if (!made) {
      return made.error();
    }
    first = std::move(*made);
  }
  struct Stale {
    uint32_t part;
    Instance* instance;
  };
  std::vector<Stale> stale;                   // give_back brings them up to date
  std::shared_ptr<const LaunchStates> before; // lets go of objects without the lock
  {
    const std::lock_guard guard(lock);
    size_t count = 0;
    for (const Part& part : parts) {
      count += part.instances.size();
    }
    stale.reserve(count);
    add_instances(std::move(first));
    before = std::exchange(states, std::move(next));
    is_executable = is_complete;
    for (uint32_t i = 0; i < parts.size(); ++i) {
      for (const auto& each : parts[i].instances) {
        if (!each->is_taken && each->states != states) {
          each->is_taken = true;
          stale.push_back({i, each.get()}); // reserved above
        }
      }
    }
  }
  for (const Stale& each : stale) {
    give_back(each.part, *each.instance);
  }
  return CL_SUCCESS;
}

expected<Instance*> CommandBuffer::take(uint32_t number,
                                        const std::shared_ptr<const LaunchStates>& wanted) {
  Part& part = parts[number];
  Instance* idle = nullptr;
  {
    const std::lock_guard guard(lock);
    for (const auto& each : part.instances) {
      if (!each->is_taken && (!idle || each->states == wanted)) {
        idle = each.get();
      }
    }
    if (idle) {
      idle->is_taken = true;
    }
  }
  if (idle) {
    if (const cl_int error = bring_to(part, *idle, wanted)) {
      give_back(number, *idle);
      return fail(error);
    }
    return idle;
  }
  try {
    auto made = make_instance(part, wanted);
    if (!made) {
      return fail(made.error());
    }
    (*made)->is_taken = true;
    const std::lock_guard guard(lock);
    part.instances.push_back(std::move(*made));
    return part.instances.back().get();
  } catch (const std::bad_alloc&) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
}

/// The current states first, so that an instance that waits for its next use keeps no object that
/// has been replaced. Without memory for that it has no states until then.
void CommandBuffer::give_back(uint32_t number, Instance& instance) noexcept {
  auto& instances = parts[number].instances;
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
    error = bring_to(parts[number], instance, current);
  }
}

namespace {

/// The index of the queue that a command is for; null means the only one.
expected<uint32_t> find_queue(const CommandBuffer& buffer, cl_command_queue handle) {
  const auto& queues = buffer.queues;
  if (!handle && queues.size() == 1) {
    return 0u;
  }
  const auto found = std::ranges::find(queues, lookup_host_queue(handle), &retained<Queue>::get);
  if (!handle || found == queues.end()) {
    return fail(CL_INVALID_COMMAND_QUEUE);
  }
  return static_cast<uint32_t>(found - queues.begin());
}

} // namespace

expected<Recording> check_recording(const RecordingArguments& given, bool has_properties) {
  CommandBuffer* buffer = lookup<CommandBuffer>(given.buffer);
  if (!buffer) {
    return fail(CL_INVALID_COMMAND_BUFFER_KHR);
  }
  const auto queue = find_queue(*buffer, given.queue);
  if (!queue) {
    return fail(queue.error());
  }
  if (const cl_int error = buffer->check_recording(given.count, given.list)) {
    return fail(error);
  }
  if (!has_properties && ((given.properties && *given.properties) || given.mutable_handle)) {
    return fail(CL_INVALID_VALUE);
  }
  return Recording{*buffer, *queue, {given.list, given.count}, given.sync_point};
}

} // namespace cl
