// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events, queues and command groups.
//
// A command group goes to OpenCL when its function has returned. What orders commands are OpenCL's
// events: those of depends_on, those that its buffers remember, and in an in-order queue the queue
// itself. Only where the program makes a command graph, or records a queue, the group becomes a
// node of it instead (graphs/graph.h).
#ifndef SYCL_RUNTIME_QUEUES_COMMANDS_H
#define SYCL_RUNTIME_QUEUES_COMMANDS_H

#include "programs/bundle.h"
#include "queues/command_list.h"

#include <functional>
#include <variant>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A queue remembers its commands until they have ended, and their events keep the queue. The end
/// of the program's handles (queue_handle) is therefore not the end of the queue.
class queue_impl : public counted {
public:
  queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
             property_list with);
  /// Of OpenCL's.
  queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
             owned_queue take);
  ~queue_impl() override;
  queue handle();
  static inline queue_impl& of(const queue& handle);

  void wait();
  /// Gives the errors that were found to the handler; ends the process if there is none.
  void throw_asynchronous();
  void add_error(std::exception_ptr error);
  /// Remembers a command until it is known how it ended.
  void remember(const ref<event_impl>& command);
  /// Somebody has waited for it: it is known how it ended.
  void forget(const event_impl& ended);
  /// Asks OpenCL about all commands, and forgets those that have ended.
  void forget_ended();
  /// Forgets the commands that have ended, now and, on the library's thread, each later one.
  void close() noexcept;
  /// What a command depends on, until it has ended.
  std::vector<ref<event_impl>> list_after(const event_impl& command) const;
  /// What OpenCL does not order, until it has ended. In an in-order queue: the last host task, for
  /// which each command has to wait. In another: the last barrier, for which host tasks have to.
  ref<event_impl> running_last();
  /// Held from before such a command's wait list is made until the queue remembers it, so that each
  /// one comes after the last one. Taken after buffers' locks.
  [[nodiscard]] std::unique_lock<std::mutex> lock_order();
  std::vector<ref<event_impl>> running_host_tasks();
  /// The graph that the queue records to, or null.
  ref<graph_impl> recording() const;
  bool is_recording() const { return records.load(std::memory_order_relaxed); }
  /// False: it records already.
  [[nodiscard]] bool start_recording(const ref<graph_impl>& to);
  void stop_recording();

  const ref<context_impl> context_of;
  const ref<device_impl> device_of;
  const async_handler handler;
  const property_list properties;
  const bool in_order;
  owned_queue cl;

private:
  friend class queue_handle;
  /// What commands that have ended leave behind. Releasing it may run code of the program's and
  /// calls OpenCL, so it is declared before the lock that it is filled under.
  struct remains {
    command_list events;
    ref<event_impl> last;
    std::vector<ref<event_impl>> after;
    std::vector<std::shared_ptr<const void>> kept;
  };
  std::vector<ref<event_impl>> list_running();
  // With the lock held:
  /// Moves what threads have remembered to `running`.
  void list_remembered();
  /// Takes the commands that are known to have ended out of `running`, and notes the end.
  void sort_out(remains& gone);
  /// Notes the error of a command that has ended, and takes what it needed.
  void note_end(event_impl& ended, remains& gone);

  /// How many commands are remembered, at least, before those that have ended are looked for. Each
  /// search doubles it for the commands that still run, so a command is asked about twice on
  /// average.
  static constexpr size_t first_sweep = 128;

  command_list::inbox remembered; ///< and not in `running` yet
  // How many commands are remembered, and at how many those that have ended are looked for. Several
  // threads may change them at the same time, so the first one says about how many.
  std::atomic<size_t> about_remembered = 0;
  std::atomic<size_t> sweep_at = first_sweep;
  std::atomic<bool> has_had_host_tasks = false;
  std::mutex order; ///< of lock_order

  mutable std::mutex mutex; ///< protects what follows; never held over a call of the user's
  queue_handle* owner = nullptr;
  ref<graph_impl> records_to;
  std::atomic<bool> records = false; ///< whether there is one; changed under the lock
  command_list running;
  std::vector<std::exception_ptr> errors;
  ref<event_impl> last;               ///< of running_last
  std::atomic<bool> has_last = false; ///< changed under the lock
};

/// What the program's handles of a queue share. Its end closes the queue.
class queue_handle : public counted {
public:
  explicit queue_handle(ref<queue_impl> of) : queue(std::move(of)) {}
  ~queue_handle() override;
  const ref<queue_impl> queue;
};

queue_impl& queue_impl::of(const sycl::queue& handle) { return *handle.impl->queue; }
/// The queue of a handle that a header gives.
inline queue_impl& queue_of(counted* handle) { return *static_cast<queue_handle&>(*handle).queue; }

class buffer_locks;
class stream_memory;
class wait_list;

