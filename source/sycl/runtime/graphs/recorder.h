// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a graph knows of a queue that records to it.
#ifndef SYCL_RUNTIME_GRAPHS_RECORDER_H
#define SYCL_RUNTIME_GRAPHS_RECORDER_H

#include "graphs/graph.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Protected by the graph's lock.
class recorder {
public:
  explicit recorder(ref<queue_impl> of) : queue(std::move(of)) {}
  /// Adds the nodes of the queue that a command has to wait for: the last one in an in-order queue,
  /// the last barrier in another. A barrier without events waits for all since the last one.
  void collect(bool waits_for_all, std::vector<graph_node*>& nodes) const;
  void record(graph_node& made, bool is_barrier);

  const ref<queue_impl> queue;
  bool is_active = true;

private:
  graph_node* last = nullptr;
  graph_node* barrier = nullptr;
  std::vector<graph_node*> since_barrier;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
