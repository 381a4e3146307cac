// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COMMAND_BUFFERS_RECORDED_LAUNCH_H
#define CL_COMMAND_BUFFERS_RECORDED_LAUNCH_H

#include "enqueue/launch.h"
#include "kernels/kernel.h"
#include "queues/reference.h"

#include <array>
#include <memory>
#include <vector>

namespace cl {

class CommandBuffer;
class Queue;

/// The state of a recorded launch: its arguments and sizes from one update to the next. Constant
/// once other code sees it.
struct LaunchState {
  LaunchState(const Arguments& in_arguments, const Sizes& sizes, bool in_concurrent);
  /// A draft of the next state. Throws std::bad_alloc.
  LaunchState(const LaunchState& other);

  [[nodiscard]] Sizes sizes(cl_uint dimensions) const {
    return {dimensions, offset.data(), global.data(), has_local ? local.data() : nullptr};
  }

  Arguments arguments;
  std::array<size_t, 3> offset = {}, global = {}, local = {}; ///< as given
  bool has_local = false;
  bool concurrent = false;        ///< as clSetKernelExecInfo, or an update, says
  bool is_complete = false;       ///< all arguments are set
  mux_ndrange_t range = {};       ///< the sizes, with the local size that is used; no descriptors
  std::vector<Reference> objects; ///< among the arguments
};

/// The states of all launches of a command buffer, by RecordedLaunch::number.
struct LaunchStates {
  std::vector<std::shared_ptr<const LaunchState>> all;

  [[nodiscard]] bool are_complete() const;
};

/// An ND-range command of a command buffer, the object of a cl_mutable_command_khr. Constant.
class RecordedLaunch {
public:
  using handle_type = cl_mutable_command_khr;
  static constexpr uint32_t magic = 0x6c6e6368;
  static constexpr cl_int invalid = CL_INVALID_MUTABLE_COMMAND_KHR;

  /// Everything about the launch that its state does not have.
  struct Description {
    CommandBuffer& buffer;
    Queue& queue; ///< of the command buffer's
    retained<Kernel> kernel;
    const KernelCode& general; ///< of the kernel on the queue's device
    cl_uint dimensions;
    cl_mutable_dispatch_fields_khr updatable; ///< 0 in a command buffer that is not mutable
    bool may_lack_arguments;                  ///< they can be set by an update
    std::vector<cl_command_properties_khr>
        property_list; ///< as given, with the closing 0, or empty
  };
  explicit RecordedLaunch(Description in_description) : description(std::move(in_description)) {}

  /// Checks sizes and arguments of a draft as clEnqueueNDRangeKernel does, and completes it: its
  /// range and its objects. Arguments may be missing if they can be set later. Throws
  /// std::bad_alloc.
  [[nodiscard]] cl_int complete(LaunchState& draft) const;
  /// Chooses the code for good. CL_OUT_OF_RESOURCES if it cannot be made.
  [[nodiscard]] cl_int choose_code(const LaunchState& first);
  /// Records it with a complete state; adds the objects that its printing needs to `outputs`.
  /// Throws std::bad_alloc.
  [[nodiscard]] mux_result_t record(mux_command_buffer_t commands, const LaunchState& state,
                                    mux_command_info_t info, std::vector<Reference>& outputs) const;
  /// Gives a recorded launch another complete state. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t update(mux_command_buffer_t commands, const LaunchState& state) const;

  [[nodiscard]] bool can_update(cl_mutable_dispatch_fields_khr field) const {
    return description.updatable & field;
  }

  const Description description;
  size_t number = 0;            ///< among the launches of the command buffer; set as it is added
  mux_sync_point_t command = 0; ///< among the commands of its part; set by `divide`

private:
  [[nodiscard]] bool code_of_any_size_prints() const;

  const KernelCode* code = nullptr;
};

} // namespace cl

#endif
