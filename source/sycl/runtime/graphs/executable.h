// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executable graphs: what finalize makes.
#ifndef SYCL_RUNTIME_GRAPHS_EXECUTABLE_H
#define SYCL_RUNTIME_GRAPHS_EXECUTABLE_H

#include "graphs/recorded_commands.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

/// What one submission runs, and what has to live until it has ended. Constant: an update makes
/// another, which may share the command buffers.
struct graph_program {
  std::vector<planned_node> plan;
  /// Of each stage.
  std::vector<std::shared_ptr<recorded_commands>> commands;
  std::vector<std::vector<size_t>> host_tasks; ///< places in the plan
  std::vector<node_use> uses;
};

/// Fills in the buffers of all nodes.
void collect_uses(graph_program& of);

class executable_graph : public counted {
public:
  executable_graph(const graph_impl& of, const finalize_options& options);

  /// Throws errc::invalid if the graph is of another context or device.
  void check_place(const context_impl& in, const device_impl& on) const;
  /// Submits the graph as the command of a group. Submissions run one after the other.
  ref<event_impl> submit(command_group& group);

  /// Takes the current contents of nodes (update.cpp). Both throw errc::invalid.
  void update(const std::vector<const graph_node*>& nodes);
  void update(const graph_impl& from);

  std::vector<planned_node> plan() const { return current()->plan; }
  std::vector<node_use> uses() const { return current()->uses; }

  const finalize_options options;

private:
  struct new_content {
    size_t place;
    std::shared_ptr<const node_content> content;
  };
  std::shared_ptr<const graph_program> current() const;
  void check_updatable() const;
  void change(const std::vector<new_content>& contents);
  void change_stage(graph_program& next, size_t stage, const std::vector<new_content>& contents);

  // Of the graph that it was made of, but no reference to that: it may have this one as a node.
  const ref<queue_impl> made_for;
  const size_t source_number;
  mutable std::mutex mutex; ///< protects what follows; held while a submission is enqueued
  std::shared_ptr<const graph_program> program;
  ref<event_impl> last; ///< submission
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
