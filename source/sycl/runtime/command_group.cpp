// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "buffers.h"
#include "commands.h"
#include "streams.h"

#include <sycl/detail/commands.hpp>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct handler_maker {
  static handler make(command_group& group) { return handler(group); }
};

namespace {

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};

/// Enqueues what is no kernel and no host task: one or several calls of OpenCL, of which the last
/// one's event stands for all.
class Enqueue {
public:
  Enqueue(queue_impl& to, wait_list& events) : queue(to), after(events) {}

  cl_event operator()(const std::monostate&) { return barrier(); }
  cl_event operator()(const barrier_command&) { return barrier(); }
  cl_event operator()(const copy_command& command) {
    return rows(command.rows, [&](const auto& row, cl_event* made) {
      return usm().copy(queue.cl.get(), CL_FALSE, row.to, row.from, row.bytes, after.size(),
                        after.data(), made);
    });
  }
  cl_event operator()(const fill_command& command) {
    return rows(command.rows, [&](const auto& row, cl_event* made) { return fill(row, made); });
  }
  cl_event operator()(const prefetch_command& command) {
    cl_event made = nullptr;
    check(usm().migrate(queue.cl.get(), command.at, command.bytes, 0, after.size(), after.data(),
                        &made),
          "clEnqueueMigrateMemINTEL");
    return made;
  }
  cl_event operator()(const advice_command& command) {
    cl_event made = nullptr;
    check(usm().advise(queue.cl.get(), command.at, command.bytes,
                       cl_mem_advice_intel(command.advice), after.size(), after.data(), &made),
          "clEnqueueMemAdviseINTEL");
    return made;
  }
  cl_event operator()(const kernel_command&) { return nullptr; }
  cl_event operator()(const host_command&) { return nullptr; }

private:
  const usm_functions& usm() const { return queue.context_of->platform_of().usm; }

  cl_event barrier() {
    cl_event made = nullptr;
    check(clEnqueueBarrierWithWaitList(queue.cl.get(), after.size(), after.data(), &made),
          "clEnqueueBarrierWithWaitList");
    return made;
  }

  template <typename Row, typename One>
  cl_event rows(const std::vector<Row>& list, One enqueue_one) {
    if (list.empty()) {
      return barrier();
    }
    std::vector<owned_event> each;
    for (const Row& row : list) {
      cl_event made = nullptr;
      check(enqueue_one(row, &made), "a copy or fill of memory");
      each.emplace_back(made);
    }
    if (each.size() == 1) {
      return each.front().take();
    }
    std::vector<cl_event> all;
    for (const owned_event& one : each) {
      all.push_back(one.get());
    }
    cl_event made = nullptr;
    check(clEnqueueMarkerWithWaitList(queue.cl.get(), cl_uint(all.size()), all.data(), &made),
          "clEnqueueMarkerWithWaitList");
    return made;
  }

  /// OpenCL fills with powers of two up to 128 bytes; other patterns are copied from the host.
  cl_int fill(const fill_command::row& row, cl_event* made) {
    const size_t bytes = row.pattern.size() * row.count;
    const bool direct = bytes && row.pattern.size() <= 128 &&
                        (row.pattern.size() & (row.pattern.size() - 1)) == 0 &&
                        reinterpret_cast<uintptr_t>(row.to) % row.pattern.size() == 0;
    if (direct || bytes == 0) {
      return bytes ? usm().fill(queue.cl.get(), row.to, row.pattern.data(), row.pattern.size(),
                                bytes, after.size(), after.data(), made)
                   : clEnqueueBarrierWithWaitList(queue.cl.get(), after.size(), after.data(), made);
    }
    auto* whole = new std::vector<unsigned char>;
    whole->reserve(bytes);
    for (size_t i = 0; i < row.count; ++i) {
      whole->insert(whole->end(), row.pattern.begin(), row.pattern.end());
    }
    const cl_int status = usm().copy(queue.cl.get(), CL_FALSE, row.to, whole->data(), bytes,
                                     after.size(), after.data(), made);
    const auto release = [](cl_event, cl_int, void* data) {
      delete static_cast<std::vector<unsigned char>*>(data);
    };
    if (status != CL_SUCCESS) {
      delete whole;
      return status;
    }
    return clSetEventCallback(*made, CL_COMPLETE, release, whole);
  }

