// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's interface for command graphs (sycl_ext_oneapi_graph), and the names that handler
// and queue need.
#ifndef SYCL_DETAIL_GRAPHS_HPP
#define SYCL_DETAIL_GRAPHS_HPP

#include <functional>
#include <sycl/detail/commands.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {

class context;
class device;
class event;
class queue;

namespace ext::oneapi::experimental {

/// Section "Graph State".
enum class graph_state { modifiable, executable };
/// Section "Queue State".
enum class queue_state { executing, recording };

template <graph_state State = graph_state::modifiable> class command_graph;
template <> class command_graph<graph_state::modifiable>;
template <> class command_graph<graph_state::executable>;
template <typename T> class dynamic_parameter;
class dynamic_command_group;
class node;

} // namespace ext::oneapi::experimental

namespace detail {

class dynamic_group_impl;
class dynamic_parameter_impl;
class executable_graph;
class executable_graph_base;
class graph_impl;
class graph_node;
class modifiable_graph;

/// What is submitted.
using graph_to_run =
    ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable>;

/// Properties of a modifiable graph.
struct graph_options {
  bool checks_cycles = true;
  bool may_use_buffers = false; ///< assume_buffer_outlives_graph
  bool records_natively = false;
};
/// Properties of finalize.
struct finalize_options {
  bool is_updatable = false;
  bool has_profiling = false;
};
/// What a new node waits for, beside what its command group says.
struct node_waits {
  std::vector<ext::oneapi::experimental::node> nodes;
  bool for_all_leaves = false;
};

/// Sets the group's command: the graph.
LW_SYCL_EXPORT void set_graph(command_group& group, counted* executable);
/// Sets an argument of OpenCL's kernel to the parameter's value, now and after each update.
/// errc::invalid: the group is not of command_graph::add.
LW_SYCL_EXPORT void set_dynamic_argument(command_group& group, int index, counted* parameter);
/// The group uses the buffer of the parameter's accessor. errc::invalid likewise.
LW_SYCL_EXPORT void require_dynamic(command_group& group, counted* parameter);

/// The value of a dynamic parameter: bytes, or the memory of an accessor and its buffer.
struct dynamic_value {
  argument_kind kind = argument_kind::bytes;
  const void* value = nullptr;
  std::size_t bytes = 0;
  counted* buffer = nullptr;
  access_mode mode = access_mode::read_write;
  /// What an object of a kernel that captures the value has in it; null: it cannot be told there.
  const void* captured = nullptr;
  std::size_t captured_bytes = 0;
};
/// A reference to a new parameter; `graph` may be null: then it is for nodes of any graph.
LW_SYCL_EXPORT counted* make_dynamic_parameter(counted* graph, const dynamic_value& first);
LW_SYCL_EXPORT void update_dynamic_parameter(counted* parameter, const dynamic_value& next);

/// A reference to new command groups of which one is active. `fill` is called for each of them.
LW_SYCL_EXPORT counted*
make_dynamic_group(counted* graph, const std::vector<std::function<void(handler&)>>& groups);
LW_SYCL_EXPORT std::size_t active_index(counted* group);
LW_SYCL_EXPORT void set_active_index(counted* group, std::size_t index);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
