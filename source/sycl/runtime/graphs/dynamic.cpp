// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dynamic parameters and dynamic command groups. A parameter knows the contents that it is in, and
// a change of it gives their nodes other contents.
#include "graphs/graph.h"

#include <algorithm>
#include <cstring>

namespace sycl {
inline namespace lw1 {
namespace detail {

class dynamic_parameter_impl : public counted {
public:
  explicit dynamic_parameter_impl(ref<graph_impl> of, const dynamic_value& first)
      : graph(std::move(of)) {
    set(first);
  }

  /// A place that has the value.
  struct place {
    ref<graph_impl> graph;
    std::shared_ptr<node_contents> contents;
    size_t which;
    int argument;     ///< its index, or -1
    int use;          ///< or -1
    size_t in_object; ///< or no_place
  };

  void set(const dynamic_value& to) {
    kind = to.kind;
    memory = to.kind == argument_kind::memory ? to.value : nullptr;
    size = to.bytes;
    const auto* first = static_cast<const unsigned char*>(to.value);
    bytes.assign(first, to.kind == argument_kind::bytes ? first + to.bytes : first);
    buffer = ref<counted>::share(to.buffer);
    mode = to.mode;
    const auto* captured_first = static_cast<const unsigned char*>(to.captured);
    captured.assign(captured_first, captured_first + to.captured_bytes);
  }
  native_command::argument argument(int index) const { return {index, kind, memory, bytes, size}; }
  void write(const place& to) const {
    const std::lock_guard lock(to.graph->mutex);
    auto& content = to.contents->all[to.which];
    auto changed = std::make_shared<node_content>(*content);
    for (native_command::argument& one : changed->arguments) {
      if (one.index == to.argument) {
        one = argument(to.argument);
      }
    }
    if (to.use >= 0) {
      changed->uses[size_t(to.use)] = {buffer, mode, buffer_memory(buffer.get())};
    }
    if (to.in_object != command_group::dynamic_use::no_place) {
      auto& object = std::get<kernel_command>(changed->command).object;
      std::ranges::copy(captured, object.begin() + std::ptrdiff_t(to.in_object));
    }
    content = std::move(changed);
  }

  const ref<graph_impl> graph; ///< null: any
  std::mutex mutex;            ///< protects what follows
  argument_kind kind = argument_kind::bytes;
  const void* memory = nullptr;
  size_t size = 0;
  std::vector<unsigned char> bytes;
  std::vector<unsigned char> captured; ///< in kernels' objects
  ref<counted> buffer;
  access_mode mode = access_mode::read_write;
  std::vector<place> places;
};

namespace {

/// Where the object of a kernel has the value. Throws if that cannot be told.
size_t place_in(const std::vector<unsigned char>& object, const dynamic_parameter_impl& parameter) {
  const size_t size = parameter.captured.size();
  if (size == 0) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "a dynamic parameter that is neither an accessor nor a pointer, with a kernel "
                    "that is a function object, where other values may be the same: use a "
                    "dynamic_command_group, update the whole graph, or make the kernel of a "
                    "function");
  }
  size_t found = command_group::dynamic_use::no_place;
  size_t count = 0;
  for (size_t at = 0; at + size <= object.size(); at += alignof(void*)) {
    if (std::memcmp(object.data() + at, parameter.captured.data(), size) == 0) {
      found = at;
      ++count;
    }
  }
  if (count != 1) {
    throw exception(make_error_code(errc::invalid),
                    "a kernel that is a function object has to capture the present value of its "
                    "dynamic parameter once; this one has it " +
                        std::to_string(count) + " times");
  }
  return found;
}

dynamic_parameter_impl& checked(const command_group& group, counted* parameter) {
  auto& impl = static_cast<dynamic_parameter_impl&>(*parameter);
  if (!group.graph || !group.is_explicit) {
    throw exception(make_error_code(errc::invalid),
                    "a dynamic parameter outside command_graph::add");
  }
  if (impl.graph && impl.graph != group.graph) {
    throw exception(make_error_code(errc::invalid), "a dynamic parameter of another graph");
  }
  return impl;
}

} // namespace

void set_dynamic_argument(command_group& group, int index, counted* parameter) {
  dynamic_parameter_impl& impl = checked(group, parameter);
  const std::lock_guard lock(impl.mutex);
  group.arguments.push_back(impl.argument(index));
  group.dynamic_uses.push_back({ref<dynamic_parameter_impl>::share(parameter), index, -1});
}

void require_dynamic(command_group& group, counted* parameter) {
  dynamic_parameter_impl& impl = checked(group, parameter);
  const std::lock_guard lock(impl.mutex);
  (void)use_buffer(group, impl.buffer.get(), impl.mode);
  group.dynamic_uses.push_back(
      {ref<dynamic_parameter_impl>::share(parameter), -1, int(group.uses.size()) - 1});
}

void find_captured(command_group& group) {
  const auto* kernel = std::get_if<kernel_command>(&group.command);
  if (!kernel) {
    return;
  }
  const auto is_argument = [&](const command_group::dynamic_use& use) {
    return std::ranges::any_of(group.dynamic_uses, [&](const auto& other) {
      return other.argument >= 0 && other.parameter == use.parameter;
    });
  };
  if (!std::ranges::all_of(group.dynamic_uses, is_argument)) {
    throw exception(make_error_code(errc::invalid),
                    "a dynamic parameter is required, but no argument of the kernel");
  }
  for (command_group::dynamic_use& one : group.dynamic_uses) {
    if (one.argument >= 0) {
      const std::lock_guard lock(one.parameter->mutex);
      one.place = place_in(kernel->object, *one.parameter);
      one.argument = -1;
    }
  }
  group.arguments.clear(); // of kernels with arguments alone
}

void connect_parameters(const command_group& group, const ref<graph_impl>& graph,
                        const std::shared_ptr<node_contents>& contents, size_t which) {
  for (const command_group::dynamic_use& one : group.dynamic_uses) {
    const std::lock_guard lock(one.parameter->mutex);
    one.parameter->places.push_back({graph, contents, which, one.argument, one.use, one.place});
  }
}

counted* make_dynamic_parameter(counted* graph, const dynamic_value& first) {
  auto of = graph ? ref<graph_impl>::share(&graph_of(graph)) : ref<graph_impl>();
  return new dynamic_parameter_impl(std::move(of), first);
}

void update_dynamic_parameter(counted* parameter, const dynamic_value& next) {
  auto& impl = static_cast<dynamic_parameter_impl&>(*parameter);
  const std::lock_guard lock(impl.mutex);
  impl.set(next);
  for (const auto& place : impl.places) {
    impl.write(place);
  }
}

namespace {

void call(const void* function, handler& group) {
  (*static_cast<const std::function<void(handler&)>*>(function))(group);
}

} // namespace

counted* make_dynamic_group(counted* graph,
                            const std::vector<std::function<void(handler&)>>& groups) {
  if (groups.empty()) {
    throw exception(make_error_code(errc::invalid), "a dynamic_command_group of no command groups");
  }
  auto made = ref<dynamic_group_impl>::adopt(
      new dynamic_group_impl(ref<graph_impl>::share(&graph_of(graph))));
  for (const auto& function : groups) {
    command_group group(*made->graph->queue);
    group.graph = made->graph;
    group.is_explicit = true;
    call_group(call, &function, group);
    made->after.push_back(std::move(group.after));
    auto& all = made->contents->all;
    all.push_back(make_content(group));
    made->graph->check_uses(all.back()->uses);
    const node_type type = all.back()->type();
    if ((type != node_type::kernel && type != node_type::host_task) ||
        type != all.front()->type()) {
      throw exception(make_error_code(errc::invalid),
                      "the command groups of a dynamic_command_group have to be all kernels or all "
                      "host tasks");
    }
    connect_parameters(group, made->graph, made->contents, all.size() - 1);
  }
  return made.detach();
}

size_t active_index(counted* group) {
  const auto& impl = static_cast<dynamic_group_impl&>(*group);
  const std::lock_guard lock(impl.graph->mutex);
  return impl.contents->active;
}

void set_active_index(counted* group, size_t index) {
  auto& impl = static_cast<dynamic_group_impl&>(*group);
  const std::lock_guard lock(impl.graph->mutex);
  if (index >= impl.contents->all.size()) {
    throw exception(make_error_code(errc::invalid), "command group " + std::to_string(index) +
                                                        " of a dynamic_command_group of " +
                                                        std::to_string(impl.contents->all.size()));
  }
  impl.contents->active = index;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
