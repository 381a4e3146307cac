// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates of executable graphs. Launches are changed in their command buffer where OpenCL can do
// that; otherwise the stage is recorded anew, and submissions that run keep the former one.
#include "graphs/executable.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

bool is_updated(node_type type) {
  return type == node_type::kernel || type == node_type::host_task;
}

} // namespace

void executable_graph::check_updatable() const {
  if (!options.is_updatable) {
    throw exception(make_error_code(errc::invalid),
                    "an update of a graph that was finalized without property::graph::updatable");
  }
}

void executable_graph::update(const std::vector<const graph_node*>& nodes) {
  check_updatable();
  const std::lock_guard lock(mutex);
  std::vector<new_content> contents;
  for (const graph_node* node : nodes) {
    const auto is_of_node = [&](const planned_node& one) { return one.origin == node->number; };
    const auto found = std::ranges::find_if(program->plan, is_of_node);
    if (node->graph.number != source_number || found == program->plan.end()) {
      throw exception(make_error_code(errc::invalid),
                      "an update with a node that the executable graph was not made of");
    }
    const std::lock_guard nodes_lock(node->graph.mutex);
    const auto& content = node->contents->current();
    if (!is_updated(content->type())) {
      throw exception(make_error_code(errc::invalid),
                      "an update with a node that is neither a kernel nor a host task");
    }
    contents.push_back({size_t(found - program->plan.begin()), content});
  }
  change(contents);
}

namespace {

/// Whether a node can be the source of a whole graph's update.
bool is_source(node_type type) {
  return is_updated(type) || type == node_type::empty || type == node_type::ext_oneapi_barrier;
}

bool are_alike(const planned_node& a, const planned_node& b) {
  return a.origin == b.origin && a.waits == b.waits && a.content->type() == b.content->type() &&
         (!a.content->is_kernel() || a.content->has_kernel_of(*b.content));
}

} // namespace

void executable_graph::update(const graph_impl& from) {
  check_updatable();
  check_place(*from.context_of, *from.device_of);
  std::vector<planned_node> plan;
  {
    const std::lock_guard lock(from.mutex);
    plan = make_plan(from);
  }
  const std::lock_guard lock(mutex);
  if (!std::ranges::all_of(plan, [](const auto& one) { return is_source(one.content->type()); })) {
    throw exception(make_error_code(errc::invalid),
                    "an update with a graph that has other nodes than kernels, host tasks, "
                    "barriers and empty ones");
  }
  if (!std::ranges::equal(plan, program->plan, are_alike)) {
    throw exception(make_error_code(errc::invalid),
                    "an update with a graph whose nodes, kernels or edges are others");
  }
  std::vector<new_content> contents;
  for (size_t i = 0; i < plan.size(); ++i) {
    if (is_updated(plan[i].content->type()) && plan[i].content != program->plan[i].content) {
      contents.push_back({i, plan[i].content});
    }
  }
  change(contents);
}

void executable_graph::change(const std::vector<new_content>& contents) {
  auto next = std::make_shared<graph_program>(*program);
  for (const new_content& one : contents) {
    next->plan[one.place].content = one.content;
  }
  collect_uses(*next);
  for (size_t stage = 0; stage < next->commands.size(); ++stage) {
    change_stage(*next, stage, contents);
  }
  program = std::move(next);
}

void executable_graph::change_stage(graph_program& next, size_t stage,
                                    const std::vector<new_content>& contents) {
  std::vector<recorded_commands::change> changes;
  for (const new_content& one : contents) {
    const planned_node& before = program->plan[one.place];
    if (before.stage == stage && before.content->is_kernel()) {
      changes.push_back({one.place, before.content.get(), one.content.get()});
    }
  }
  if (changes.empty()) {
    return;
  }
  auto& commands = next.commands[stage];
  if (!commands->updates_while_running() && last && last->status() > CL_COMPLETE) {
    last->wait();
  }
  if (!commands->update(changes)) {
    commands = std::make_shared<recorded_commands>(made_for, next.plan, stage, true);
  }
}

} // namespace detail
} // namespace lw1
} // namespace sycl
