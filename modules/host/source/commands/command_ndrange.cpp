// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command_buffer.h"
#include "device_enqueue/enqueued_launches.h"
#include "launch/concurrent_groups.h"
#include "launch/group_runs.h"
#include "launch/launch_arguments.h"
#include "launch/run_groups.h"
#include "launch/threads_worth_waking.h"

#include <algorithm>
#include <new>
#include <utility>

using namespace host;
using namespace target_support;

namespace {

/// Finds the kernel for smaller groups; mux_error_invalid_value if its arguments differ from the
/// other's.
mux_result_t find_remainder(Kernel& kernel, const mux_ndrange_t& range, Kernel*& out) {
  out = range.remainder_kernel != nullptr ? &cast<Kernel>(range.remainder_kernel) : &kernel;
  return out->description.arguments.size() == kernel.description.arguments.size()
             ? mux_success
             : mux_error_invalid_value;
}

/// Nanoseconds of a launch from which it says that it is long (mux_long_launch_callback_t).
constexpr uint64_t long_time = 20'000'000;

class NDRange final : public Command {
public:
  NDRange(const Code& given, const schedule& given_schedule, const Arguments& given_arguments,
          const Printing& given_printing, const FaultReport& given_report,
          mux_better_kernel_t* given_better, mux_device_queue_t given_queue, bool given_concurrent)
      : kernel(given.kernel), remainder(&given.remainder), launch(given_schedule),
        several_sizes(has_several_sizes(launch)), arguments(given_arguments),
        printing(given_printing), fault_report(given_report), better(given_better),
        default_queue(given_queue), concurrent(given_concurrent) {
    for_workers = kernel.description.waiting_loops != 0;
  }

  Plan plan(uint32_t threads) override {
    const uint64_t groups = launch.group_end;
    if (concurrent) {
      return {1, Scheduler::worth_waking, 1}; // threads of its own run the groups
    }
    const uint64_t cost = kernel.item_cost.load(std::memory_order_relaxed);
    uint64_t time = 0;
    if (__builtin_mul_overflow(items_of(launch), cost, &time)) {
      time = UINT64_MAX;
    }
    time /= 1024;
    const bool is_new = kernel.time.load(std::memory_order_relaxed) == 0;
    const bool may_be_long = better != nullptr && (is_new || time > long_time);
    time = may_be_long ? std::max(time, Scheduler::worth_waking) : time; // or one part takes all
    const uint32_t worth_waking = threads_worth_waking(time, threads);
    team = kernel.team_width.choose(worth_waking, items_of(launch));
    watched_since.store(0, std::memory_order_relaxed);
    return {team.threads > 1 || may_be_long ? groups : 1, time, team.threads};
  }

  mux_result_t execute(uint64_t part, Slot& slot, const uint32_t* abort_flag) override {
    return execute_range(part, part + 1, slot, abort_flag);
  }

  mux_result_t execute_range(uint64_t first, uint64_t last, Slot& slot,
                             const uint32_t* abort_flag) override {
    if (runs_enqueued) {
      return enqueued.load()->run(first, last, parts, slot, abort_flag);
    }
    device_services* services = nullptr;
    if (kernel.description.enqueues != 0) {
      services = services_of_dispatch();
      if (services == nullptr) {
        return mux_error_out_of_memory;
      }
    }
    const GroupRunner groups = {newest_form(), *remainder,       launch,
                                several_sizes, arguments.packed, arguments.local_bytes,
                                printing,      fault_report,     services};
    if (concurrent) {
      const ConcurrentThreads threads = {buffer->scheduler(), buffer->queue->domain.cpus(),
                                         [this](mux_result_t result) { note_failure(result); }};
      return run_concurrently(groups, launch.group_end, slot, abort_flag, threads);
    }
    // Each part is a group, or all are one part.
    return parts == 1 ? groups.run(0, launch.group_end, slot, abort_flag)
                      : groups.run(first, last, slot, abort_flag);
  }

  const char* label() const override { return kernel.name; }

  Then go_on(mux_result_t& result, uint32_t threads) override {
    if (!runs_enqueued && result == mux_success && !concurrent) {
      kernel.note_cost(busy, items_of(launch));
      kernel.team_width.note({team, items_of(launch), elapsed(), busy});
    }
    EnqueuedLaunches* launches = enqueued;
    if (launches == nullptr) {
      return Then::end;
    }
    if (std::exchange(runs_enqueued, true) && result == mux_success) {
      launches->note_cost(busy);
    }
    rearm(1, 0, 1); // before anybody may push it
    const auto then = launches->advance(result);
    switch (then) {
    case EnqueuedLaunches::Next::phase: {
      const Plan planned = launches->plan(threads);
      rearm(planned.parts, planned.estimate, planned.threads);
      return Then::again;
    }
    case EnqueuedLaunches::Next::wait:
      return Then::later;
    case EnqueuedLaunches::Next::dependency_failed:
      result = mux_error_dependency_failed;
      break;
    case EnqueuedLaunches::Next::failed:
      result = mux_error_out_of_memory;
      break;
    case EnqueuedLaunches::Next::cancelled:
      result = mux_error_cancelled;
      break;
    case EnqueuedLaunches::Next::done:
      break;
    }
    runs_enqueued = false;
    {
      const std::lock_guard held(buffer->owner().events.mutex); // of stop_waiting
      enqueued = nullptr;
    }
    delete launches;
    return Then::end;
  }

