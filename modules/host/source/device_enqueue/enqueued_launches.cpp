// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/enqueued_launches.h"

#include "commands/command_buffer.h"
#include "device_enqueue/device_queue.h"
#include "device_enqueue/named_memory.h"
#include "launch/group_runs.h"
#include "launch/threads_worth_waking.h"
#include "threads/clock.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace host {
namespace {

constexpr int32_t failed_wait = -14; // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
constexpr int32_t failed_run = -5;   // CL_OUT_OF_RESOURCES

void free_launch(EnqueuedLaunch* launch) {
  launch->queue->give_back(launch->bytes);
  launch->~EnqueuedLaunch();
  std::free(launch);
}

} // namespace

EnqueuedLaunches::EnqueuedLaunches(Device& given_device, Command& given_command,
                                   const Kernel& kernel, const schedule& launch,
                                   const Printing& given_printing, const FaultReport& report,
                                   mux_device_queue_t queue)
    : device_services(), device(given_device), command(given_command), parent(kernel),
      program_variables(launch.program_variables), printing(given_printing), fault_report(report) {
  device_services::enqueue = [](device_services* self, const void* request) {
    return static_cast<EnqueuedLaunches*>(self)->enqueue(
        *static_cast<const builtins::EnqueueRequest*>(request));
  };
  device_services::device_event = [](device_services* self, uint32_t operation, uint64_t event,
                                     uint64_t operand) {
    return static_cast<EnqueuedLaunches*>(self)->operate(builtins::EventOperation(operation), event,
                                                         operand);
  };
  device_services::query_block = [](device_services* self, uint32_t block, uint32_t what,
                                    const void* range) {
    return static_cast<EnqueuedLaunches*>(self)->query(
        block, builtins::BlockQuery(what), static_cast<const builtins::EnqueuedRange*>(range));
  };
  default_queue = queue != nullptr ? queue->address : 0;
}

EnqueuedLaunches::~EnqueuedLaunches() { give_up(); }

Kernel* EnqueuedLaunches::block_kernel(uint32_t number) const {
  const auto& blocks = parent.executable.blocks;
  return number < blocks.size() ? blocks[number].get() : nullptr;
}

// The services that kernels call.

namespace {

/// Whether there are events where the request says so; a marker needs some.
bool has_sound_list(const builtins::EnqueueRequest& request) {
  const bool has_list = request.waits != 0;
  return has_list == (request.wait_count != 0) &&
         (has_list || request.kernel != builtins::EnqueueRequest::marker);
}

} // namespace

int32_t EnqueuedLaunches::enqueue(const builtins::EnqueueRequest& request) {
  DeviceQueue* queue = find_device_queue(device, request.queue);
  if (queue == nullptr) {
    return builtins::enqueue_invalid_queue;
  }
  if (!has_sound_list(request)) {
    return builtins::enqueue_invalid_wait_list;
  }
  EnqueuedLaunch* launch = nullptr;
  if (const int32_t error = prepare(request, *queue, launch)) {
    return error;
  }
  auto* returned = reinterpret_cast<uint64_t*>(request.returned_event);
  uint64_t event = 0;
  if (returned != nullptr) {
    event = device.events.create(false, parent.executable.events);
    if (event == 0) {
      free_launch(launch);
      return builtins::enqueue_no_event;
    }
    device.events.retain(event); // once for the program, once until it is complete
    launch->event = event;
  }
  if (request.wait_count == 0) {
    launch->came_before = incoming.load(std::memory_order_relaxed);
    while (!incoming.compare_exchange_weak(launch->came_before, launch, std::memory_order_release,
                                           std::memory_order_relaxed)) {
    }
  } else if (!device.events.wait_for(*launch)) {
    if (event != 0) {
      device.events.release(event);
      device.events.release(event);
    }
    free_launch(launch);
    return builtins::enqueue_invalid_wait_list;
  }
  if (returned != nullptr) {
    *returned = event;
  }
  return builtins::enqueue_success;
}

