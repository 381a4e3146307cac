// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCommandBufferKHR.
#include "command_buffers/command_buffer.h"
#include "command_buffers/entry_points.h"
#include "command_buffers/joined_event.h"
#include "enqueue/target.h"

#include <algorithm>

namespace cl {
namespace {

/// The queues that are given instead of the command buffer's own. No property of them matters:
/// every queue has all that are required and none that is not supported.
expected<std::vector<retained<Queue>>> find_substitutes(const CommandBuffer& buffer,
                                                        std::span<const cl_command_queue> handles) {
  if (handles.size() != buffer.queues.size()) {
    return fail(CL_INVALID_VALUE);
  }
  std::vector<retained<Queue>> queues;
  for (const cl_command_queue handle : handles) {
    Queue* queue = lookup_host_queue(handle);
    if (!queue) {
      return fail(CL_INVALID_COMMAND_QUEUE);
    }
    const Queue& own = *buffer.queues[queues.size()];
    if (&queue->device != &own.device) {
      return fail(CL_INVALID_DEVICE);
    }
    if (queue->context != own.context) {
      return fail(CL_INVALID_CONTEXT);
    }
    queues.emplace_back(queue);
  }
  return queues;
}

/// One enqueue of a command buffer with several parts. Each part is a command of its queue, with an
/// event; parts wait for those before them, and all for `gate`, so that none runs unless all could
/// be enqueued. A command is enqueued after those that it waits for, on whatever queue, so there is
/// no cycle, even where several threads enqueue command buffers on the same queues.
class PartsEnqueue {
public:
  PartsEnqueue(const retained<CommandBuffer>& in_buffer,
               const std::vector<retained<Queue>>& in_queues,
               std::shared_ptr<const LaunchStates> in_states, std::span<const cl_event> list)
      : buffer(in_buffer), queues(in_queues), states(std::move(in_states)), wait_list(list),
        gate(make<Event>(in_queues.front()->context)) {}

  cl_int run(cl_event* event_ret) {
    const auto whole = make<Event>(queues.front()->context, CL_COMMAND_COMMAND_BUFFER_KHR, timer());
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    try {
      error = add_parts();
      if (!error) {
        join(whole, events);
      }
    } catch (const std::bad_alloc&) {
      error = CL_OUT_OF_HOST_MEMORY;
    }
    gate->end(error ? error : CL_COMPLETE);
    for (const auto& queue : queues) {
      queue->flush(); // nobody can do so by the event, which has no queue
    }
    if (!error && event_ret) {
      *event_ret = hand_out(whole);
    }
    return error;
  }

private:
  cl_int add_parts() {
    const auto parts = buffer->all_parts();
    for (uint32_t i = 0; i < parts.size(); ++i) {
      std::vector<cl_event> waits(wait_list.begin(), wait_list.end());
      waits.push_back(handle_of(gate.get()));
      for (const uint32_t before : parts[i].predecessors) {
        waits.push_back(handle_of(events[before].get()));
      }
      Replay replay(buffer, i, states);
      cl_event event = nullptr;
      const Command command = {.type = CL_COMMAND_COMMAND_BUFFER_KHR,
                               .wait_list = waits,
                               .event_ret = &event,
                               .replay = &replay};
      events.reserve(events.size() + 1);
      if (const cl_int error = queues[parts[i].queue]->enqueue(command, {}, record_nothing)) {
        return error;
      }
      events.emplace_back(lookup<Event>(event));
      static_cast<void>(api_release<Event>(event));
    }
    return CL_SUCCESS;
  }

  /// The device whose clock the event of the whole uses; null unless all queues tell times.
  [[nodiscard]] const Device* timer() const {
    const bool all = std::ranges::all_of(queues, [](const auto& each) { return each->profiled(); });
    return all ? &queues.front()->device : nullptr;
  }

  const retained<CommandBuffer>& buffer;
  const std::vector<retained<Queue>>& queues;
  const std::shared_ptr<const LaunchStates> states;
  const std::span<const cl_event> wait_list;
  const retained<Event> gate;
  std::vector<retained<Event>> events; ///< of the parts
};

cl_int enqueue(std::span<const cl_command_queue> handles, cl_command_buffer_khr handle,
               cl_uint count, const cl_event* list, cl_event* event) {
  const retained<CommandBuffer> buffer(lookup<CommandBuffer>(handle));
  if (!buffer) {
    return CL_INVALID_COMMAND_BUFFER_KHR;
  }
  auto states = buffer->executable_states();
  if (!states) {
    return CL_INVALID_OPERATION;
  }
  if (handles.empty() != (handles.data() == nullptr)) {
    return CL_INVALID_VALUE;
  }
  expected<std::vector<retained<Queue>>> others = std::vector<retained<Queue>>();
  if (!handles.empty()) {
    others = find_substitutes(*buffer, handles);
    if (!others) {
      return others.error();
    }
  }
  const auto& queues = handles.empty() ? buffer->queues : *others;
  const auto target = check_target(handle_of(queues.front().get()), count, list, event);
  if (!target) {
    return target.error();
  }
  if (queues.size() > 1) {
    return PartsEnqueue(buffer, queues, std::move(states), target->wait_list).run(event);
  }
  Replay replay(buffer, 0, std::move(states));
  return target->submit({.type = CL_COMMAND_COMMAND_BUFFER_KHR, .replay = &replay}, {},
                        record_nothing);
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL khr::clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues,
                                                  cl_command_buffer_khr buffer, cl_uint count,
                                                  const cl_event* list, cl_event* event) {
  return guarded([&] { return enqueue({queues, num_queues}, buffer, count, list, event); });
}
