// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/graph.h"

#include "graphs/recorder.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

size_t next_number() {
  static std::atomic<size_t> numbers{1};
  return numbers.fetch_add(1, std::memory_order_relaxed);
}

void check_options(const device_impl& device, const graph_options& options) {
  if (!device.has(aspect::ext_oneapi_limited_graph)) {
    throw exception(make_error_code(errc::invalid),
                    "the device has no graphs: ask for aspect::ext_oneapi_limited_graph");
  }
  if (options.records_natively) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "OpenCL has no recording of its own: leave out enable_native_recording");
  }
}

/// Whether there is a way along the edges.
bool leads_to(const graph_node& from, const graph_node& to) {
  std::vector<const graph_node*> open = {&from};
  std::vector<bool> seen(from.graph.nodes.size());
  while (!open.empty()) {
    const graph_node& one = *open.back();
    open.pop_back();
    if (&one == &to) {
      return true;
    }
    if (!seen[one.number]) {
      seen[one.number] = true;
      open.insert(open.end(), one.successors.begin(), one.successors.end());
    }
  }
  return false;
}

} // namespace

void add_once(std::vector<graph_node*>& list, graph_node* one) {
  if (std::ranges::find(list, one) == list.end()) {
    list.push_back(one);
  }
}

ext::oneapi::experimental::node graph_node::handle(graph_node& of) {
  return {ref<graph_impl>::share(&of.graph), &of};
}

std::vector<ext::oneapi::experimental::node> graph_node::handles(std::span<graph_node* const> of) {
  std::vector<ext::oneapi::experimental::node> made;
  for (graph_node* one : of) {
    made.push_back(handle(*one));
  }
  return made;
}

void graph_node::set_shape(const launch_shape& next) {
  auto& content = contents->all[contents->active];
  const launch_shape* const now = content->shape();
  if (!now) {
    throw exception(make_error_code(errc::invalid), "a new space for a node that is no kernel");
  }
  if (now->dimensions != next.dimensions) {
    throw exception(make_error_code(errc::invalid),
                    "a space of " + std::to_string(next.dimensions) +
                        " dimensions for a kernel of " + std::to_string(now->dimensions));
  }
  if (now->is_hierarchical || content->keeps_shape) {
    throw exception(make_error_code(errc::invalid),
                    "a new space for a kernel that is hierarchical or has reductions");
  }
  auto changed = std::make_shared<node_content>(*content);
  *changed->shape() = next;
  content = std::move(changed);
}

void buffer_order::collect(const std::vector<node_use>& uses,
                           std::vector<graph_node*>& nodes) const {
  for (const node_use& use : uses) {
    const auto found = all.find(use.buffer.raw());
    if (found == all.end()) {
      continue;
    }
    if (found->second.last_writer) {
      add_once(nodes, found->second.last_writer);
    }
    if (writes(use.mode)) {
      for (graph_node* reader : found->second.readers) {
        add_once(nodes, reader);
      }
    }
  }
}

void buffer_order::record(const std::vector<node_use>& uses, graph_node& by) {
  for (const node_use& use : uses) {
    users& found = all[use.buffer.raw()];
    if (writes(use.mode)) {
      found.last_writer = &by;
      found.readers.clear();
    } else if (found.last_writer != &by) { // a command may read what it writes
      add_once(found.readers, &by);
    }
  }
}

graph_impl::graph_impl(ref<context_impl> in, ref<device_impl> on, const graph_options& with)
    : context_of(std::move(in)), device_of(std::move(on)), options(with), number(next_number()),
      queue((check_options(*device_of, with),
             ref<queue_impl>::adopt(new queue_impl(context_of, device_of, {}, property_list())))) {}

graph_impl::~graph_impl() = default;

void graph_impl::check_adding() const {
  const std::lock_guard lock(mutex);
  check_adding_locked();
}

void graph_impl::check_adding_locked() const {
  for (const auto& one : recorders) {
    if (one->is_active) {
      throw exception(make_error_code(errc::invalid),
                      "a change of a graph to which a queue records: call end_recording first");
    }
  }
}

void graph_impl::check_uses(const std::vector<node_use>& uses) const {
  for (const node_use& use : uses) {
    if (!options.may_use_buffers) {
      throw exception(make_error_code(errc::invalid),
                      "a buffer in a graph that was made without "
                      "property::graph::assume_buffer_outlives_graph");
    }
    auto& buffer = static_cast<buffer_impl&>(*use.buffer);
    const std::lock_guard lock(buffer.mutex);
    if (writes(use.mode) && buffer.writes_back()) {
      throw exception(make_error_code(errc::invalid),
                      "a command of a graph writes a buffer that writes back at its end: call "
                      "set_final_data(nullptr) or set_write_back(false)");
    }
  }
}

std::vector<graph_node*> graph_impl::leaves() const {
  std::vector<graph_node*> found;
  for (const auto& one : nodes) {
    if (one->successors.empty()) {
      found.push_back(one.get());
    }
  }
  return found;
}

