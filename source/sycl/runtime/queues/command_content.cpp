// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills a command group: the functions that handler calls.
#include "graphs/executable.h"
#include "queues/commands.h"

#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

void set_kernel(command_group& group, const kernel_info& kernel, const void* object,
                const launch_shape& shape) {
  const auto* bytes = static_cast<const unsigned char*>(object);
  group.set(kernel_command{&kernel, shape, {bytes, bytes + kernel.object_size}});
}

void set_host_task(command_group& group, std::function<void()> task) {
  group.set(host_command{std::move(task)});
}

void set_native_kernel(command_group& group, const kernel& native, const launch_shape& shape) {
  auto impl = kernel_impl::share(native);
  if (!impl->is_native() && !impl->is_function()) {
    throw exception(make_error_code(errc::invalid),
                    "a kernel without its function object has to be one of OpenCL's, or one of the "
                    "program's functions");
  }
  if (impl->bundle->context_of != group.queue.context_of) {
    throw exception(make_error_code(errc::invalid),
                    "the kernel and the queue are of different contexts");
  }
  if (impl->is_function()) {
    check_device(impl->built, *group.queue.device_of);
  }
  group.set(native_command{std::move(impl), shape});
}

void set_native_argument(command_group& group, int index, argument_kind kind, const void* value,
                         std::size_t bytes) {
  native_command::argument made = {index, kind, value, {}, bytes};
  if (kind == argument_kind::bytes) {
    const auto* first = static_cast<const unsigned char*>(value);
    made.bytes.assign(first, first + bytes);
  }
  group.arguments.push_back(std::move(made));
}

queue queue_of(command_group& group) { return group.queue.handle(); }

void set_barrier(command_group& group) { group.set(barrier_command{}); }
void set_nothing(command_group& group) { group.set(nothing_command{}); }

void set_memset(command_group& group, void* to, int value, std::size_t bytes) {
  group.set(fill_command{{{to, {static_cast<unsigned char>(value)}, bytes}}, true});
}

void set_graph(command_group& group, counted* executable) {
  auto graph = ref<executable_graph>::share(executable);
  graph->check_place(*group.queue.context_of, *group.queue.device_of);
  group.set(graph_command{std::move(graph)});
}

void keep_shape(command_group& group) { group.keeps_shape = true; }

void add_copy(command_group& group, void* to, const void* from, std::size_t bytes) {
  auto* command = std::get_if<copy_command>(&group.command);
  if (!command) {
    command = &group.set(copy_command{});
  }
  if (bytes) {
    command->rows.push_back({to, from, bytes});
  }
}

void add_fill(command_group& group, void* to, const void* pattern, std::size_t pattern_bytes,
              std::size_t count) {
  auto* command = std::get_if<fill_command>(&group.command);
  if (!command) {
    command = &group.set(fill_command{});
  }
  const auto* bytes = static_cast<const unsigned char*>(pattern);
  command->rows.push_back({to, {bytes, bytes + pattern_bytes}, count});
}

void keep(command_group& group, std::shared_ptr<const void> owner) {
  group.kept.push_back(std::move(owner));
}

void set_prefetch(command_group& group, const void* at, std::size_t bytes) {
  group.set(prefetch_command{at, bytes});
}

void set_advice(command_group& group, const void* at, std::size_t bytes, int advice) {
  group.set(advice_command{at, bytes, advice});
}

void add_dependency(command_group& group, counted* event) {
  if (event) {
    group.after.push_back(ref<event_impl>::share(event));
  }
}

std::size_t add_local(command_group& group, std::size_t bytes, std::size_t alignment,
                      const std::size_t* extents, int dimensions) {
  const size_t offset = (group.local_bytes + alignment - 1) / alignment * alignment;
  group.local_bytes = offset + bytes;
  auto& words = group.local_accessors.emplace_back(1, offset);
  words.insert(words.end(), extents, extents + dimensions);
  return offset;
}

namespace {

void check_free(const command_group& group) {
  if (group.bundle) {
    throw exception(make_error_code(errc::invalid),
                    "a command group that uses a kernel bundle has no specialization constants of "
                    "its own: the bundle has them");
  }
}

} // namespace

void set_constant(command_group& group, const constant_key& key, const void* value) {
  check_free(group);
  group.values.set(key, value);
}

bool get_constant(command_group& group, const constant_key& key, void* value) {
  check_free(group);
  const std::string* found = group.values.find(key.id);
  if (found) {
    found->copy(static_cast<char*>(value), key.size);
  }
  return found;
}

void use_bundle(command_group& group, counted* bundle) {
  auto used = ref<bundle_impl>::share(bundle);
  if (used->context_of != group.queue.context_of) {
    throw exception(make_error_code(errc::invalid),
                    "the kernel bundle and the queue are of different contexts");
  }
  if (!group.values.empty()) {
    throw exception(make_error_code(errc::invalid),
                    "use_kernel_bundle after set_specialization_constant: a command group may have "
                    "one of them");
  }
  group.bundle = std::move(used);
}

void fill_before(command_group& group, void* to, const void* value, std::size_t bytes,
                 std::size_t count) {
  const auto* bytes_of_value = static_cast<const unsigned char*>(value);
  group.fills_before.push_back({to, {bytes_of_value, bytes_of_value + bytes}, count});
}

} // namespace detail
} // namespace lw1
} // namespace sycl
