// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of command_graph, node and queue that headers declare: they check and forward.
#include "graphs/executable.h"
#include "graphs/print.h"

namespace sycl {
inline namespace lw1 {

using ext::oneapi::experimental::command_graph;
using ext::oneapi::experimental::graph_state;
using ext::oneapi::experimental::node;
using ext::oneapi::experimental::node_type;
using ext::oneapi::experimental::queue_state;

namespace detail {

namespace {

counted* make_graph(const context* in, const device& on, const graph_options& options) {
  auto of = device_impl::share(on);
  auto place = in ? context_impl::share(*in) : of->platform_of.default_context();
  auto made = ref<graph_impl>::adopt(new graph_impl(std::move(place), std::move(of), options));
  return new graph_handle(std::move(made));
}

std::vector<ref<queue_impl>> shared(const std::vector<queue>& queues) {
  std::vector<ref<queue_impl>> made;
  for (const queue& one : queues) {
    made.push_back(ref<queue_impl>::share(&queue_impl::of(one)));
  }
  return made;
}

} // namespace

modifiable_graph::modifiable_graph(const context* in, const device& on,
                                   const graph_options& options)
    : modifiable_graph(make_graph(in, on, options)) {}

void modifiable_graph::begin_recording(queue& to, const property_list&) {
  graph_of(impl.raw()).begin_recording(shared({to}));
}
void modifiable_graph::begin_recording(const std::vector<queue>& to, const property_list&) {
  graph_of(impl.raw()).begin_recording(shared(to));
}
void modifiable_graph::end_recording() { graph_of(impl.raw()).end_recording(); }
void modifiable_graph::end_recording(queue& to) {
  graph_of(impl.raw()).end_recording(shared({to}));
}
void modifiable_graph::end_recording(const std::vector<queue>& to) {
  graph_of(impl.raw()).end_recording(shared(to));
}

node modifiable_graph::add_empty(const node_waits& waits) {
  return graph_node::handle(graph_of(impl.raw()).add(waits));
}
node modifiable_graph::add_group(void (*fill)(const void*, handler&), const void* function,
                                 const node_waits& waits) {
  graph_impl& graph = graph_of(impl.raw());
  graph.check_adding();
  command_group group(*graph.queue);
  group.graph = ref<graph_impl>::share(&graph);
  group.is_explicit = true;
  call_group(fill, function, group);
  return graph_node::handle(graph.add(group, waits));
}
node modifiable_graph::add_dynamic(counted* group, const node_waits& waits) {
  auto& dynamic = static_cast<dynamic_group_impl&>(*group);
  return graph_node::handle(graph_of(impl.raw()).add(dynamic, waits));
}

void modifiable_graph::make_edge(const node& from, const node& to) {
  graph_of(impl.raw()).make_edge(graph_node::of(from), graph_node::of(to));
}

counted* modifiable_graph::make_executable(const finalize_options& options) const {
  return new executable_graph(graph_of(impl.raw()), options);
}

void modifiable_graph::print_graph(const std::string& path, bool verbose) const {
  print_dot(graph_of(impl.raw()), path, verbose);
}

std::vector<node> modifiable_graph::get_nodes() const {
  const graph_impl& graph = graph_of(impl.raw());
  const std::lock_guard lock(graph.mutex);
  std::vector<node> handles;
  for (const auto& one : graph.nodes) {
    handles.push_back(graph_node::handle(*one));
  }
  return handles;
}

std::vector<node> modifiable_graph::get_root_nodes() const {
  const graph_impl& graph = graph_of(impl.raw());
  const std::lock_guard lock(graph.mutex);
  std::vector<node> handles;
  for (const auto& one : graph.nodes) {
    if (one->predecessors.empty()) {
      handles.push_back(graph_node::handle(*one));
    }
  }
  return handles;
}

bool modifiable_graph::empty() const {
  const graph_impl& graph = graph_of(impl.raw());
  const std::lock_guard lock(graph.mutex);
  return graph.nodes.empty();
}

size_t modifiable_graph::get_id() const noexcept { return graph_of(impl.raw()).number; }

void executable_graph_base::update(const std::vector<node>& nodes) {
  std::vector<const graph_node*> list;
  for (const node& one : nodes) {
    list.push_back(&graph_node::of(one));
  }
  impl->update(list);
}
void executable_graph_base::update_all(counted* from) { impl->update(graph_of(from)); }

} // namespace detail

namespace ext::oneapi::experimental {

node_type node::get_type() const {
  const std::lock_guard lock(graph->mutex);
  return impl->contents->current()->type();
}

std::vector<node> node::get_predecessors() const {
  const std::lock_guard lock(graph->mutex);
  return sycl::detail::graph_node::handles(impl->predecessors);
}
std::vector<node> node::get_successors() const {
  const std::lock_guard lock(graph->mutex);
  return sycl::detail::graph_node::handles(impl->successors);
}

node node::get_node_from_event(const event& of) {
  const auto* recorded = sycl::detail::event_impl::of(of);
  if (!recorded || !recorded->is_recorded()) {
    throw exception(make_error_code(errc::invalid),
                    "the event is not of a command that a queue has recorded to a graph");
  }
  return sycl::detail::graph_node::handle(*recorded->of_graph->node);
}

void node::update_shape(const sycl::detail::launch_shape& next) {
  const std::lock_guard lock(graph->mutex);
  impl->set_shape(next);
}

} // namespace ext::oneapi::experimental

queue_state queue::ext_oneapi_get_state() const {
  return impl->queue->is_recording() ? queue_state::recording : queue_state::executing;
}

command_graph<graph_state::modifiable> queue::ext_oneapi_get_graph() const {
  const auto graph = impl->queue->recording();
  auto handle = graph ? graph->handle() : detail::ref<detail::graph_handle>();
  if (!handle) {
    throw exception(make_error_code(errc::invalid), "the queue does not record to a graph");
  }
  return detail::graph_impl::handle_of(std::move(handle));
}

} // namespace lw1
} // namespace sycl
