// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a node of a graph runs: a command group, taken apart once its function has returned.
#ifndef SYCL_RUNTIME_GRAPHS_CONTENT_H
#define SYCL_RUNTIME_GRAPHS_CONTENT_H

#include "queues/commands.h"

#include <sycl/detail/buffers.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

using ext::oneapi::experimental::node_type;

/// A buffer that a node uses, and where it was when the node was made.
struct node_use {
  ref<counted> buffer; ///< a buffer_impl
  access_mode mode;
  const void* memory;
};

/// A value: whoever changes a node gives it another content. Executable graphs share it.
struct node_content {
  any_command command;
  built_kernel* built = nullptr; ///< of a kernel_command
  std::vector<native_command::argument> arguments;
  std::vector<fill_command::row> fills_before;
  size_t local_bytes = 0;
  bool keeps_shape = false;
  std::vector<node_use> uses;
  std::vector<std::shared_ptr<const void>> kept;
  ref<bundle_impl> bundle;

  node_type type() const;
  /// Null: the command is no kernel.
  const launch_shape* shape() const;
  launch_shape* shape();
  bool is_kernel() const { return shape() != nullptr; }
  /// Whether it is the same kernel, maybe with other arguments.
  bool has_kernel_of(const node_content& other) const;
};

/// Takes a group's content and builds its kernel. Throws what a launch throws, and errc::invalid
/// for what nodes cannot be: a stream, a dynamic parameter without a kernel.
std::shared_ptr<node_content> make_content(command_group& group);

/// If the group's command is a kernel with an object: finds the dynamic parameters in the object,
/// and makes these places of their arguments. Throws if that cannot be done.
void find_captured(command_group& group);

/// The contents of a node: one, or those of a dynamic command group, which several nodes may share.
/// Protected by the graph's lock.
struct node_contents {
  std::vector<std::shared_ptr<const node_content>> all;
  size_t active = 0;
  const std::shared_ptr<const node_content>& current() const { return all[active]; }
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
