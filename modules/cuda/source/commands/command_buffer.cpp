// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"

#include "mux/targets/cuda.h"

#include <algorithm>

namespace cuda {

void Command::take(const mux_command_info_t& info) {
  waits.assign(info.wait_list, info.wait_list + info.wait_list_length);
  fence = info.fence != nullptr ? &cast<Fence>(info.fence) : nullptr;
  callback = info.callback;
  user_data = info.user_data;
  may_report_late = info.may_report_late;
  untimed = info.untimed;
}

void CommandDeleter::operator()(Command* command) const {
  command->~Command();
  memory->deallocate(command, size, alignment);
}

CommandBuffer::CommandBuffer(mux_device_t in_device, mux_command_order_e in_order,
                             mux_allocator_info_t allocator)
    : memory(allocator) {
  device = in_device;
  order = in_order;
  state = mux_command_buffer_state_recording;
  commands_length = 0;
}

void CommandBuffer::add(CommandPointer command, const mux_command_info_t* info,
                        mux_sync_point_t* out_sync_point) {
  command->generation = owner().generation;
  if (info != nullptr) {
    command->take(*info);
  }
  commands.push_back(std::move(command));
  if (out_sync_point != nullptr) {
    *out_sync_point = commands_length;
  }
  commands_length = commands.size();
}

bool CommandBuffer::waits_for_failed(const Command& command) const {
  return std::ranges::any_of(command.waits, [&](mux_sync_point_t point) {
    return commands[point]->outcome != mux_success;
  });
}

} // namespace cuda

using namespace cuda;

mux_result_t cudaCreateCommandBuffer(mux_device_t device, mux_command_order_e order,
                                     mux_allocator_info_t allocator,
                                     mux_command_buffer_t* out_command_buffer) {
  auto* made =
      create<CommandBuffer>(allocator, mux_object_type_command_buffer, device, order, allocator);
  *out_command_buffer = made;
  return made != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroyCommandBuffer(mux_device_t, mux_command_buffer_t command_buffer,
                                      mux_allocator_info_t allocator) {
  destroy(allocator, cast<CommandBuffer>(command_buffer));
  return mux_success;
}

mux_result_t cudaFinalizeCommandBuffer(mux_command_buffer_t command_buffer) {
  command_buffer->state = mux_command_buffer_state_finalized;
  return mux_success;
}

mux_result_t cudaResetCommandBuffer(mux_command_buffer_t handle) {
  auto& buffer = cast<CommandBuffer>(handle);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  buffer.commands.clear();
  buffer.commands_length = 0;
  buffer.cancelled = false;
  buffer.state = mux_command_buffer_state_recording;
  return mux_success;
}

mux_result_t cudaCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator,
                                    mux_command_buffer_t handle,
                                    mux_command_buffer_t* out_command_buffer) {
  const auto& original = cast<CommandBuffer>(handle);
  auto* made = create<CommandBuffer>(allocator, mux_object_type_command_buffer, device,
                                     original.order, allocator);
  if (made == nullptr) {
    return mux_error_out_of_memory;
  }
  const mux_result_t result = guarded([&] {
    for (const auto& command : original.commands) {
      made->commands.push_back(command->clone(made->memory));
    }
    return mux_success;
  });
  if (result != mux_success) {
    destroy(allocator, *made);
    return result;
  }
  made->commands_length = made->commands.size();
  made->state = mux_command_buffer_state_finalized;
  *out_command_buffer = made;
  return mux_success;
}

// Commands that the GPU has been given run to their end.
mux_result_t cudaCancelCommandBuffer(mux_command_buffer_t command_buffer, bool* out_again) {
  cast<CommandBuffer>(command_buffer).cancelled = true;
  *out_again = false;
  return mux_success;
}