namespace {

/// As launches of the host say it; the target chooses a local size where there is none.
mux_ndrange_t range_of(const builtins::EnqueuedRange& given, Kernel& kernel) {
  mux_ndrange_t range = {};
  range.dimensions = given.dimensions;
  std::copy_n(given.global_size, 3, range.global_size);
  std::copy_n(given.global_offset, 3, range.global_offset);
  std::copy_n(given.local_size, 3, range.local_size);
  if (range.local_size[0] == 0) {
    std::fill_n(range.local_size, 3, 1);
    static_cast<void>(hostQuerySuggestedLocalSize(&kernel, range.dimensions, range.global_size,
                                                  range.global_offset, range.local_size));
  }
  return range;
}

bool is_sound(const builtins::EnqueuedRange& given, const Kernel& kernel) {
  if (given.dimensions < 1 || given.dimensions > 3) {
    return false;
  }
  for (uint32_t i = 0; i < given.dimensions; ++i) {
    const uint64_t local = given.local_size[i];
    if ((local == 0) != (given.local_size[0] == 0) ||
        (local != 0 && kernel.description.non_uniform == 0 && given.global_size[i] % local != 0)) {
      return false;
    }
  }
  return true;
}

/// Local arguments of launches by kernels are never empty, as those of the host's may be.
bool has_local_sizes(const builtins::EnqueueRequest& request) {
  const auto* sizes = reinterpret_cast<const uint64_t*>(request.local_sizes);
  return std::all_of(sizes, sizes + request.local_count, [](uint64_t size) { return size != 0; });
}

/// The parts of one allocation.
class Layout {
public:
  size_t add(size_t size, size_t alignment) {
    const size_t offset = align_up(total, alignment);
    total = offset + size;
    return offset;
  }
  size_t total = 0;
};

} // namespace

namespace {

/// Copies the block's literal, and writes arguments: its address and places of local memory. False
/// if the device has not so much local memory.
bool pack_block(EnqueuedLaunch& launch, const builtins::EnqueueRequest& request, std::byte* packed,
                std::byte* literal, size_t literal_bytes) {
  const Kernel& kernel = *launch.kernel;
  std::memcpy(literal, reinterpret_cast<const void*>(request.block), literal_bytes);
  const auto address = reinterpret_cast<uint64_t>(literal);
  std::memcpy(packed, &address, sizeof address);
  const auto* sizes = reinterpret_cast<const uint64_t*>(request.local_sizes);
  uint64_t total = kernel.description.local_bytes;
  for (uint32_t i = 0; i < request.local_count; ++i) {
    total = align_up(total, abi_alignment);
    std::memcpy(packed + (i + 1) * sizeof total, &total, sizeof total);
    if (__builtin_add_overflow(total, sizes[i], &total)) {
      return false;
    }
  }
  launch.packed = packed;
  launch.local_bytes = total;
  return total <= kernel.device_info->local_memory_size;
}

} // namespace

/// All that the request says, checked and copied.
int32_t EnqueuedLaunches::prepare(const builtins::EnqueueRequest& request, DeviceQueue& queue,
                                  EnqueuedLaunch*& out) {
  EnqueuedLaunch made;
  const bool is_marker = request.kernel == builtins::EnqueueRequest::marker;
  const uint64_t block_bytes = is_marker ? 0 : request.block_bytes;
  if (!is_marker) {
    made.kernel = block_kernel(request.kernel);
    const auto& range = *reinterpret_cast<const builtins::EnqueuedRange*>(request.range);
    if (made.kernel == nullptr || !is_sound(range, *made.kernel)) {
      return made.kernel == nullptr ? builtins::enqueue_failure : builtins::enqueue_invalid_range;
    }
    const Code code = {*made.kernel, *made.kernel};
    if (make_schedule(code, range_of(range, *made.kernel), made.launch) != mux_success) {
      return builtins::enqueue_invalid_range;
    }
    if (made.kernel->description.arguments.size() != size_t(request.local_count) + 1 ||
        !has_local_sizes(request)) {
      return builtins::enqueue_invalid_argument_size;
    }
  }
  Layout layout;
  layout.add(sizeof(EnqueuedLaunch), alignof(EnqueuedLaunch));
  const size_t waits = layout.add(request.wait_count * sizeof(EventWait), alignof(EventWait));
  const size_t packed = layout.add((size_t(request.local_count) + 1) * sizeof(uint64_t),
                                   is_marker ? 1 : abi_alignment);
  const size_t literal = layout.add(block_bytes, is_marker ? 1 : abi_alignment);
  const size_t bytes = align_up(layout.total, abi_alignment);
  if (bytes > queue.size) {
    return builtins::enqueue_queue_full;
  }
  touch(request.waits, request.wait_count * sizeof(uint64_t));
  touch(request.block, block_bytes);
  if (!queue.take(bytes)) {
    return builtins::enqueue_queue_full;
  }
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(abi_alignment, bytes));
  if (memory == nullptr) {
    queue.give_back(bytes);
    return builtins::enqueue_out_of_resources;
  }
  auto* launch = ::new (memory) EnqueuedLaunch;
  launch->owner = this;
  launch->queue = &queue;
  launch->bytes = bytes;
  launch->kernel = made.kernel;
  launch->launch = made.launch;
  launch->launch.program_variables = program_variables;
  launch->several_sizes = !is_marker && has_several_sizes(made.launch);
  launch->waits = reinterpret_cast<EventWait*>(memory + waits);
  std::uninitialized_default_construct_n(launch->waits, request.wait_count);
  launch->wait_count = request.wait_count;
  for (uint32_t i = 0; i < request.wait_count; ++i) {
    launch->waits[i].event = reinterpret_cast<const uint64_t*>(request.waits)[i];
  }
  if (!is_marker && !pack_block(*launch, request, memory + packed, memory + literal, block_bytes)) {
    free_launch(launch);
    return builtins::enqueue_out_of_resources;
  }
  out = launch;
  return builtins::enqueue_success;
}

