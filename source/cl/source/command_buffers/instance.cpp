// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/instance.h"

#include "queues/queue.h"

namespace cl {

Instance::Instance(mux_device_t in_device, mux_command_order_e order) : device(in_device) {
  if (muxCreateCommandBuffer(device, order, allocator, &commands) != mux_success) {
    throw std::bad_alloc();
  }
}

Instance::~Instance() { muxDestroyCommandBuffer(device, commands, allocator); }

void Instance::on_first(const mux_command_report_t* report, void* user_data) {
  auto& self = *static_cast<Instance*>(user_data);
  if (report->stage == mux_command_stage_running && self.event &&
      !self.is_running.exchange(true, std::memory_order_relaxed)) {
    self.event->times[2] = report->start;
    self.event->reach(CL_RUNNING);
  }
}

mux_result_t Instance::record(std::span<const PartCommand> part,
                              std::shared_ptr<const LaunchStates> wanted) {
  for (const PartCommand& command : part) {
    mux_command_info_t info = {};
    info.wait_list = command.waits.data();
    info.wait_list_length = command.waits.size();
    if (command.is_first) {
      info.callback = on_first;
      info.user_data = this;
    }
    const RecordedLaunch* launch = command.recorded->launch.get();
    const mux_result_t result =
        launch ? launch->record(commands, *wanted->all[launch->number], info, outputs)

               : command.recorded->record(commands, &info, nullptr);
    if (result != mux_success) {
      return result;
    }
  }
  states = std::move(wanted);
  return muxFinalizeCommandBuffer(commands);
}

mux_result_t Instance::bring_to(std::span<RecordedLaunch* const> launches,
                                const std::shared_ptr<const LaunchStates>& wanted) {
  if (states == wanted) {
    return mux_success;
  }
  const std::shared_ptr<const LaunchStates> before = std::exchange(states, nullptr);
  for (const RecordedLaunch* launch : launches) {
    const auto& state = wanted->all[launch->number];
    if (before && before->all[launch->number] == state) {
      continue;
    }
    if (const mux_result_t result = launch->update(commands, *state)) {
      return result;
    }
  }
  states = wanted;
  return mux_success;
}

} // namespace cl
