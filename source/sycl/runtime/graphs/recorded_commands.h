// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command buffer of OpenCL's with the commands of one stage (plan.h).
#ifndef SYCL_RUNTIME_GRAPHS_RECORDED_COMMANDS_H
#define SYCL_RUNTIME_GRAPHS_RECORDED_COMMANDS_H

#include "graphs/plan.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Finalized when it is made. Enqueues that are running keep OpenCL's object, but not the memory of
/// contents. Thread-safe but for `update`.
class recorded_commands {
public:
  /// Records the commands of a stage. Throws what OpenCL says, and what launches throw.
  recorded_commands(ref<queue_impl> queue, const std::vector<planned_node>& plan, size_t stage,
                    bool is_updatable);
  recorded_commands(const recorded_commands&) = delete;
  recorded_commands& operator=(const recorded_commands&) = delete;
  ~recorded_commands();

  bool is_empty() const { return count == 0; }
  /// Null: there is nothing to enqueue.
  owned_event enqueue(queue_impl& queue, const wait_list& after) const;

  /// A launch with its new content.
  struct change {
    size_t place; ///< in the plan
    const node_content* before;
    const node_content* after;
  };
  /// Changes launches for later enqueues. False: OpenCL cannot, and nothing has changed.
  [[nodiscard]] bool update(const std::vector<change>& changes);
  /// Whether updates are fine while enqueues run.
  bool updates_while_running() const { return is_simultaneous; }

private:
  using points = std::vector<cl_sync_point_khr>;
  void record_all(const std::vector<planned_node>& plan, size_t stage);
  points record(const planned_node& node, size_t place, points after);
  points record_fill(const fill_command::row& row, const points& after);
  points record_kernel(const node_content& content, size_t place, const points& after);
  points join(points all);

  const ref<queue_impl> made_for; ///< keeps the next two
  const context_impl& context;
  const device_impl& device;
  const cl_khr::functions& functions;
  bool is_mutable = false;
  bool is_simultaneous = false;
  size_t count = 0; ///< commands
  cl_command_buffer_khr cl = nullptr;
  std::map<size_t, cl_mutable_command_khr> launches; ///< by their places in the plan
  std::vector<std::vector<unsigned char>> patterns;  ///< repeated; copied from
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
