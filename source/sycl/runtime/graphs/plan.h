// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of an executable graph in the order of their edges, without nested graphs, and the
// stages in which they run. A host task cannot be in a command buffer; so each stage has a command
// buffer and the host tasks that may run after it, and then the next stage begins.
#ifndef SYCL_RUNTIME_GRAPHS_PLAN_H
#define SYCL_RUNTIME_GRAPHS_PLAN_H

#include "graphs/graph.h"

#include <optional>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A command, after those that it waits for.
struct planned_node {
  std::shared_ptr<const node_content> content;
  /// Of the graph that was finalized: the node's number; none for nodes of nested graphs.
  std::optional<size_t> origin;
  std::vector<size_t> waits; ///< for earlier ones, by their places
  size_t stage = 0;

  bool is_host_task() const { return std::holds_alternative<host_command>(content->command); }
  /// Whether nothing has to be done for it: hints, and nodes that only join edges.
  bool is_join() const;
};

/// Call it with the graph's lock. Throws errc::invalid if the edges make a cycle.
std::vector<planned_node> make_plan(const graph_impl& graph);
size_t stage_count(const std::vector<planned_node>& plan);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