uint64_t EnqueuedLaunches::operate(builtins::EventOperation operation, uint64_t event,
                                   uint64_t operand) {
  using Operation = builtins::EventOperation;
  switch (operation) {
  case Operation::create: {
    const uint64_t made = device.events.create(true, parent.executable.events);
    return made != 0 ? made : builtins::null_event;
  }
  case Operation::retain:
    device.events.retain(event);
    return 0;
  case Operation::release:
    device.events.release(event);
    return 0;
  case Operation::set_status:
    device.events.set_user_status(event, static_cast<int32_t>(operand));
    return 0;
  case Operation::is_valid:
    return device.events.is_valid(event) ? 1 : 0;
  case Operation::capture_times:
    touch_to_write(operand, 2 * sizeof(uint64_t));
    device.events.capture_times(event, operand);
    return 0;
  }
  return 0;
}

uint64_t EnqueuedLaunches::query(uint32_t block, builtins::BlockQuery what,
                                 const builtins::EnqueuedRange* range) const {
  Kernel* kernel = block_kernel(block);
  if (kernel == nullptr) {
    return 0;
  }
  switch (what) {
  case builtins::BlockQuery::work_group_size:
    return kernel->max_work_group_size;
  case builtins::BlockQuery::preferred_multiple:
    return kernel->preferred_multiple;
  case builtins::BlockQuery::max_sub_group_size:
    return kernel->sub_group_size();
  case builtins::BlockQuery::sub_group_count: {
    if (!is_sound(*range, *kernel)) {
      return 0;
    }
    const mux_ndrange_t sizes = range_of(*range, *kernel);
    uint64_t items = 1;
    for (uint32_t i = 0; i < range->dimensions; ++i) {
      items *= sizes.local_size[i];
    }
    return (items + kernel->sub_group_size() - 1) / kernel->sub_group_size();
  }
  case builtins::BlockQuery::max_sub_group_count: {
    uint64_t most = 0;
    static_cast<void>(hostQueryMaxSubGroupCount(kernel, &most));
    return most;
  }
  case builtins::BlockQuery::local_size_for_count: {
    uint64_t local[3] = {};
    static_cast<void>(hostQueryLocalSizeForSubGroupCount(kernel, range->global_size[0], local));
    return local[0];
  }
  }
  return 0;
}

// Phases.

void EnqueuedLaunches::takes(EnqueuedLaunch& launch) {
  (launch.pending != 0 ? waiting : ready).push_back(launch);
}

void EnqueuedLaunches::waited_for(EnqueuedLaunch& launch, int32_t status) {
  launch.failure = std::min(launch.failure, status);
  if (--launch.pending != 0) {
    return;
  }
  waiting.remove(launch);
  ready.push_back(launch);
  if (std::exchange(suspended, false)) {
    next_resumed = std::exchange(device.events.resumed, this);
  }
}

void EnqueuedLaunches::resume() {
  CommandBuffer& buffer = *command.buffer;
  const Lock held = buffer.scheduler().lock(buffer.shard);
  buffer.scheduler().push(held, buffer.queue->domain, command);
}

void EnqueuedLaunches::end(EnqueuedLaunch& launch, int32_t status) {
  if (launch.event != 0) {
    LaunchTimes times;
    times.complete = now();
    times.end = launch.end != 0 ? launch.end.load() : times.complete;
    times.start = std::min(launch.start.load(), times.end);
    device.events.complete(launch.event, status, times);
  }
  free_launch(&launch);
}

void EnqueuedLaunches::end_phase(int32_t status) {
  for (EnqueuedLaunch* launch : phase) {
    end(*launch, status);
  }
  phase.clear();
  phase_parts = 0;
}

/// Moves new launches and those that have waited into the phase; launches without groups are over
/// at once. False if there were none.
bool EnqueuedLaunches::collect() {
  LinkedList<EnqueuedLaunch> found;
  EnqueuedLaunch* last = incoming.exchange(nullptr, std::memory_order_acquire);
  for (; last != nullptr; last = last->came_before) {
    found.push_front(*last);
  }
  {
    const std::lock_guard held(device.events.mutex);
    while (!ready.empty()) {
      EnqueuedLaunch& launch = *ready.front();
      ready.remove(launch);
      found.push_back(launch);
    }
  }
  const bool any = !found.empty();
  while (!found.empty()) {
    EnqueuedLaunch& launch = *found.front();
    found.remove(launch);
    if (launch.failure != 0) {
      dependency_failed |= launch.kernel != nullptr;
      end(launch, failed_wait);
    } else if (launch.groups() == 0) {
      end(launch, DeviceEvents::complete_status);
    } else {
      launch.first_part = phase_parts;
      phase_parts += launch.groups();
      phase.push_back(&launch);
    }
  }
  return any;
}

