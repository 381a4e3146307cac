// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/plan.h"

#include "graphs/executable.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// The nodes in an order in which each comes after its predecessors.
std::vector<const graph_node*> ordered(const graph_impl& graph) {
  std::vector<size_t> missing(graph.nodes.size());
  std::vector<const graph_node*> order;
  order.reserve(graph.nodes.size());
  for (const auto& one : graph.nodes) {
    missing[one->number] = one->predecessors.size();
    if (one->predecessors.empty()) {
      order.push_back(one.get());
    }
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (const graph_node* successor : order[next]->successors) {
      if (--missing[successor->number] == 0) {
        order.push_back(successor);
      }
    }
  }
  if (order.size() != graph.nodes.size()) {
    throw exception(make_error_code(errc::invalid), "the edges of the graph make a cycle");
  }
  return order;
}

class Planner {
public:
  explicit Planner(const graph_impl& graph) : places(graph.nodes.size()) {}

  void add(const graph_node& node) {
    std::vector<size_t> waits;
    for (const graph_node* before : node.predecessors) {
      waits.push_back(places[before->number]);
    }
    const auto& content = node.contents->current();
    if (const auto* nested = std::get_if<graph_command>(&content->command)) {
      add_nested(nested->graph->plan(), waits);
    }
    places[node.number] = plan.size();
    plan.push_back({content, node.number, std::move(waits)});
  }
  std::vector<planned_node> take() {
    find_stages();
    return std::move(plan);
  }

private:
  /// The roots of a nested graph wait for what its node waits for; the node waits for the leaves.
  void add_nested(const std::vector<planned_node>& nested, std::vector<size_t>& waits) {
    const size_t start = plan.size();
    std::vector<bool> is_leaf(nested.size(), true);
    for (const planned_node& one : nested) {
      planned_node copy = {one.content, std::nullopt, {}};
      for (const size_t wait : one.waits) {
        copy.waits.push_back(start + wait);
        is_leaf[wait] = false;
      }
      if (one.waits.empty()) {
        copy.waits = waits;
      }
      plan.push_back(std::move(copy));
    }
    if (nested.empty()) {
      return;
    }
    waits.clear();
    for (size_t i = 0; i < nested.size(); ++i) {
      if (is_leaf[i]) {
        waits.push_back(start + i);
      }
    }
  }

  /// The stage is the most host tasks on a way to the command.
  void find_stages() {
    for (planned_node& one : plan) {
      for (const size_t wait : one.waits) {
        const size_t next = plan[wait].is_host_task() && !one.is_host_task() ? 1 : 0;
        one.stage = std::max(one.stage, plan[wait].stage + next);
      }
    }
  }

  std::vector<planned_node> plan;
  std::vector<size_t> places; ///< of the graph's nodes
};

} // namespace

bool planned_node::is_join() const {
  switch (content->type()) {
  case node_type::empty:
  case node_type::subgraph: // its commands come before it
  case node_type::prefetch:
  case node_type::memadvise:
  case node_type::ext_oneapi_barrier:
    return true;
  default:
    return false;
  }
}

std::vector<planned_node> make_plan(const graph_impl& graph) {
  Planner planner(graph);
  for (const graph_node* one : ordered(graph)) {
    planner.add(*one);
  }
  return planner.take();
}

size_t stage_count(const std::vector<planned_node>& plan) {
  size_t last = 0;
  for (const planned_node& one : plan) {
    last = std::max(last, one.stage);
  }
  return last + 1;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
