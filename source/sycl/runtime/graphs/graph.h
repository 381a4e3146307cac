// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modifiable graphs. A graph has nodes, which are added by command_graph::add or by queues that
// record to it. The program's handles share one graph_handle, whose end stops recording; nodes,
// recorded events and recording queues share the graph itself.
#ifndef SYCL_RUNTIME_GRAPHS_GRAPH_H
#define SYCL_RUNTIME_GRAPHS_GRAPH_H

#include "graphs/content.h"
#include "memory/buffers.h"

#include <map>
#include <span>

namespace sycl {
inline namespace lw1 {
namespace detail {

class graph_handle;
class recorder;

/// Owned by its graph; protected by the graph's lock.
class graph_node {
public:
  graph_node(graph_impl& in, size_t index, std::shared_ptr<node_contents> runs)
      : graph(in), number(index), contents(std::move(runs)) {}
  static ext::oneapi::experimental::node handle(graph_node& of);
  static graph_node& of(const ext::oneapi::experimental::node& handle) { return *handle.impl; }
  static std::vector<ext::oneapi::experimental::node> handles(std::span<graph_node* const> of);

  /// Changes a kernel's space. Throws errc::invalid if it is no kernel or the space does not fit.
  void set_shape(const launch_shape& next);

  graph_impl& graph;
  const size_t number; ///< its place among the graph's nodes
  const std::shared_ptr<node_contents> contents;
  std::vector<graph_node*> predecessors;
  std::vector<graph_node*> successors;
};

/// The order that the buffers of nodes ask for.
class buffer_order {
public:
  /// Adds the nodes that one with these uses has to wait for.
  void collect(const std::vector<node_use>& uses, std::vector<graph_node*>& nodes) const;
  void record(const std::vector<node_use>& uses, graph_node& by);

private:
  struct users {
    graph_node* last_writer = nullptr;
    std::vector<graph_node*> readers; ///< since
  };
  std::map<const counted*, users> all;
};

class graph_impl : public counted {
public:
  graph_impl(ref<context_impl> in, ref<device_impl> on, const graph_options& options);
  ~graph_impl() override;

  // command_graph::add. They throw errc::invalid while a queue records to the graph.
  graph_node& add(const node_waits& waits);
  graph_node& add(command_group& group, const node_waits& waits);
  graph_node& add(dynamic_group_impl& group, const node_waits& waits);
  void make_edge(graph_node& from, graph_node& to);

  // Recording (recording.cpp).
  void begin_recording(const std::vector<ref<queue_impl>>& queues);
  /// All queues that record to the graph; or these, which throws errc::invalid if one of them
  /// records to another graph.
  void end_recording();
  void end_recording(const std::vector<ref<queue_impl>>& queues);
  /// The queue records as well, since its command depends on an event of a queue that does. Throws
  /// errc::invalid if that queue does not any more.
  void record_too(queue_impl& queue, const event_impl& after);
  /// Makes a node of what a queue has recorded.
  ref<event_impl> record(command_group& group);

  /// The event's node, if it is of this graph; else throws errc::invalid.
  graph_node& node_of(const event_impl& event) const;
  /// Throws errc::invalid while a queue records to the graph.
  void check_adding() const;
  /// Throws errc::invalid if nodes cannot use one of the buffers.
  void check_uses(const std::vector<node_use>& uses) const;
  static ext::oneapi::experimental::command_graph<> handle_of(ref<graph_handle> take);
  /// The handle, or a null reference if no copy of it is left.
  ref<graph_handle> handle() const;

  const ref<context_impl> context_of;
  const ref<device_impl> device_of;
  const graph_options options;
  const size_t number; ///< of no other graph, and greater than those of earlier ones
  /// Out of order; of commands that are added, and what command buffers are made for.
  const ref<queue_impl> queue;

  mutable std::mutex mutex; ///< protects what follows, and the nodes
  std::vector<std::unique_ptr<graph_node>> nodes;

private:
  friend class graph_handle;
  void check_adding_locked() const;
  void add_waits(const node_waits& waits, std::vector<graph_node*>& nodes_before) const;
  std::vector<graph_node*> leaves() const;
  graph_node& append(std::shared_ptr<node_contents> contents, std::vector<graph_node*> before);
  void remember_buffers(const std::vector<node_use>& uses);
  void forget_buffers();

  graph_handle* owner = nullptr;
  buffer_order order;
  std::vector<std::unique_ptr<recorder>> recorders; ///< of queues that record or have recorded
  std::vector<ref<counted>> recorded_buffers;       ///< while a queue records
};

/// What the program's handles of a modifiable graph share.
class graph_handle : public counted {
public:
  explicit graph_handle(ref<graph_impl> of);
  ~graph_handle() override;
  const ref<graph_impl> graph;
};

/// The graph of a handle that a header gives.
graph_impl& graph_of(counted* handle);

/// The groups of a dynamic_command_group.
class dynamic_group_impl : public counted {
public:
  explicit dynamic_group_impl(ref<graph_impl> of) : graph(std::move(of)) {}
  const ref<graph_impl> graph;
  const std::shared_ptr<node_contents> contents = std::make_shared<node_contents>();
  std::vector<std::vector<ref<event_impl>>> after; ///< of depends_on, for each group
};

/// Connects the dynamic parameters of a group with the content that was made of it.
void connect_parameters(const command_group& group, const ref<graph_impl>& graph,
                        const std::shared_ptr<node_contents>& contents, size_t which);

void add_once(std::vector<graph_node*>& list, graph_node* one);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