  void stop_waiting() override {
    EnqueuedLaunches* suspended = nullptr;
    {
      const std::lock_guard held(buffer->owner().events.mutex);
      EnqueuedLaunches* launches = enqueued;
      suspended = launches != nullptr && launches->stops_waiting() ? launches : nullptr;
    }
    if (suspended != nullptr) { // and nobody else resumes it, or it would not be
      suspended->resume();
    }
  }

  Command* clone(Arena& arena) const override {
    const size_t count = kernel.description.arguments.size();
    Arguments copy = arguments;
    copy.packed = static_cast<std::byte*>(
        arena.take(std::max<size_t>(arguments.packed_size, 1), abi_alignment));
    copy.local_sizes = arena.array<uint64_t>(count + 1);
    void* memory = arena.take(sizeof(NDRange), alignof(NDRange));
    if (copy.packed == nullptr || copy.local_sizes == nullptr || memory == nullptr) {
      return nullptr;
    }
    std::copy_n(arguments.packed, arguments.packed_size, copy.packed);
    std::copy_n(arguments.local_sizes, count, copy.local_sizes);
    return ::new (memory) NDRange({kernel, *remainder}, launch, copy, printing, fault_report,
                                  better, default_queue, concurrent);
  }

  mux_result_t update(std::span<const uint64_t> indices,
                      std::span<const mux_descriptor_t> descriptors) {
    const auto& described = kernel.description.arguments;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] >= described.size()) {
        return mux_error_invalid_value;
      }
      if (const auto result = check_descriptor(described[indices[i]], descriptors[i]);
          result != mux_success) {
        return result;
      }
    }
    if (const auto result = update_locals(indices, descriptors); result != mux_success) {
      return result;
    }
    each_offset(kernel.description, [&](size_t argument, size_t offset) {
      for (size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == argument) {
          pack(arguments.packed + offset, descriptors[i]);
        }
      }
    });
    pack_locals(kernel.description, arguments);
    return mux_success;
  }

  mux_result_t update(const mux_ndrange_t& range) {
    schedule changed;
    Kernel* smaller = nullptr;
    mux_result_t result = find_remainder(kernel, range, smaller);
    if (result != mux_success) {
      return result;
    }
    const Code code = {kernel, *smaller};
    result = make_schedule(code, range, changed);
    uint64_t total = 0;
    if (result == mux_success &&
        !local_total(kernel, code.static_bytes(), arguments.local_sizes, total)) {
      result = mux_error_invalid_value;
    }
    if (result == mux_success) {
      changed.program_variables = launch.program_variables;
      better = range.better_kernel;
      default_queue = range.default_device_queue;
      concurrent = range.concurrent;
      launch = changed;
      several_sizes = has_several_sizes(launch);
      remainder = smaller;
      arguments.static_bytes = code.static_bytes();
      pack_locals(kernel.description, arguments);
    }
    return result;
  }

