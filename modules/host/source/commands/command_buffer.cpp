// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"

#include <algorithm>

using namespace host;

namespace host {

Command* Nothing::clone(Arena& arena) const {
  void* memory = arena.take(sizeof(Nothing), alignof(Nothing));
  return memory ? ::new (memory) Nothing : nullptr;
}

CommandBuffer::CommandBuffer(Device& made_by, mux_command_order_e wanted_order,
                             mux_allocator_info_t given)
    : arena(given) {
  device = &made_by;
  order = wanted_order;
  state = mux_command_buffer_state_recording;
  commands_length = 0;
  nothing.buffer = this;
  nothing.line = &line;
}

mux_result_t CommandBuffer::add(Command* command, const mux_command_info_t* info,
                                mux_sync_point_t* out_sync_point) {
  if (command == nullptr) {
    return mux_error_out_of_memory;
  }
  command->buffer = this;
  command->line = &line;
  const size_t fences_before = fences.size();
  if (info != nullptr) {
    if (info->wait_list_length != 0) {
      auto* list = arena.array<mux_sync_point_t>(info->wait_list_length);
      if (list == nullptr) {
        return mux_error_out_of_memory;
      }
      std::copy_n(info->wait_list, info->wait_list_length, list);
      command->waits = {list, info->wait_list_length};
    }
    command->callback = info->callback;
    command->user_data = info->user_data;
    if (info->fence != nullptr) {
      command->fence = &cast<Fence>(info->fence);
      if (fences.push_back(command->fence) != cargo::status::success) {
        return mux_error_out_of_memory;
      }
    }
  }
  if (commands.push_back(command) != cargo::status::success) {
    if (fences.size() != fences_before) {
      fences.pop_back();
    }
    return mux_error_out_of_memory;
  }
  if (out_sync_point != nullptr) {
    *out_sync_point = commands_length;
  }
  ++commands_length;
  return mux_success;
}

mux_result_t CommandBuffer::finalize() {
  roots.clear();
  const bool in_order = order == mux_command_order_in_order;
  // In order, each command waits for the one before it, and its wait list says only with which
  // others it fails.
  auto each_wait = [&](size_t index, auto&& function) {
    if (in_order) {
      if (index > 0) {
        function(index - 1);
      }
      return;
    }
    for (const mux_sync_point_t wait : commands[index]->waits) {
      function(wait);
    }
  };
  const size_t count = commands.size();
  auto* successors = arena.array<size_t>(count + 1);
  if (successors == nullptr || roots.reserve(count + 1) != cargo::status::success) {
    return mux_error_out_of_memory;
  }
  std::fill_n(successors, count + 1, 0);
  size_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    commands[i]->predecessors = 0;
    each_wait(i, [&](size_t wait) {
      ++successors[wait];
      ++commands[i]->predecessors;
      ++total;
    });
  }
  auto** links = arena.array<Command*>(total + 1);
  if (links == nullptr) {
    return mux_error_out_of_memory;
  }
  for (size_t i = 0; i < count; ++i) {
    commands[i]->successors = {links, successors[i]};
    links += successors[i];
    successors[i] = 0;
  }
  for (size_t i = 0; i < count; ++i) {
    each_wait(i,
              [&](size_t wait) { commands[wait]->successors[successors[wait]++] = commands[i]; });
    if (commands[i]->predecessors == 0) {
      (void)roots.push_back(commands[i]); // reserved above
    }
  }
  if (count == 0) {
    (void)roots.push_back(&nothing);
  }
  state = mux_command_buffer_state_finalized;
  return mux_success;
}

mux_result_t CommandBuffer::copy_from(const CommandBuffer& other) {
  for (const Command* command : other.commands) {
    const mux_command_info_t info = {.wait_list = command->waits.data(),
                                     .wait_list_length = command->waits.size(),
                                     .fence = command->fence,
                                     .callback = command->callback,
                                     .user_data = command->user_data,
                                     .may_report_late = false, // this target reports at once
                                     .untimed = false};
    const mux_result_t result = add(command->clone(arena), &info, nullptr);
    if (result != mux_success) {
      return result;
    }
  }
  return finalize();
}

bool CommandBuffer::cancel() {
  cancelled = true; // first: a command that is made ready now looks when it begins
  bool again = false;
  for (Command* command : commands) {
    again |= command->cancel();
  }
  return again;
}

void CommandBuffer::reset() {
  cancelled = false;
  commands.clear();
  roots.clear();
  fences.clear();
  arena.reset();
  commands_length = 0;
  state = mux_command_buffer_state_recording;
}

} // namespace host

extern "C" mux_result_t hostCreateCommandBuffer(mux_device_t device, mux_command_order_e order,
                                                mux_allocator_info_t allocator,
                                                mux_command_buffer_t* out_command_buffer) {
  auto* buffer = create<CommandBuffer>(allocator, mux_object_type_command_buffer,
                                       cast<Device>(device), order, allocator);
  *out_command_buffer = buffer;
  return buffer != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroyCommandBuffer(mux_device_t, mux_command_buffer_t command_buffer,
                                                 mux_allocator_info_t allocator) {
  destroy(allocator, cast<CommandBuffer>(command_buffer));
  return mux_success;
}

extern "C" mux_result_t hostFinalizeCommandBuffer(mux_command_buffer_t command_buffer) {
  return cast<CommandBuffer>(command_buffer).finalize();
}

extern "C" mux_result_t hostResetCommandBuffer(mux_command_buffer_t command_buffer) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  buffer.reset();
  return mux_success;
}

extern "C" mux_result_t hostCancelCommandBuffer(mux_command_buffer_t command_buffer,
                                                bool* out_again) {
  *out_again = cast<CommandBuffer>(command_buffer).cancel();
  return mux_success;
}

extern "C" mux_result_t hostCloneCommandBuffer(mux_device_t device, mux_allocator_info_t allocator,
                                               mux_command_buffer_t command_buffer,
                                               mux_command_buffer_t* out_command_buffer) {
  mux_command_buffer_t made = nullptr;
  mux_result_t result = hostCreateCommandBuffer(device, command_buffer->order, allocator, &made);
  if (result != mux_success) {
    return result;
  }
  result = cast<CommandBuffer>(made).copy_from(cast<CommandBuffer>(command_buffer));
  if (result != mux_success) {
    (void)hostDestroyCommandBuffer(device, made, allocator);
    return result;
  }
  *out_command_buffer = made;
  return mux_success;
}
