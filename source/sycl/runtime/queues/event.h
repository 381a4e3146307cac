// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_RUNTIME_QUEUES_EVENT_H
#define SYCL_RUNTIME_QUEUES_EVENT_H

#include "objects.h"

#include <atomic>
#include <memory>
#include <sycl/detail/graphs.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// What an event has to do with a graph.
struct graph_part {
  // Of a recorded command, which is a node.
  ref<graph_impl> graph;
  graph_node* node = nullptr;
  // Of a submitted graph: whether it has times, and the commands that have them where the event
  // itself is not one command.
  bool has_times = false;
  owned_event first, last;
};

/// What few commands have.
struct command_needs {
  /// Queues of the events that it depends on, and those that they depend on.
  std::vector<ref<queue_impl>> other_queues;
  // Until the command has ended. Changed before the queue remembers the command, and under its
  // lock.
  std::vector<ref<event_impl>> after; ///< what depends_on named
  std::vector<std::shared_ptr<const void>> kept;
};

/// A command, a host task (then `cl` is a user event), a command that a queue has recorded (then it
/// has a node), or nothing (then it has neither `cl` nor a queue, and has ended).
class event_impl : public counted {
public:
  event_impl(ref<queue_impl> from, cl_event take);
  /// A recorded command. Throws errc::invalid whenever somebody waits for it or asks about it.
  event_impl(ref<queue_impl> from, ref<graph_impl> in, graph_node& made);
  // Each launch makes one.
  static void* operator new(size_t size);
  static void operator delete(void* block) noexcept;
  static event handle(ref<event_impl> impl) { return event(std::move(impl)); }
  static event_impl* of(const event& handle) { return handle.impl.get(); }

  bool is_recorded() const { return of_graph && of_graph->node; }
  /// Throws errc::invalid for a recorded command.
  void check_executed() const;
  void wait() const;
  /// CL_COMPLETE, a status above it, or an error below.
  cl_int status() const;
  /// status() has found that the command has ended. Asks nobody.
  bool is_known_to_have_ended() const {
    return known_status.load(std::memory_order_acquire) <= CL_COMPLETE;
  }
  /// An event of `other` that follows this one. Null if there is nothing left to wait for.
  owned_event in(context_impl& other) const;

  /// Before the queue remembers the command.
  void depend_on(std::vector<ref<event_impl>> events);
  /// Remembers the queues of an event that it depends on by a buffer.
  void follow(const event_impl& other);
  void keep(std::vector<std::shared_ptr<const void>> objects);

  const ref<queue_impl> queue_of;
  const owned_event cl; ///< of the queue's context
  // Mostly null.
  std::unique_ptr<command_needs> needs;
  std::unique_ptr<graph_part> of_graph;
  bool is_host_task = false;
  bool is_barrier = false;

private:
  friend class command_list;
  event_impl* older = nullptr; ///< in the list that it is in
  /// What status() has found; does not change once it is CL_COMPLETE or an error.
  mutable std::atomic<cl_int> known_status{CL_QUEUED};
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