private:
  /// The form of the kernel for groups of the local size that begin now. Tells whoever waits for it
  /// that the launch is a long one.
  const Kernel& newest_form() {
    if (better == nullptr) {
      return kernel;
    }
    const mux_kernel_t came = __atomic_load_n(&better->kernel, __ATOMIC_ACQUIRE);
    if (came != nullptr) {
      const auto& form = cast<Kernel>(came);
      return replaces_kernel(form) ? form : kernel;
    }
    const uint64_t time = now();
    uint64_t since = 0;
    if (!watched_since.compare_exchange_strong(since, time, std::memory_order_relaxed) &&
        time > since + long_time && better->is_long != nullptr &&
        !said_long.exchange(true, std::memory_order_relaxed)) {
      better->is_long(better->user_data);
    }
    return kernel;
  }

  /// Whether the launch is prepared for what another form needs: its arguments lie behind variables
  /// in local memory, and threads were chosen for what the kernel does.
  [[nodiscard]] bool replaces_kernel(const Kernel& form) const {
    const binary::Kernel& other = form.description;
    return other.arguments.size() == kernel.description.arguments.size() &&
           other.local_bytes <= arguments.static_bytes && other.enqueues == 0 &&
           other.waiting_loops == kernel.description.waiting_loops;
  }

  /// The object that takes launches that the kernel's threads enqueue; null if there is no memory.
  device_services* services_of_dispatch() {
    EnqueuedLaunches* known = enqueued;
    if (known != nullptr) {
      return known;
    }
    auto* made = new (std::nothrow) EnqueuedLaunches(buffer->owner(), *this, kernel, launch,
                                                     printing, fault_report, default_queue);
    if (made != nullptr && !enqueued.compare_exchange_strong(known, made)) {
      delete made;
      made = known;
    }
    return made;
  }

  mux_result_t update_locals(std::span<const uint64_t> indices,
                             std::span<const mux_descriptor_t> descriptors) {
    // The sizes are tried before they are kept.
    const auto each_local = [&](auto&& function) {
      for (size_t i = 0; i < indices.size(); ++i) {
        if (descriptors[i].type == mux_descriptor_type_local) {
          function(i, arguments.local_sizes[indices[i]]);
        }
      }
    };
    cargo::small_vector<uint64_t, 8> old_sizes;
    if (old_sizes.resize(indices.size()) != cargo::status::success) {
      return mux_error_out_of_memory;
    }
    each_local([&](size_t i, uint64_t& size) {
      old_sizes[i] = std::exchange(size, descriptors[i].local_size);
    });
    uint64_t total = 0;
    if (local_total(kernel, arguments.static_bytes, arguments.local_sizes, total)) {
      return mux_success;
    }
    for (size_t i = indices.size(); i-- > 0;) { // backwards: an index may come twice
      if (descriptors[i].type == mux_descriptor_type_local) {
        arguments.local_sizes[indices[i]] = old_sizes[i];
      }
    }
    return mux_error_invalid_value;
  }

  Kernel& kernel;
  Kernel* remainder; ///< for groups that are smaller than the enqueued local size
  schedule launch;   ///< all groups; what depends on the thread is filled in for each part
  bool several_sizes;
  Arguments arguments;
  Printing printing;
  FaultReport fault_report;
  mux_better_kernel_t* better;         ///< or null
  mux_device_queue_t default_queue;    ///< or null
  bool concurrent;                     ///< all groups run at the same time
  TeamWidth::Choice team;              ///< the threads of the last dispatch
  std::atomic<bool> said_long = false; ///< to `better`
  // Of one dispatch.
  std::atomic<uint64_t> watched_since = 0; ///< nanoseconds; when its first part began
  std::atomic<EnqueuedLaunches*> enqueued = nullptr;
  bool runs_enqueued = false; ///< its own groups are over
};

/// A finalized command buffer's ND-range command that can be updated, or why not.
mux_result_t find(mux_command_buffer_t handle, mux_sync_point_t command, NDRange*& out) {
  auto& buffer = cast<CommandBuffer>(handle);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  out = dynamic_cast<NDRange*>(buffer.commands[command]);
  return out != nullptr ? mux_success : mux_error_invalid_value;
}

} // namespace

extern "C" mux_result_t hostCommandNDRange(mux_command_buffer_t command_buffer,
                                           mux_kernel_t kernel_handle, const mux_ndrange_t* range,
                                           const mux_command_info_t* info,
                                           mux_sync_point_t* out_sync_point) {
  auto& buffer = cast<CommandBuffer>(command_buffer);
  auto& kernel = cast<Kernel>(kernel_handle);
  schedule launch;
  Arguments arguments;
  Kernel* remainder = nullptr;
  mux_result_t result = find_remainder(kernel, *range, remainder);
  if (result != mux_success) {
    return result;
  }
  const Code code = {kernel, *remainder};
  result = make_schedule(code, *range, launch);
  if (result == mux_success) {
    result = make_arguments(buffer.arena, code, {range->descriptors, range->descriptors_length},
                            arguments);
  }
  if (result != mux_success) {
    return result;
  }
  launch.program_variables = reinterpret_cast<void*>(range->program_variables);
  const Printing printing = {range->printf_callback, range->printf_user_data,
                             range->printf_capacity};
  const FaultReport report = {range->fault_callback, range->fault_user_data};
  return buffer.add(buffer.make<NDRange>(code, launch, arguments, printing, report,
                                         range->better_kernel, range->default_device_queue,
                                         range->concurrent),
                    info, out_sync_point);
}

extern "C" mux_result_t hostUpdateArguments(mux_command_buffer_t command_buffer,
                                            mux_sync_point_t command, uint64_t length,
                                            const uint64_t* indices,
                                            const mux_descriptor_t* descriptors) {
  NDRange* found = nullptr;
  const mux_result_t result = find(command_buffer, command, found);
  return result != mux_success ? result : found->update({indices, length}, {descriptors, length});
}

extern "C" mux_result_t hostUpdateNDRange(mux_command_buffer_t command_buffer,
                                          mux_sync_point_t command, const mux_ndrange_t* range) {
  NDRange* found = nullptr;
  const mux_result_t result = find(command_buffer, command, found);
  return result != mux_success ? result : found->update(*range);
}
