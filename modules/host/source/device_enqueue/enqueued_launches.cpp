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
#include <ranges>

namespace host {
namespace {

constexpr int32_t failed_wait = -14; // CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
constexpr int32_t failed_run = -5;   // CL_OUT_OF_RESOURCES

void free_launch(EnqueuedLaunch* launch) {
  launch->queue->give_back(launch->bytes);
  LaunchBlock& block = *launch->block;
  launch->~EnqueuedLaunch();
  block.release();
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

EnqueuedLaunches::~EnqueuedLaunches() {
  give_up();
  for (Lane& lane : lanes) {
    if (lane.block != nullptr) {
      lane.block->release();
    }
  }
}

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
    // One reference for the program, one until it is complete.
    event = device.events.create(false, parent.executable.events, 2);
    if (event == 0) {
      free_launch(launch);
      return builtins::enqueue_no_event;
    }
    launch->event = event;
  }
  if (request.wait_count == 0) {
    std::atomic<EnqueuedLaunch*>& incoming = lane_of_this_thread().incoming;
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
                std::byte* literal) {
  const Kernel& kernel = *launch.kernel;
  std::memcpy(literal, reinterpret_cast<const void*>(request.block), request.block_bytes);
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

/// What a kernel's launch has and a marker has not.
int32_t fill_in(EnqueuedLaunch& launch, const builtins::EnqueueRequest& request, std::byte* packed,
                std::byte* literal) {
  const Code code = {*launch.kernel, *launch.kernel};
  const auto& range = *reinterpret_cast<const builtins::EnqueuedRange*>(request.range);
  if (make_schedule(code, range_of(range, *launch.kernel), launch.launch) != mux_success) {
    return builtins::enqueue_invalid_range;
  }
  launch.groups = launch.launch.group_end;
  launch.items = items_of(launch.launch);
  launch.several_sizes = has_several_sizes(launch.launch);
  return pack_block(launch, request, packed, literal) ? builtins::enqueue_success
                                                      : builtins::enqueue_out_of_resources;
}

} // namespace

/// `bytes`, aligned to abi_alignment, in a block of the queue; null for lack of memory.
std::byte* EnqueuedLaunches::take_memory(DeviceQueue& queue, size_t bytes, LaunchBlock*& block) {
  Lane& lane = lane_of_this_thread();
  const std::lock_guard held(lane.mutex);
  if (lane.block != nullptr && lane.block->owner == &queue.blocks) {
    if (std::byte* memory = lane.block->take(bytes)) {
      block = lane.block;
      return memory;
    }
  }
  LaunchBlock* const made = queue.blocks.obtain(bytes);
  if (made == nullptr) {
    return nullptr;
  }
  if (LaunchBlock* before = std::exchange(lane.block, made)) {
    before->release();
  }
  block = made;
  return made->take(bytes);
}

/// All that the request says, checked and copied.
int32_t EnqueuedLaunches::prepare(const builtins::EnqueueRequest& request, DeviceQueue& queue,
                                  EnqueuedLaunch*& out) {
  const bool is_marker = request.kernel == builtins::EnqueueRequest::marker;
  Kernel* const kernel = is_marker ? nullptr : block_kernel(request.kernel);
  if (!is_marker) {
    if (kernel == nullptr) {
      return builtins::enqueue_failure;
    }
    if (!is_sound(*reinterpret_cast<const builtins::EnqueuedRange*>(request.range), *kernel)) {
      return builtins::enqueue_invalid_range;
    }
    if (kernel->description.arguments.size() != size_t(request.local_count) + 1 ||
        !has_local_sizes(request)) {
      return builtins::enqueue_invalid_argument_size;
    }
  }
  const uint64_t block_bytes = is_marker ? 0 : request.block_bytes;
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
  LaunchBlock* block = nullptr;
  std::byte* memory = take_memory(queue, bytes, block);
  if (memory == nullptr) {
    queue.give_back(bytes);
    return builtins::enqueue_out_of_resources;
  }
  auto* launch = ::new (memory) EnqueuedLaunch;
  launch->owner = this;
  launch->queue = &queue;
  launch->block = block;
  launch->bytes = bytes;
  launch->kernel = kernel;
  launch->waits = reinterpret_cast<EventWait*>(memory + waits);
  std::uninitialized_default_construct_n(launch->waits, request.wait_count);
  launch->wait_count = request.wait_count;
  for (uint32_t i = 0; i < request.wait_count; ++i) {
    launch->waits[i].event = reinterpret_cast<const uint64_t*>(request.waits)[i];
  }
  if (!is_marker) {
    const int32_t error = fill_in(*launch, request, memory + packed, memory + literal);
    if (error != builtins::enqueue_success) {
      free_launch(launch);
      return error;
    }
    launch->launch.program_variables = program_variables;
  }
  out = launch;
  return builtins::enqueue_success;
}

uint64_t EnqueuedLaunches::operate(builtins::EventOperation operation, uint64_t event,
                                   uint64_t operand) {
  using Operation = builtins::EventOperation;
  switch (operation) {
  case Operation::create: {
    const uint64_t made = device.events.create(true, parent.executable.events, 1);
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

void EnqueuedLaunches::end(std::span<EnqueuedLaunch* const> launches, int32_t status) {
  const auto has_event = [](const EnqueuedLaunch* launch) { return launch->event != 0; };
  if (std::ranges::any_of(launches, has_event)) {
    DeviceEvents::Completion completion(device.events);
    const uint64_t complete = now();
    for (const EnqueuedLaunch* launch : launches | std::views::filter(has_event)) {
      const uint64_t end = launch->end != 0 ? launch->end.load() : complete;
      completion.complete(launch->event, status,
                          {std::min(launch->start.load(), end), end, complete});
    }
  }
  std::ranges::for_each(launches, free_launch);
}

void EnqueuedLaunches::end_phase(int32_t status) {
  end(phase, status);
  phase.clear();
  phase_parts = phase_items = phase_cost = 0;
  has_one_kernel = false;
}

namespace {

uint64_t saturating_add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

uint64_t saturating_multiply(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

} // namespace

/// Puts new launches into the phase, and those that have waited. If there is no memory they stay
/// where they are.
void EnqueuedLaunches::take_all() {
  for (Lane& lane : lanes) {
    size_t count = 0;
    EnqueuedLaunch* const last = lane.incoming.load(std::memory_order_acquire);
    for (const EnqueuedLaunch* one = last; one != nullptr; one = one->came_before) {
      ++count;
    }
    phase.reserve(phase.size() + count);
    lane.incoming.store(nullptr, std::memory_order_relaxed); // no kernel runs that could add some
    const auto begin = static_cast<std::ptrdiff_t>(phase.size());
    for (EnqueuedLaunch* one = last; one != nullptr; one = one->came_before) {
      phase.push_back(one);
    }
    std::reverse(phase.begin() + begin, phase.end());
  }
  const std::lock_guard held(device.events.mutex);
  while (!ready.empty()) {
    phase.push_back(ready.front());
    ready.remove(*phase.back());
  }
}

/// Makes a phase of the launches that can run, if there are any; those without groups are over at
/// once. False if there were none.
bool EnqueuedLaunches::collect() {
  take_all();
  const bool any = !phase.empty();
  auto kept = phase.begin();
  has_one_kernel = true;
  for (EnqueuedLaunch* const launch : phase) {
    if (launch->failure != 0) {
      dependency_failed |= launch->kernel != nullptr;
      end({&launch, 1}, failed_wait);
    } else if (launch->groups == 0) {
      end({&launch, 1}, DeviceEvents::complete_status);
    } else {
      launch->first_part = phase_parts;
      phase_parts += launch->groups;
      phase_items = saturating_add(phase_items, launch->items);
      phase_cost = saturating_add(
          phase_cost, saturating_multiply(launch->items, launch->kernel->item_cost.load(
                                                             std::memory_order_relaxed)));
      *kept++ = launch;
      has_one_kernel &= launch->kernel == phase.front()->kernel;
    }
  }
  phase.erase(kept, phase.end());
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
    for (auto lane = lanes.begin(); given_up == nullptr && lane != lanes.end(); ++lane) {
      given_up = lane->incoming.load();
      if (given_up != nullptr) {
        lane->incoming = given_up->came_before;
      }
    }
    any = given_up != nullptr;
    if (any) {
      end({&given_up, 1}, failed_run);
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
  const uint64_t time = phase_cost / 1024;
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
    const uint64_t end = std::min(last - launch.first_part, launch.groups);
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
  if (has_one_kernel && phase_items != 0 && phase_items != UINT64_MAX) {
    phase.front()->kernel->note_cost(busy, phase_items);
  }
}

} // namespace host