struct kernel_command {
  const kernel_info* kernel;
  launch_shape shape;
  std::vector<unsigned char> object;
};
/// A kernel of OpenCL's, or one of the program's functions.
struct native_command {
  struct argument {
    int index;
    argument_kind kind;
    const void* memory;
    std::vector<unsigned char> bytes;
    size_t size;
    /// Whether an argument of `kernel` is set as bytes: in functions of the program, pointers are.
    bool is_bytes_for(const kernel_impl& of) const {
      return kind == argument_kind::bytes || (kind == argument_kind::memory && of.is_function());
    }
    size_t byte_count() const { return kind == argument_kind::memory ? sizeof memory : size; }
    const void* first_byte() const {
      return kind == argument_kind::memory ? static_cast<const void*>(&memory) : bytes.data();
    }
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
  bool is_memset = false;
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
struct nothing_command {};
struct graph_command {
  ref<executable_graph> graph;
};
using any_command = std::variant<std::monostate, kernel_command, native_command, copy_command,
                                 fill_command, prefetch_command, advice_command, host_command,
                                 barrier_command, nothing_command, graph_command>;

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
  /// The graph that the group becomes a node of; null: it goes to OpenCL.
  ref<graph_impl> graph;
  bool is_explicit = false; ///< by command_graph::add, not by recording
  any_command command;
  std::vector<ref<event_impl>> after;
  std::vector<use> uses;
  std::vector<std::shared_ptr<const void>> kept;
  std::vector<std::shared_ptr<stream_memory>> streams;
  std::vector<native_command::argument> arguments; ///< of set_arg
  std::vector<fill_command::row> fills_before;     ///< each time before the command, a kernel
  size_t local_bytes = 0;
  std::vector<std::vector<size_t>> local_accessors; ///< each as it is in an object
  constant_values values;
  ref<bundle_impl> bundle; ///< of use_kernel_bundle
  // For nodes of graphs.
  struct dynamic_use {
    ref<dynamic_parameter_impl> parameter;
    int argument; ///< of the kernel, or -1
    int use;      ///< of `uses`, or -1
    /// Instead of an argument: where the kernel's object has the value, or no_place.
    size_t place = no_place;
    static constexpr size_t no_place = size_t(-1);
  };
  std::vector<dynamic_use> dynamic_uses;
  std::vector<fill_command::row> fills_for_nodes; ///< like fills_before, but of zeroed memory
  bool keeps_shape = false;

  /// The kernel of the command, built; null if it is none. Throws if it cannot run as it is.
  built_kernel* check_kernel() const;

private:
  /// The graph that records the group; null: none.
  ref<graph_impl> graph_to_record() const;
  /// Enqueues the kernel.
  ref<event_impl> launch_kernel(const kernel_command& kernel, built_kernel& built,
                                wait_list& waits) const;
  /// Likewise, behind `fills_before`. In an in-order queue, no other such launch comes between.
  ref<event_impl> launch_filled(const kernel_command& kernel, built_kernel& built, wait_list& waits,
                                buffer_locks& locks) const;
  /// Prints the streams when the kernel has ended.
  ref<event_impl> print_after(const ref<event_impl>& kernel);
  ref<event_impl> launch_native(const native_command& native, wait_list& waits) const;
  built_kernel& kernel_of(const kernel_info& info) const;
  /// Whether the kernel's object has one of the local accessors.
  bool has_local_accessor(const kernel_command& kernel) const;
};

/// Calls a group's function, which fills the group.
void call_group(void (*fill)(const void* function, handler& group), const void* function,
                command_group& group);

/// The events of a wait list in the queue's context, with the objects that have to live until it is
/// used.
class wait_list {
public:
  /// Of the events, and in an in-order queue of a host task before it.
  wait_list(queue_impl& queue, const std::vector<ref<event_impl>>& events);
  void add(queue_impl& queue, const event_impl& one);
  cl_uint size() const { return cl_uint(list.size()); }
  const cl_event* data() const { return list.empty() ? nullptr : list.data(); }

private:
  std::vector<cl_event> list;
  std::vector<owned_event> made;
};

/// A launch as OpenCL takes it.
struct native_shape {
  /// Of a kernel, or of one of OpenCL's (null). Throws errc::nd_range.
  native_shape(const launch_shape& of, const built_kernel* kernel, const device_impl& on);
  const size_t* local_or_null() const { return has_local ? local : nullptr; }
  cl_uint dimensions;
  bool has_local;
  bool is_empty = false;
  // As many as there are dimensions.
  size_t global[3];
  size_t local[3];
  size_t offset[3];

private:
  void take(const launch_shape& shape, const device_impl& on);
};
/// Both need the kernel's lock until the kernel is enqueued or recorded.
void set_arguments(built_kernel& kernel, const void* object, size_t object_size,
                   size_t local_bytes);
void set_arguments(const context_impl& context, const kernel_impl& kernel,
                   const std::vector<native_command::argument>& arguments);
/// Whether OpenCL fills with the pattern: those of a power of two up to 128 bytes, at places that
/// are multiples of it.
bool fills_directly(const fill_command::row& row);
/// The pattern as often as it is wanted.
std::vector<unsigned char> repeated(const fill_command::row& row);
/// A user event of the queue.
ref<event_impl> user_event(queue_impl& queue);

/// Enqueues a command that does nothing but wait for the list. Commands behind it do not wait for
/// it, and it waits for nothing else, unless the queue is in order.
cl_event enqueue_nothing(queue_impl& queue, const wait_list& after);
/// Enqueues a kernel whose arguments are set, in SYCL's order of dimensions.
cl_event enqueue(queue_impl& queue, cl_kernel kernel, const native_shape& shape, wait_list& after);
/// Launches a kernel; both ways to submit come here, and remember the event.
ref<event_impl> launch(queue_impl& queue, built_kernel& kernel, const void* object,
                       size_t object_size, const launch_shape& shape, size_t local_bytes,
                       wait_list& after);

/// Runs `task` on the library's thread once `after` has ended; `done`, if any, is completed then.
void run_host_task(queue_impl& queue, wait_list after, const ref<event_impl>& done,
                   std::function<void()> task);

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
