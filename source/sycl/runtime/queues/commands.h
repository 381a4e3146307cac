// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events, queues and command groups.
//
// A command group goes to OpenCL when its function has returned; there is no graph. What orders
// commands are OpenCL's events: those of depends_on, those that its buffers remember, and in an
// in-order queue the queue itself.
#ifndef SYCL_RUNTIME_QUEUES_COMMANDS_H
#define SYCL_RUNTIME_QUEUES_COMMANDS_H

#include "programs/bundle.h"

#include <sycl/detail/commands.hpp>
#include <variant>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A command, a host task (then `cl` is a user event), or nothing (then it has neither `cl` nor a
/// queue, and has ended).
class event_impl : public counted {
public:
  event_impl(ref<context_impl> of, ref<queue_impl> from, cl_event take);
  static event handle(ref<event_impl> impl) { return event(std::move(impl)); }
  static event_impl* of(const event& handle) { return handle.impl.get(); }

  void wait() const;
  /// CL_COMPLETE, a status above it, or an error below.
  cl_int status() const;
  /// An event of `other` that follows this one. Null if there is nothing left to wait for.
  owned_event in(context_impl& other) const;

  const ref<context_impl> context_of;
  const ref<queue_impl> queue_of;
  const owned_event cl;
  bool is_host_task = false;
  // Until the command has ended:
  std::vector<ref<event_impl>> after; ///< what depends_on named
  std::vector<std::shared_ptr<const void>> kept;
};

class queue_impl : public counted {
public:
  queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
             property_list with);
  /// Of OpenCL's.
  queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
             owned_queue take);
  ~queue_impl() override;
  queue handle() { return queue(ref<queue_impl>::share(this)); }
  static queue_impl& of(const queue& handle) { return *handle.impl; }

  void wait();
  /// Gives the errors that were found to the handler; ends the process if there is none.
  void throw_asynchronous();
  void add_error(std::exception_ptr error);
  /// Remembers a command until it is known how it ended.
  void remember(const ref<event_impl>& command);
  /// In an in-order queue: a host task that the next command has to wait for.
  ref<event_impl> take_last_host_task();

  const ref<context_impl> context_of;
  const ref<device_impl> device_of;
  const async_handler handler;
  const property_list properties;
  const bool in_order;
  owned_queue cl;

private:
  void collect_errors(std::vector<ref<event_impl>>& ended);
  std::mutex mutex; ///< protects what follows; never held over a call of the user's
  std::vector<ref<event_impl>> running;
  std::vector<std::exception_ptr> errors;
  ref<event_impl> last_host_task;
};

class stream_memory;
class wait_list;

struct kernel_command {
  const kernel_info* kernel;
  launch_shape shape;
  std::vector<unsigned char> object;
};
/// A kernel of OpenCL's.
struct native_command {
  struct argument {
    int index;
    argument_kind kind;
    const void* memory;
    std::vector<unsigned char> bytes;
    size_t size;
  };
  ref<kernel_impl> kernel;
  launch_shape shape;
};
struct copy_command {
  struct row {
    void* to;
    const void* from;
    size_t bytes;
  };
  std::vector<row> rows;
};
struct fill_command {
  struct row {
    void* to;
    std::vector<unsigned char> pattern;
    size_t count;
  };
  std::vector<row> rows;
};
struct prefetch_command {
  const void* at;
  size_t bytes;
};
struct advice_command {
  const void* at;
  size_t bytes;
  int advice;
};
struct host_command {
  std::function<void()> task;
};
struct barrier_command {};

class command_group {
public:
  explicit command_group(queue_impl& to) : queue(to) {}
  /// Sends it to OpenCL. Called once, after the group's function.
  ref<event_impl> submit();

  /// Sets the group's command; throws if it has one already.
  template <typename Command> Command& set(Command made) {
    if (!std::holds_alternative<std::monostate>(command)) {
      throw exception(make_error_code(errc::invalid),
                      "a command group may have one command; this one has two");
    }
    return command.emplace<Command>(std::move(made));
  }

  struct use {
    buffer_impl* buffer;
    access_mode mode;
  };
  queue_impl& queue;
  std::variant<std::monostate, kernel_command, native_command, copy_command, fill_command,
               prefetch_command, advice_command, host_command, barrier_command>
      command;
  std::vector<ref<event_impl>> after;
  std::vector<use> uses;
  std::vector<std::shared_ptr<const void>> kept;
  std::vector<std::shared_ptr<stream_memory>> streams;
  std::vector<native_command::argument> arguments; ///< of set_arg
  size_t local_bytes = 0;
  std::vector<std::vector<size_t>> local_accessors; ///< each as it is in an object
  constant_values values;
  ref<bundle_impl> bundle; ///< of use_kernel_bundle

private:
  /// Prints the streams when the kernel has ended.
  ref<event_impl> print_after(const ref<event_impl>& kernel);
  ref<event_impl> launch_native(const native_command& native, wait_list& waits) const;
  cl_int set_argument(cl_kernel kernel, const native_command::argument& one) const;
  built_kernel& kernel_of(const kernel_info& info) const;
  /// Whether the kernel's object has one of the local accessors.
  bool has_local_accessor(const kernel_command& kernel) const;
};

/// The events of a wait list in the queue's context, with the objects that have to live until it is
/// used.
class wait_list {
public:
  wait_list(queue_impl& queue, const std::vector<ref<event_impl>>& events);
  void add(queue_impl& queue, const event_impl& one);
  cl_uint size() const { return cl_uint(list.size()); }
  const cl_event* data() const { return list.empty() ? nullptr : list.data(); }

private:
  std::vector<cl_event> list;
  std::vector<owned_event> made;
};

/// Enqueues a kernel whose arguments are set, in SYCL's order of dimensions.
cl_event enqueue(queue_impl& queue, cl_kernel kernel, const launch_shape& shape, wait_list& after);
/// Launches a kernel; both ways to submit come here, and remember the event.
ref<event_impl> launch(queue_impl& queue, built_kernel& kernel, const void* object,
                       size_t object_size, const launch_shape& shape, size_t local_bytes,
                       wait_list& after);

/// Runs `task` on the library's thread once `after` has ended; `done` is completed then.
void run_host_task(queue_impl& queue, const wait_list& after, const ref<event_impl>& done,
                   std::function<void()> task);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
