// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/recorded_launch.h"

#include "command_buffers/command_buffer.h"
#include "kernels/fault.h"
#include "kernels/printf.h"
#include "queues/device_queue.h"

#include <algorithm>
#include <numeric>

namespace cl {

LaunchState::LaunchState(const Arguments& in_arguments, const Sizes& sizes, bool in_concurrent)
    : arguments(in_arguments), has_local(sizes.local), concurrent(in_concurrent) {
  const auto copy = [&](const size_t* from, std::array<size_t, 3>& to) {
    if (from) {
      std::copy_n(from, std::min<size_t>(sizes.dimensions, to.size()), to.begin());
    }
  };
  copy(sizes.offset, offset);
  copy(sizes.global, global);
  copy(sizes.local, local);
}

LaunchState::LaunchState(const LaunchState& other)
    : arguments(other.arguments), offset(other.offset), global(other.global), local(other.local),
      has_local(other.has_local), concurrent(other.concurrent) {}

bool LaunchStates::are_complete() const {
  return std::ranges::all_of(all, [](const auto& state) { return state->is_complete; });
}

cl_int RecordedLaunch::complete(LaunchState& draft) const {
  const auto range =
      check_launch(description.general, draft.arguments, draft.sizes(description.dimensions),
                   !description.may_lack_arguments);
  if (!range) {
    return range.error();
  }
  draft.range = *range;
  draft.range.uses_all_shared = true; // whatever an update gives it
  if (draft.concurrent) {
    if (const cl_int error =
            make_concurrent(description.queue, draft.sizes(description.dimensions), draft.range)) {
      return error;
    }
  }
  if (description.general.info->non_uniform != 0 && has_smaller_groups(draft.range)) {
    const auto remainder = description.kernel->remainder_code(description.general);
    if (!remainder) {
      return remainder.error();
    }
    draft.range.remainder_kernel = (*remainder)->mux;
  }
  report_faults(*description.kernel, draft.range);
  draft.objects.clear();
  draft.arguments.each_object([&](auto object) { draft.objects.emplace_back(std::move(object)); });
  if (const auto queue =
          give_default_queue(description.queue, *description.general.info, draft.range)) {
    draft.objects.emplace_back(queue.get());
  }
  draft.is_complete = draft.arguments.all().has_value();
  return CL_SUCCESS;
}

cl_int RecordedLaunch::choose_code(const LaunchState& first) {
  const Kernel& kernel = *description.kernel;
  expected<const KernelCode*> chosen = &description.general;
  if (description.updatable == 0) { // a variant is for sizes and arguments as they are
    const auto descriptors = first.arguments.as_checked();
    mux_ndrange_t range = first.range;
    range.descriptors = descriptors.data();
    range.descriptors_length = descriptors.size();
    chosen = kernel.code_for(description.general, range);
  } else if (code_of_any_size_prints()) {
    chosen = kernel.remainder_code(description.general);
  }
  if (!chosen) {
    return chosen.error();
  }
  code = *chosen;
  return CL_SUCCESS;
}

/// Whether an update may need code of which calls of printf have other numbers.
bool RecordedLaunch::code_of_any_size_prints() const {
  const binary::Kernel& info = *description.general.info;
  return info.prints != 0 && info.non_uniform != 0;
}

mux_result_t RecordedLaunch::record(mux_command_buffer_t commands, const LaunchState& state,
                                    mux_command_info_t info,
                                    std::vector<Reference>& outputs) const {
  const auto descriptors = state.arguments.as_checked();
  mux_ndrange_t range = state.range;
  range.descriptors = descriptors.data();
  range.descriptors_length = descriptors.size();
  if (code->info->prints) {
    auto output =
        std::make_unique<PrintfOutput>(description.kernel->program->context, code->executable);
    output->attach(range, info);
    outputs.emplace_back(std::move(output));
  }
  return muxCommandNDRange(commands, code->mux, &range, &info, nullptr);
}

mux_result_t RecordedLaunch::update(mux_command_buffer_t commands, const LaunchState& state) const {
  const auto descriptors = state.arguments.as_checked();
  std::vector<uint64_t> indices(descriptors.size());
  std::iota(indices.begin(), indices.end(), 0);
  if (const mux_result_t result = muxUpdateArguments(commands, command, indices.size(),
                                                     indices.data(), descriptors.data())) {
    return result;
  }
  return muxUpdateNDRange(commands, command, &state.range);
}

} // namespace cl
