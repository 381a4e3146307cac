// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/recorder.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

void recorder::collect(bool waits_for_all, std::vector<graph_node*>& nodes) const {
  if (queue->in_order) {
    if (last) {
      add_once(nodes, last);
    }
    return;
  }
  if (barrier) {
    add_once(nodes, barrier);
  }
  if (waits_for_all) {
    for (graph_node* one : since_barrier) {
      const bool is_leaf = one->successors.empty();
      if (is_leaf) {
        add_once(nodes, one);
      }
    }
  }
}

void recorder::record(graph_node& made, bool is_barrier) {
  last = &made;
  if (is_barrier) {
    barrier = &made;
    since_barrier.clear();
  } else {
    since_barrier.push_back(&made);
  }
}

namespace {

recorder* find(const std::vector<std::unique_ptr<recorder>>& all, const queue_impl& queue) {
  const auto found =
      std::ranges::find_if(all, [&](const auto& one) { return one->queue.get() == &queue; });
  return found == all.end() ? nullptr : found->get();
}

} // namespace

void graph_impl::begin_recording(const std::vector<ref<queue_impl>>& queues) {
  for (const auto& one : queues) {
    if (one->context_of != context_of || one->device_of != device_of) {
      throw exception(make_error_code(errc::invalid),
                      "the queue has another context or device than the graph");
    }
  }
  const std::lock_guard lock(mutex);
  for (size_t i = 0; i < queues.size(); ++i) {
    if (!queues[i]->start_recording(ref<graph_impl>::share(this))) {
      for (size_t started = 0; started < i; ++started) {
        queues[started]->stop_recording();
      }
      throw exception(make_error_code(errc::invalid), "the queue records to a graph already");
    }
  }
  for (const auto& one : queues) {
    if (recorder* known = find(recorders, *one)) {
      known->is_active = true;
    } else {
      recorders.push_back(std::make_unique<recorder>(one));
    }
  }
}

void graph_impl::end_recording() {
  const std::lock_guard lock(mutex);
  for (const auto& one : recorders) {
    if (std::exchange(one->is_active, false)) {
      one->queue->stop_recording();
    }
  }
  forget_buffers();
}

void graph_impl::end_recording(const std::vector<ref<queue_impl>>& queues) {
  for (const auto& one : queues) {
    const auto to = one->recording();
    if (to && to.get() != this) {
      throw exception(make_error_code(errc::invalid), "the queue records to another graph");
    }
  }
  const std::lock_guard lock(mutex);
  for (const auto& one : queues) {
    recorder* const known = find(recorders, *one);
    if (known && std::exchange(known->is_active, false)) {
      one->stop_recording();
    }
  }
  if (std::ranges::none_of(recorders, [](const auto& one) { return one->is_active; })) {
    forget_buffers();
  }
}

void graph_impl::record_too(queue_impl& to, const event_impl& after) {
  if (after.queue_of->recording().get() != this) {
    after.check_executed();
  }
  begin_recording({ref<queue_impl>::share(&to)});
}

ref<event_impl> graph_impl::record(command_group& group) {
  const auto after = std::move(group.after);
  const bool is_barrier = std::holds_alternative<barrier_command>(group.command);
  auto contents = std::make_shared<node_contents>();
  contents->all.push_back(make_content(group));
  check_uses(contents->current()->uses);
  const auto from = ref<queue_impl>::share(&group.queue);
  const std::lock_guard lock(mutex);
  recorder* const by = find(recorders, *from);
  if (!by) { // another thread has had it record to another graph
    throw exception(make_error_code(errc::invalid), "the queue does not record to the graph");
  }
  std::vector<graph_node*> before;
  for (const auto& one : after) {
    add_once(before, &node_of(*one));
  }
  order.collect(contents->current()->uses, before);
  by->collect(is_barrier && after.empty(), before);
  remember_buffers(contents->current()->uses);
  graph_node& made = append(std::move(contents), std::move(before));
  by->record(made, is_barrier);
  return ref<event_impl>::adopt(new event_impl(from, ref<graph_impl>::share(this), made));
}

void graph_impl::remember_buffers(const std::vector<node_use>& uses) {
  for (const node_use& use : uses) {
    if (std::ranges::find(recorded_buffers, use.buffer) == recorded_buffers.end()) {
      auto& buffer = static_cast<buffer_impl&>(*use.buffer);
      const std::lock_guard lock(buffer.mutex);
      ++buffer.recordings;
      recorded_buffers.push_back(use.buffer);
    }
  }
}

void graph_impl::forget_buffers() {
  for (const auto& one : recorded_buffers) {
    auto& buffer = static_cast<buffer_impl&>(*one);
    const std::lock_guard lock(buffer.mutex);
    --buffer.recordings;
  }
  recorded_buffers.clear();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