void graph_impl::add_waits(const node_waits& waits, std::vector<graph_node*>& before) const {
  for (const auto& handle : waits.nodes) {
    graph_node& one = graph_node::of(handle);
    if (&one.graph != this) {
      throw exception(make_error_code(errc::invalid),
                      "property::node::depends_on names a node of another graph");
    }
    add_once(before, &one);
  }
  if (waits.for_all_leaves) {
    for (graph_node* one : leaves()) {
      add_once(before, one);
    }
  }
}

graph_node& graph_impl::append(std::shared_ptr<node_contents> contents,
                               std::vector<graph_node*> before) {
  auto& made =
      *nodes.emplace_back(std::make_unique<graph_node>(*this, nodes.size(), std::move(contents)));
  made.predecessors = std::move(before);
  for (graph_node* one : made.predecessors) {
    one->successors.push_back(&made);
  }
  order.record(made.contents->current()->uses, made);
  return made;
}

graph_node& graph_impl::add(const node_waits& waits) {
  auto contents = std::make_shared<node_contents>();
  contents->all.push_back(std::make_shared<node_content>());
  const std::lock_guard lock(mutex);
  check_adding_locked();
  std::vector<graph_node*> before;
  add_waits(waits, before);
  return append(std::move(contents), std::move(before));
}

graph_node& graph_impl::add(command_group& group, const node_waits& waits) {
  const auto after = std::move(group.after);
  auto contents = std::make_shared<node_contents>();
  contents->all.push_back(make_content(group));
  check_uses(contents->current()->uses);
  graph_node* made = nullptr;
  {
    const std::lock_guard lock(mutex);
    check_adding_locked();
    std::vector<graph_node*> before;
    add_waits(waits, before);
    for (const auto& one : after) {
      add_once(before, &node_of(*one));
    }
    order.collect(contents->current()->uses, before);
    made = &append(contents, std::move(before));
  }
  connect_parameters(group, ref<graph_impl>::share(this), contents, 0);
  return *made;
}

graph_node& graph_impl::add(dynamic_group_impl& group, const node_waits& waits) {
  if (group.graph.get() != this) {
    throw exception(make_error_code(errc::invalid),
                    "a dynamic_command_group is for nodes of the graph that it was made with");
  }
  const std::lock_guard lock(mutex);
  check_adding_locked();
  std::vector<graph_node*> common;
  for (size_t i = 0; i < group.after.size(); ++i) {
    std::vector<graph_node*> before;
    for (const auto& one : group.after[i]) {
      add_once(before, &node_of(*one));
    }
    order.collect(group.contents->all[i]->uses, before);
    std::ranges::sort(before, {}, &graph_node::number);
    if (i > 0 && before != common) {
      throw exception(make_error_code(errc::invalid),
                      "the command groups of a dynamic_command_group depend on different nodes");
    }
    common = std::move(before);
  }
  add_waits(waits, common);
  graph_node& made = append(group.contents, std::move(common));
  for (const auto& one : group.contents->all) {
    order.record(one->uses, made);
  }
  return made;
}

void graph_impl::make_edge(graph_node& from, graph_node& to) {
  if (&from.graph != this || &to.graph != this) {
    throw exception(make_error_code(errc::invalid), "an edge to a node of another graph");
  }
  if (&from == &to) {
    throw exception(make_error_code(errc::invalid), "an edge from a node to itself");
  }
  const std::lock_guard lock(mutex);
  check_adding_locked();
  if (options.checks_cycles && leads_to(to, from)) {
    throw exception(make_error_code(errc::invalid), "the edge makes a cycle");
  }
  add_once(from.successors, &to);
  add_once(to.predecessors, &from);
}

graph_node& graph_impl::node_of(const event_impl& event) const {
  if (!event.is_recorded() || event.of_graph->graph.get() != this) {
    throw exception(make_error_code(errc::invalid),
                    "a command of a graph depends on an event that this graph has not recorded");
  }
  return *event.of_graph->node;
}

ref<graph_handle> graph_impl::handle() const {
  const std::lock_guard lock(mutex);
  return owner && owner->try_retain() ? ref<graph_handle>::adopt(owner) : ref<graph_handle>();
}

ext::oneapi::experimental::command_graph<> graph_impl::handle_of(ref<graph_handle> take) {
  return ext::oneapi::experimental::command_graph<>(take.detach());
}

graph_handle::graph_handle(ref<graph_impl> of) : graph(std::move(of)) { graph->owner = this; }

graph_handle::~graph_handle() {
  {
    const std::lock_guard lock(graph->mutex);
    graph->owner = nullptr;
  }
  graph->end_recording();
}

graph_impl& graph_of(counted* handle) { return *static_cast<graph_handle&>(*handle).graph; }

} // namespace detail
} // namespace lw1
} // namespace sycl
