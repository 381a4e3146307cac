// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph: commands that are built once and submitted many times. All classes have
// SYCL's common reference semantics: copies are the same object. All functions are thread-safe.
// Unless said otherwise, errors are exceptions with errc::invalid, and then nothing has changed.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP

#include <string>
#include <sycl/detail/graphs.hpp>
#include <sycl/ext/oneapi/experimental/graph_properties.hpp>
#include <sycl/runtime/queue.hpp>

#define SYCL_EXT_ONEAPI_GRAPH 2

namespace sycl {
inline namespace lw1 {

namespace ext::oneapi::experimental {

/// Section "Node".
enum class node_type {
  empty,
  subgraph,
  kernel,
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
  async_malloc,
  async_free
};

/// Section "Node": a command of a modifiable graph, whose nodes live as long as one handle of any
/// of them.
class LW_SYCL_EXPORT node {
public:
  node() = delete;

  node_type get_type() const;
  /// The nodes that this one waits for, and those that wait for it: direct edges.
  std::vector<node> get_predecessors() const;
  std::vector<node> get_successors() const;
  /// Error: the event is not of a command that a queue recorded.
  static node get_node_from_event(const event& of);

  /// Change the space of a kernel. Executable graphs take it over in their update functions.
  /// Errors: the node is no kernel; the kernel has other dimensions, is hierarchical, or has
  /// reductions.
  template <int D> void update_nd_range(nd_range<D> range) {
    update_shape(sycl::detail::shape_of(range));
  }
  template <int D> void update_range(range<D> range) {
    update_shape(sycl::detail::shape_of(range));
  }

  friend bool operator==(const node& a, const node& b) { return a.impl == b.impl; }
  friend bool operator!=(const node& a, const node& b) { return a.impl != b.impl; }
  const void* lw_object() const noexcept { return impl; }

private:
  friend class sycl::detail::graph_node;
  node(sycl::detail::ref<sycl::detail::graph_impl> of, sycl::detail::graph_node* which)
      : graph(std::move(of)), impl(which) {}
  void update_shape(const sycl::detail::launch_shape& shape);

  sycl::detail::ref<sycl::detail::graph_impl> graph; ///< owns the node
  sycl::detail::graph_node* impl;
};

/// Section "Depends-On Property".
namespace property::node {
class depends_on {
public:
  template <typename... Nodes> depends_on(Nodes... nodes) : all{nodes...} {}
  const std::vector<experimental::node>& lw_nodes() const noexcept { return all; }

private:
  std::vector<experimental::node> all;
};
} // namespace property::node

} // namespace ext::oneapi::experimental

template <>
struct is_property<ext::oneapi::experimental::property::node::depends_on> : std::true_type {};

namespace detail {

/// Properties as the library takes them.
graph_options graph_options_of(const property_list& list);
finalize_options finalize_options_of(const property_list& list);
node_waits node_waits_of(const property_list& list);

using node_handle = ext::oneapi::experimental::node;

/// The members of modifiable graphs that do not depend on properties' types.
class LW_SYCL_EXPORT modifiable_graph {
public:
  /// Section "begin_recording". Errors: a queue records already; a queue has another context or
  /// device than the graph. Then no queue records that has not before.
  void begin_recording(queue& to, const property_list& = {});
  void begin_recording(const std::vector<queue>& to, const property_list& = {});
  /// Section "end_recording". Queues that do not record stay as they are. Error: a queue records
  /// to another graph. The last handle's end is the end of recording, too.
  void end_recording();
  void end_recording(queue& to);
  void end_recording(const std::vector<queue>& to);

  /// `to` waits for `from`. Errors: a queue records to the graph; a node of another graph; the
  /// nodes are the same; the edge would make a cycle, which is not looked for with
  /// property::graph::no_cycle_check.
  void make_edge(const node_handle& from, const node_handle& to);

  /// Writes nodes and edges as DOT; `verbose`: with addresses, sizes and spaces. Errors: the
  /// path does not end in ".dot"; the file cannot be written.
  void print_graph(const std::string& path, bool verbose = false) const;
  /// In the order in which they were added.
  std::vector<node_handle> get_nodes() const;
  std::vector<node_handle> get_root_nodes() const;
  bool empty() const;
  /// Of no other graph of the process; later graphs have greater ones.
  std::size_t get_id() const noexcept;

  const void* lw_object() const noexcept { return impl.raw(); }
  counted* lw_graph() const noexcept { return impl.raw(); }

protected:
  modifiable_graph(const context* in, const device& on, const graph_options& options);
  explicit modifiable_graph(counted* take) : impl(ref<graph_impl>::adopt(take)) {}
  node_handle add_empty(const node_waits& waits);
  node_handle add_group(void (*fill)(const void*, handler&), const void* function,
                        const node_waits& waits);
  node_handle add_dynamic(counted* group, const node_waits& waits);
  counted* make_executable(const finalize_options& options) const;

  ref<graph_impl> impl; ///< the graph's handle: an object of the library
};

/// The same of executable graphs.
class LW_SYCL_EXPORT executable_graph_base {
public:
  /// Section "Executable Graph Update": later submissions run the nodes as they are now; earlier
  /// ones are not changed. Errors: the graph is not updatable; a node is not of the graph that
  /// this one was made of; a node is neither a kernel nor a host task.
  void update(const node_handle& of) { update(std::vector<node_handle>{of}); }
  void update(const std::vector<node_handle>& nodes);
  /// Of memory that the graph allocates: none.
  std::size_t get_required_mem_size() const noexcept { return 0; }

  const void* lw_object() const noexcept { return impl.raw(); }
  counted* lw_graph() const noexcept { return impl.raw(); }

protected:
  explicit executable_graph_base(counted* take) : impl(ref<executable_graph>::adopt(take)) {}
  void update_all(counted* from);

  ref<executable_graph> impl;
};

} // namespace detail

namespace ext::oneapi::experimental {

/// Section "Graph": a graph to which nodes are added, by `add` or by recording queues.
template <> class command_graph<graph_state::modifiable> : public sycl::detail::modifiable_graph {
  template <typename F> using if_group = std::enable_if_t<std::is_invocable_v<F&, handler&>, int>;

public:
  /// Errors: the device is not of the context; it lacks aspect::ext_oneapi_limited_graph;
  /// errc::feature_not_supported: property::graph::enable_native_recording.
  command_graph(const context& in, const device& on, const property_list& properties = {})
      : modifiable_graph(&in, on, sycl::detail::graph_options_of(properties)) {}
  explicit command_graph(const queue& of, const property_list& properties = {})
      : command_graph(of.get_context(), of.get_device(), properties) {}
  explicit command_graph(const device& on, const property_list& properties = {})
      : modifiable_graph(nullptr, on, sycl::detail::graph_options_of(properties)) {}

  /// A node without a command. Errors of all `add`: a queue records to the graph; a property
  /// names a node of another graph.
  node add(const property_list& properties = {}) {
    return add_empty(sycl::detail::node_waits_of(properties));
  }
  /// The function is called at once, its command runs with the graph. Errors, too: a buffer
  /// without property::graph::assume_buffer_outlives_graph, or one that writes back; an event
  /// that this graph did not record; a barrier, a stream; a dynamic parameter without a kernel of
  /// OpenCL's (errc::feature_not_supported if it is a function object).
  template <typename F, if_group<F> = 0> node add(F group, const property_list& properties = {}) {
    const auto call = [](const void* f, handler& to) {
      (*static_cast<F*>(const_cast<void*>(f)))(to);
    };
    return add_group(call, &group, sycl::detail::node_waits_of(properties));
  }
  /// Errors, too: the groups are of another graph, or would wait for different nodes.
  node add(dynamic_command_group& group, const property_list& properties = {});

  /// Section "finalize". The graph stays as it is; any number of executable graphs can be made of
  /// it. Throws what launches throw, at the latest now.
  command_graph<graph_state::executable> finalize(const property_list& properties = {}) const;

  friend bool operator==(const command_graph& a, const command_graph& b) {
    return a.impl == b.impl;
  }
  friend bool operator!=(const command_graph& a, const command_graph& b) { return !(a == b); }

private:
  friend class sycl::detail::graph_impl;
  explicit command_graph(sycl::detail::counted* take) : modifiable_graph(take) {}
};

/// Section "Graph": a graph that can be submitted. Of several submissions one runs at a time, in
/// their order. Its resources live until the last submission has ended.
template <>
class command_graph<graph_state::executable> : public sycl::detail::executable_graph_base {
public:
  command_graph() = delete;

  using executable_graph_base::update;
  /// Takes all kernels and host tasks of a graph with the same nodes and edges. Errors: this graph
  /// is not updatable; the context or the device is another; the nodes, their kernels or their
  /// edges differ; a node is neither empty, a barrier, a kernel nor a host task.
  void update(const command_graph<graph_state::modifiable>& from) { update_all(from.lw_graph()); }

  friend bool operator==(const command_graph& a, const command_graph& b) {
    return a.impl == b.impl;
  }
  friend bool operator!=(const command_graph& a, const command_graph& b) { return !(a == b); }

private:
  friend class command_graph<graph_state::modifiable>;
  explicit command_graph(sycl::detail::counted* take) : executable_graph_base(take) {}
};

command_graph(const context&, const device&, const property_list& = {})
    -> command_graph<graph_state::modifiable>;
command_graph(const queue&, const property_list& = {}) -> command_graph<graph_state::modifiable>;
command_graph(const device&, const property_list& = {}) -> command_graph<graph_state::modifiable>;

inline command_graph<graph_state::executable>
command_graph<graph_state::modifiable>::finalize(const property_list& properties) const {
  return command_graph<graph_state::executable>(
      make_executable(sycl::detail::finalize_options_of(properties)));
}

} // namespace ext::oneapi::experimental

namespace detail {

inline graph_options graph_options_of(const property_list& list) {
  namespace graph = ext::oneapi::experimental::property::graph;
  return {!list.has_property<graph::no_cycle_check>(),
          list.has_property<graph::assume_buffer_outlives_graph>(),
          list.has_property<graph::enable_native_recording>()};
}
inline finalize_options finalize_options_of(const property_list& list) {
  namespace graph = ext::oneapi::experimental::property::graph;
  return {list.has_property<graph::updatable>(), list.has_property<graph::enable_profiling>()};
}
inline node_waits node_waits_of(const property_list& list) {
  namespace node = ext::oneapi::experimental::property::node;
  node_waits waits;
  if (list.has_property<node::depends_on>()) {
    waits.nodes = list.get_property<node::depends_on>().lw_nodes();
  }
  waits.for_all_leaves = list.has_property<node::depends_on_all_leaves>();
  return waits;
}

} // namespace detail

// Sections "New Handler Member Functions" and "New Queue Member Functions".
inline void handler::ext_oneapi_graph(const detail::graph_to_run& graph) {
  detail::set_graph(group, graph.lw_graph());
}
inline event queue::ext_oneapi_graph(const detail::graph_to_run& graph) {
  return submit([&](handler& to) { to.ext_oneapi_graph(graph); });
}
inline event queue::ext_oneapi_graph(const detail::graph_to_run& graph, const event& after) {
  return ext_oneapi_graph(graph, std::vector<event>{after});
}
inline event queue::ext_oneapi_graph(const detail::graph_to_run& graph,
                                     const std::vector<event>& after) {
  return after_events(after, [&](handler& to) { to.ext_oneapi_graph(graph); });
}

} // namespace lw1
} // namespace sycl

// NOLINTBEGIN(bugprone-std-namespace-modification): SYCL asks for it.
template <>
struct std::hash<sycl::ext::oneapi::experimental::node>
    : sycl::detail::hash_by_object<sycl::ext::oneapi::experimental::node> {};
template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>>
    : sycl::detail::hash_by_object<sycl::ext::oneapi::experimental::command_graph<State>> {};
// NOLINTEND(bugprone-std-namespace-modification)

#endif