  queue_impl& queue;
  wait_list& after;
};

ref<event_impl> user_event(queue_impl& queue) {
  cl_int status = CL_SUCCESS;
  const cl_event made = clCreateUserEvent(queue.context_of->cl.get(), &status);
  check(status, "clCreateUserEvent");
  return ref<event_impl>::adopt(
      new event_impl(queue.context_of, ref<queue_impl>::share(&queue), made));
}

} // namespace

built_kernel& command_group::kernel_of(const kernel_info& info) const {
  if (!bundle) {
    return values.empty() ? queue.context_of->kernel(info) : queue.context_of->kernel(info, values);
  }
  bundle_image* const image = bundle->image_of(info.name);
  if (!image || !bundle->is_on(*queue.device_of)) {
    throw exception(
        make_error_code(errc::kernel_not_supported),
        std::string("the kernel bundle of the command group does not have the kernel ") +
            info.name + " for the queue's device");
  }
  built_kernel& found = *image->program->kernel(info.name);
  check_object(info, found);
  return found;
}

ref<event_impl> command_group::submit() {
  auto* kernel = std::get_if<kernel_command>(&command);
  built_kernel* const built = kernel ? &kernel_of(*kernel->kernel) : nullptr; // without locks
  buffer_locks locks(uses);
  std::vector<ref<event_impl>> all = after;
  locks.collect(queue, all);
  wait_list waits(queue, all);
  ref<event_impl> made;
  if (kernel) {
    made = launch(queue, *built, kernel->object.data(), kernel->object.size(), kernel->shape,
                  local_bytes, waits);
  } else if (auto* host = std::get_if<host_command>(&command)) {
    made = user_event(queue);
    made->is_host_task = true;
    made->after = std::move(after);
    made->kept = std::move(kept);
    queue.remember(made);
    locks.record(made);
    run_host_task(queue, waits, made, std::move(host->task));
    return made;
  } else {
    const cl_event event = std::visit(Enqueue(queue, waits), command);
    made = ref<event_impl>::adopt(
        new event_impl(queue.context_of, ref<queue_impl>::share(&queue), event));
  }
  made->after = std::move(after);
  made->kept = std::move(kept);
  queue.remember(made); // from here on, others may look at it
  locks.record(made);
  return streams.empty() ? made : print_after(made);
}

ref<event_impl> command_group::print_after(const ref<event_impl>& kernel) {
  wait_list waits(queue, {kernel});
  ref<event_impl> printed = user_event(queue);
  printed->is_host_task = true;
  printed->after = {kernel};
  queue.remember(printed);
  run_host_task(queue, waits, printed, [all = std::move(streams)] {
    for (const auto& one : all) {
      one->print();
    }
  });
  return printed;
}

counted* submit_group(counted* to, void (*fill)(const void*, handler&), const void* function) {
  auto& queue = static_cast<queue_impl&>(*to);
  command_group group(queue);
  handler made = handler_maker::make(group);
  fill(function, made);
  return group.submit().detach();
}

void set_kernel(command_group& group, const kernel_info& kernel, const void* object,
                const launch_shape& shape) {
  const auto* bytes = static_cast<const unsigned char*>(object);
  group.set(kernel_command{&kernel, shape, {bytes, bytes + kernel.object_size}});
}

void set_host_task(command_group& group, std::function<void()> task) {
  group.set(host_command{std::move(task)});
}

void set_barrier(command_group& group) { group.set(barrier_command{}); }

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

std::size_t add_local(command_group& group, std::size_t bytes, std::size_t alignment) {
  const size_t offset = (group.local_bytes + alignment - 1) / alignment * alignment;
  group.local_bytes = offset + bytes;
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

void fill_before(command_group& group, void* to, const void* value, std::size_t bytes) {
  command_group first(group.queue);
  add_fill(first, to, value, bytes, 1);
  first.after = group.after;
  first.uses = group.uses; // the variable may be in a buffer
  group.after.push_back(first.submit());
}

} // namespace detail
} // namespace lw1
} // namespace sycl
