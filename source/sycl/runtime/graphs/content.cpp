// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/content.h"

#include "graphs/executable.h"
#include "memory/buffers.h"

#include <algorithm>
#include <iterator>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

struct type_of {
  node_type operator()(const std::monostate&) const { return node_type::empty; }
  node_type operator()(const nothing_command&) const { return node_type::empty; }
  node_type operator()(const kernel_command&) const { return node_type::kernel; }
  node_type operator()(const native_command&) const { return node_type::kernel; }
  node_type operator()(const copy_command&) const { return node_type::memcpy; }
  node_type operator()(const fill_command& fill) const {
    return fill.is_memset ? node_type::memset : node_type::memfill;
  }
  node_type operator()(const prefetch_command&) const { return node_type::prefetch; }
  node_type operator()(const advice_command&) const { return node_type::memadvise; }
  node_type operator()(const host_command&) const { return node_type::host_task; }
  node_type operator()(const barrier_command&) const { return node_type::ext_oneapi_barrier; }
  node_type operator()(const graph_command&) const { return node_type::subgraph; }
};

void check_node_command(const command_group& group) {
  if (!group.streams.empty()) {
    throw exception(make_error_code(errc::invalid), "a stream in a command of a graph");
  }
  if (!group.dynamic_uses.empty() && !std::holds_alternative<kernel_command>(group.command) &&
      !std::holds_alternative<native_command>(group.command)) {
    throw exception(make_error_code(errc::invalid),
                    "a dynamic parameter in a command group whose command is no kernel");
  }
  if (group.is_explicit && std::holds_alternative<barrier_command>(group.command)) {
    throw exception(make_error_code(errc::invalid),
                    "a barrier is for queues that are recorded; add an empty node with "
                    "property::node::depends_on_all_leaves");
  }
}

} // namespace

node_type node_content::type() const { return std::visit(type_of(), command); }

const launch_shape* node_content::shape() const {
  if (const auto* kernel = std::get_if<kernel_command>(&command)) {
    return &kernel->shape;
  }
  const auto* native = std::get_if<native_command>(&command);
  return native ? &native->shape : nullptr;
}

launch_shape* node_content::shape() {
  return const_cast<launch_shape*>(std::as_const(*this).shape());
}

bool node_content::has_kernel_of(const node_content& other) const {
  if (const auto* native = std::get_if<native_command>(&command)) {
    const auto* others = std::get_if<native_command>(&other.command);
    return others && &native->kernel->built == &others->kernel->built;
  }
  return built && built == other.built;
}

std::shared_ptr<node_content> make_content(command_group& group) {
  check_node_command(group);
  auto made = std::make_shared<node_content>();
  made->built = group.check_kernel();
  find_captured(group);
  made->command = std::move(group.command);
  if (const launch_shape* shape = made->shape()) { // now rather than when the graph is finalized
    (void)native_shape(*shape, made->built, *group.queue.device_of);
  }
  made->arguments = std::move(group.arguments);
  made->fills_before = std::move(group.fills_before);
  std::ranges::move(group.fills_for_nodes, std::back_inserter(made->fills_before));
  made->local_bytes = group.local_bytes;
  made->keeps_shape = group.keeps_shape;
  made->kept = std::move(group.kept);
  made->bundle = std::move(group.bundle);
  for (const command_group::use& one : group.uses) {
    made->uses.push_back({ref<counted>::share(one.buffer), one.mode, buffer_memory(one.buffer)});
  }
  if (const auto* graph = std::get_if<graph_command>(&made->command)) {
    made->uses = graph->graph->uses();
  }
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