void EnqueuedLaunches::give_up() {
  end_phase(failed_run);
  for (bool any = true; any;) {
    EnqueuedLaunch* given_up = nullptr;
    {
      const std::lock_guard held(device.events.mutex);
      if (!waiting.empty()) {
        given_up = waiting.front();
        waiting.remove(*given_up);
        DeviceEvents::stop_waiting(given_up->waits, given_up->wait_count);
      } else if (!ready.empty()) {
        given_up = ready.front();
        ready.remove(*given_up);
      }
    }
    if (given_up == nullptr) {
      given_up = incoming.load();
      if (given_up != nullptr) {
        incoming = given_up->came_before;
      }
    }
    any = given_up != nullptr;
    if (any) {
      end(*given_up, failed_run);
    }
  }
}

EnqueuedLaunches::Next EnqueuedLaunches::advance(mux_result_t result) {
  if (result != mux_success) {
    give_up();
    return Next::done;
  }
  end_phase(DeviceEvents::complete_status);
  for (;;) {
    try {
      while (phase.empty() && collect()) {
      }
    } catch (const std::bad_alloc&) {
      give_up();
      return Next::failed;
    }
    if (!phase.empty()) {
      return Next::phase;
    }
    {
      const std::lock_guard held(device.events.mutex);
      if (!ready.empty()) {
        continue;
      }
      if (waiting.empty()) {
        return dependency_failed ? Next::dependency_failed : Next::done;
      }
      if (!command.buffer->cancelled) {
        suspended = true;
        return Next::wait;
      }
    }
    give_up();
    return Next::cancelled;
  }
}

Plan EnqueuedLaunches::plan(uint32_t threads) const {
  uint64_t time = 0;
  for (const EnqueuedLaunch* launch : phase) {
    uint64_t own = 0;
    const uint64_t cost = launch->kernel->item_cost.load(std::memory_order_relaxed);
    if (__builtin_mul_overflow(items_of(launch->launch), cost, &own) ||
        __builtin_add_overflow(time, own, &time)) {
      time = UINT64_MAX;
      break;
    }
  }
  time /= 1024;
  const uint32_t wanted = threads_worth_waking(time, threads);
  return {wanted > 1 ? phase_parts : 1, time, wanted};
}

mux_result_t EnqueuedLaunches::run(uint64_t first, uint64_t last, uint64_t parts, Slot& slot,
                                   const uint32_t* abort) {
  if (parts == 1) {
    first = 0;
    last = phase_parts;
  }
  auto next = std::upper_bound(
      phase.begin(), phase.end(), first,
      [](uint64_t part, const EnqueuedLaunch* launch) { return part < launch->first_part; });
  for (uint64_t part = first; part < last; ++next) {
    EnqueuedLaunch& launch = **(next - 1);
    const uint64_t begin = part - launch.first_part;
    const uint64_t end = std::min(last - launch.first_part, launch.groups());
    const GroupRunner groups = {*launch.kernel,
                                *launch.kernel,
                                launch.launch,
                                launch.several_sizes,
                                launch.packed,
                                launch.local_bytes,
                                printing,
                                fault_report,
                                this};
    if (launch.event != 0) {
      uint64_t early = now(), seen = launch.start;
      while (early < seen && !launch.start.compare_exchange_weak(seen, early)) {
      }
    }
    const mux_result_t result = groups.run(begin, end, slot, abort);
    if (result != mux_success) {
      return result;
    }
    if (launch.event != 0) {
      uint64_t late = now(), seen = launch.end;
      while (late > seen && !launch.end.compare_exchange_weak(seen, late)) {
      }
    }
    part = launch.first_part + end;
    if (__atomic_load_n(abort, __ATOMIC_RELAXED) != 0) {
      break;
    }
  }
  return mux_success;
}

/// If one kernel ran, its next launches are planned by its time.
void EnqueuedLaunches::note_cost(uint64_t busy) {
  uint64_t items = 0;
  for (const EnqueuedLaunch* launch : phase) {
    if (launch->kernel != phase.front()->kernel ||
        __builtin_add_overflow(items, items_of(launch->launch), &items)) {
      return;
    }
  }
  if (items != 0) {
    phase.front()->kernel->note_cost(busy, items);
  }
}

} // namespace host
