// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clUpdateMutableCommandsKHR and clGetMutableCommandInfoKHR.
#include "command_buffers/command_buffer.h"
#include "command_buffers/entry_points.h"
#include "info.h"
#include "kernels/exec_info.h"
#include "kernels/remainder_code.h"

#include <algorithm>

namespace cl {
namespace {

using Config = cl_khr::cl_mutable_dispatch_config_khr;

/// A launch that is being updated, and its next state.
struct Draft {
  RecordedLaunch* launch;
  std::shared_ptr<LaunchState> state;
};

/// The draft of a launch, which several configs can name.
LaunchState& draft_of(std::vector<Draft>& drafts, RecordedLaunch& launch,
                      const LaunchStates& current) {
  const auto found = std::ranges::find(drafts, &launch, &Draft::launch);
  if (found != drafts.end()) {
    return *found->state;
  }
  drafts.push_back({&launch, std::make_shared<LaunchState>(*current.all[launch.number])});
  return *drafts.back().state;
}

/// A list and its length, which must agree, and may not be there unless a field can be updated.
cl_int check_list(const RecordedLaunch& launch, const void* list, cl_uint length,
                  cl_mutable_dispatch_fields_khr field) {
  if ((list == nullptr) != (length == 0)) {
    return CL_INVALID_VALUE;
  }
  return length && !launch.can_update(field) ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int check_sizes(const RecordedLaunch& launch, const Config& config) {
  const auto is_fixed = [&](const size_t* sizes, cl_mutable_dispatch_fields_khr field) {
    return sizes && !launch.can_update(field);
  };
  const bool fixed = (config.work_dim && config.work_dim != launch.description.dimensions) ||
                     is_fixed(config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR) ||
                     is_fixed(config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR) ||
                     is_fixed(config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR);
  return fixed ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int check_config(const RecordedLaunch& launch, const Config& config) {
  cl_int error = check_sizes(launch, config);
  const auto add = [&](const void* list, cl_uint length, cl_mutable_dispatch_fields_khr field) {
    error = error ? error : check_list(launch, list, length, field);
  };
  add(config.arg_list, config.num_args, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  add(config.arg_svm_list, config.num_svm_args, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  add(config.exec_info_list, config.num_exec_infos, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);
  return error;
}

cl_int set_arguments(LaunchState& state, const Context& context, const Config& config) {
  Arguments& arguments = state.arguments;
  for (const auto& each : std::span(config.arg_list, config.num_args)) {
    if (const cl_int error = arguments.set(each.arg_index, each.arg_size, each.arg_value)) {
      return error;
    }
  }
  for (const auto& each : std::span(config.arg_svm_list, config.num_svm_args)) {
    if (const cl_int error = arguments.set_address(each.arg_index, each.arg_value)) {
      return error;
    }
  }
  for (const auto& each : std::span(config.exec_info_list, config.num_exec_infos)) {
    const std::span value(static_cast<const std::byte*>(each.param_value), each.param_value_size);
    ExecInfo checked; // a recorded launch may use all memory
    if (const cl_int error = checked.set(context, each.param_name, value)) {
      return error;
    }
    if (each.param_name == CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL) {
      state.concurrent = checked.is_concurrent();
    }
  }
  return CL_SUCCESS;
}

/// Whether all groups of a launch have one size is for good, where the application gives the size.
bool changes_uniformity(const LaunchState& before, const LaunchState& after) {
  return before.has_local && has_smaller_groups(before.range) != has_smaller_groups(after.range);
}

void set_sizes(LaunchState& state, cl_uint dimensions, const Config& config) {
  const auto set = [&](const size_t* from, std::array<size_t, 3>& to) {
    if (from) {
      std::copy_n(from, dimensions, to.begin());
    }
  };
  set(config.global_work_offset, state.offset);
  set(config.global_work_size, state.global);
  set(config.local_work_size, state.local);
  state.has_local = state.has_local || config.local_work_size;
}

/// Applies one config to the drafts.
cl_int apply(const CommandBuffer& buffer, const Config& config, const LaunchStates& current,
             std::vector<Draft>& drafts) {
  RecordedLaunch* launch = lookup<RecordedLaunch>(config.command);
  if (!launch || &launch->description.buffer != &buffer) {
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  }
  if (const cl_int error = check_config(*launch, config)) {
    return error;
  }
  LaunchState& state = draft_of(drafts, *launch, current);
  set_sizes(state, launch->description.dimensions, config);
  return set_arguments(state, buffer.context(), config);
}

cl_int update(cl_command_buffer_khr handle, cl_uint count,
              const cl_command_buffer_update_type_khr* types, const void** configs) {
  const retained<CommandBuffer> buffer(lookup<CommandBuffer>(handle));
  if (!buffer) {
    return CL_INVALID_COMMAND_BUFFER_KHR;
  }
  if (const cl_int error = buffer->context().check_alive()) {
    return error;
  }
  if (buffer->state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR || !buffer->is_mutable()) {
    return CL_INVALID_OPERATION;
  }
  if ((count == 0) != (types == nullptr) || (count == 0) != (configs == nullptr)) {
    return CL_INVALID_VALUE;
  }
  const auto current = buffer->current_states();
  std::vector<Draft> drafts;
  for (cl_uint i = 0; i < count; ++i) {
    if (types[i] != CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR || !configs[i]) {
      return CL_INVALID_VALUE;
    }
    const auto& config = *static_cast<const Config*>(configs[i]);
    if (const cl_int error = apply(*buffer, config, *current, drafts)) {
      return error;
    }
  }
  auto next = std::make_shared<LaunchStates>(*current);
  for (const Draft& draft : drafts) {
    if (const cl_int error = draft.launch->complete(*draft.state)) {
      return error;
    }
    auto& place = next->all[draft.launch->number];
    if (changes_uniformity(*place, *draft.state)) {
      return CL_INVALID_OPERATION;
    }
    place = draft.state;
  }
  return drafts.empty() ? CL_SUCCESS : buffer->update(std::move(next));
}

/// A launch as queries see it.
struct Subject {
  const RecordedLaunch& launch;
  std::shared_ptr<const LaunchState> state; ///< the last one
};

cl_int sizes(const Subject& subject, Answer& answer, const std::array<size_t, 3>& values) {
  return answer.list(std::span(values).first(subject.launch.description.dimensions));
}

constexpr InfoRow<Subject> rows[] = {
    {CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR,
     [](const Subject& s, Answer& a) { return a.is(handle_of(&s.launch.description.queue)); }},
    {CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR,
     [](const Subject& s, Answer& a) { return a.is(handle_of(&s.launch.description.buffer)); }},
    {CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR,
     [](const Subject&, Answer& a) { return a.is<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL); }},
    {CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR,
     [](const Subject& s, Answer& a) {
       return a.list<cl_command_properties_khr>(s.launch.description.property_list);
     }},
    {CL_MUTABLE_DISPATCH_KERNEL_KHR,
     [](const Subject& s, Answer& a) {
       return a.is(handle_of(s.launch.description.kernel.get()));
     }},
    {CL_MUTABLE_DISPATCH_DIMENSIONS_KHR,
     [](const Subject& s, Answer& a) { return a.is(s.launch.description.dimensions); }},
    {CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR,
     [](const Subject& s, Answer& a) { return sizes(s, a, s.state->offset); }},
    {CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
     [](const Subject& s, Answer& a) { return sizes(s, a, s.state->global); }},
    {CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR,
     [](const Subject& s, Answer& a) { return sizes(s, a, s.state->local); }},
};

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL khr::clUpdateMutableCommandsKHR(cl_command_buffer_khr buffer,
                                                   cl_uint num_configs,
                                                   const cl_command_buffer_update_type_khr* types,
                                                   const void** configs) {
  return guarded([&] { return update(buffer, num_configs, types, configs); });
}

cl_int CL_API_CALL khr::clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                                   cl_mutable_command_info_khr name, size_t size,
                                                   void* value, size_t* size_ret) {
  return guarded([&] {
    const RecordedLaunch* launch = lookup<RecordedLaunch>(command);
    if (!launch) {
      return CL_INVALID_MUTABLE_COMMAND_KHR;
    }
    const Subject subject = {*launch, launch->description.buffer.current_state(*launch)};
    return answer_info<Subject>(rows, name, {size, value, size_ret}, subject);
  });
}
