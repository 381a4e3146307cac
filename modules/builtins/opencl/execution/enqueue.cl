// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by kernels (OpenCL C 6.15.15): what Clang calls becomes a request to the target
// (builtins/enqueue.h). Blocks' kernels come as their numbers, queues and events as 64-bit numbers.
#include "mux.h"

/// As Clang's header has it; builtins::EnqueuedRange.
struct ndrange_t {
  uint dimensions;
  size_t offsets[3], sizes[3], group_sizes[3];
};

namespace {

using Range = ndrange_t;

/// builtins::EnqueueRequest.
struct Request {
  ulong queue, range, block, waits, returned_event, local_sizes;
  uint flags, code, wait_count, local_count;
  ulong block_bytes;
};
constexpr uint marker = 0xFFFFFFFF;

using Events = const __generic ulong*;
using Sizes = const __private ulong*;

template <class Pointer> ulong address(Pointer pointer) { return (ulong)(__generic void*)pointer; }

constexpr int failure = -101; // CLK_ENQUEUE_FAILURE

/// Why it failed is told only to programs that were compiled with -g.
int enqueue(const __private Request* request) {
  const int status = __mux_enqueue(request);
  return status == 0 || __mux_has_debug() ? status : failure;
}

int launch(ulong queue, int flags, const __private Range* range, uint waits, Events list,
           __generic ulong* event, const __generic void* code, const __generic void* block,
           ulong block_bytes, uint locals, Sizes sizes) {
  const Request request = {queue,        address((__private Range*)range),
                           (ulong)block, (ulong)list,
                           (ulong)event, address((__private ulong*)sizes),
                           (uint)flags,  (uint)(ulong)code,
                           waits,        locals,
                           block_bytes};
  return enqueue(&request);
}

/// Clang's literals begin with their size.
uint size_of(const __generic void* literal) { return *(const __generic uint*)literal; }

enum class Operation : uint { create, retain, release, set_status, is_valid, capture_times };

ulong operate(Operation operation, ulong event, ulong operand = 0) {
  return __mux_device_event((uint)operation, event, operand);
}

uint query(const __generic void* code, uint what, const __private Range* range) {
  return (uint)__mux_query_block((uint)(ulong)code, what, range);
}

using Extents = const __private size_t*;

/// Not as a result: inlining a function whose result is marked noalias leaves calls that the
/// archive does not take.
template <int Dimensions>
void fill(Range& range, Extents offsets, Extents sizes, Extents group_sizes) {
  range = {Dimensions, {}, {}, {}};
  for (int i = 0; i < Dimensions; ++i) {
    range.offsets[i] = offsets ? offsets[i] : 0;
    range.sizes[i] = sizes[i];
    range.group_sizes[i] = group_sizes ? group_sizes[i] : 0;
  }
}

} // namespace

extern "C" {

int __enqueue_kernel_basic(ulong queue, int flags, const __private Range* range,
                           const __generic void* code, const __generic void* block) {
  return launch(queue, flags, range, 0, nullptr, nullptr, code, block, size_of(block), 0, nullptr);
}
int __enqueue_kernel_varargs(ulong queue, int flags, const __private Range* range,
                             const __generic void* code, const __generic void* block, uint locals,
                             Sizes sizes) {
  return launch(queue, flags, range, 0, nullptr, nullptr, code, block, size_of(block), locals,
                sizes);
}
int __enqueue_kernel_basic_events(ulong queue, int flags, const __private Range* range, uint waits,
                                  Events list, __generic ulong* event, const __generic void* code,
                                  const __generic void* block) {
  return launch(queue, flags, range, waits, list, event, code, block, size_of(block), 0, nullptr);
}
int __enqueue_kernel_events_varargs(ulong queue, int flags, const __private Range* range,
                                    uint waits, Events list, __generic ulong* event,
                                    const __generic void* code, const __generic void* block,
                                    uint locals, Sizes sizes) {
  return launch(queue, flags, range, waits, list, event, code, block, size_of(block), locals,
                sizes);
}
/// OpEnqueueKernel of SPIR-V.
int __lanewise_enqueue(ulong queue, int flags, const __private Range* range, uint waits,
                       Events list, __generic ulong* event, const __generic void* code,
                       const __generic void* block, uint block_bytes, uint locals, Sizes sizes) {
  return launch(queue, flags, range, waits, list, event, code, block, block_bytes, locals, sizes);
}
int __enqueue_marker(ulong queue, uint waits, Events list, __generic ulong* event) {
  const Request request = {queue, 0, 0, (ulong)list, (ulong)event, 0, 0, marker, waits, 0, 0};
  return enqueue(&request);
}

uint __get_kernel_work_group_size_impl(const __generic void* code, const __generic void*) {
  return query(code, 0, nullptr);
}
uint __get_kernel_preferred_work_group_size_multiple_impl(const __generic void* code,
                                                          const __generic void*) {
  return query(code, 1, nullptr);
}
uint __get_kernel_max_sub_group_size_for_ndrange_impl(const __private Range* range,
                                                      const __generic void* code,
                                                      const __generic void*) {
  return query(code, 2, range);
}
uint __get_kernel_sub_group_count_for_ndrange_impl(const __private Range* range,
                                                   const __generic void* code,
                                                   const __generic void*) {
  return query(code, 3, range);
}
/// Of SPIR-V alone: OpGetKernelMaxNumSubgroups and OpGetKernelLocalSizeForSubgroupCount.
uint __lanewise_max_sub_group_count(const __generic void* code, const __generic void*) {
  return query(code, 4, nullptr);
}
uint __lanewise_local_size_for_sub_group_count(uint count, const __generic void* code,
                                               const __generic void*) {
  const Range range = {1, {}, {count}, {}};
  return query(code, 5, &range);
}

ulong __get_default_queue() { return __mux_get_default_queue(); }
ulong __create_user_event() { return operate(Operation::create, 0); }
void __retain_event(ulong event) { operate(Operation::retain, event); }
void __release_event(ulong event) { operate(Operation::release, event); }
void __set_user_event_status(ulong event, int status) {
  operate(Operation::set_status, event, (ulong)(long)status);
}
bool __is_valid_event(ulong event) { return operate(Operation::is_valid, event) != 0; }
void __capture_event_profiling_info(ulong event, int what, __global void* value) {
  constexpr int execution_time = 1; // CLK_PROFILING_COMMAND_EXEC_TIME
  if (what == execution_time) {
    operate(Operation::capture_times, event, (ulong)value);
  }
}
ulong __lanewise_null_event() { return ~0ul; }
ulong __lanewise_null_queue() { return 0; }
ulong __lanewise_event_number(ulong event) { return event; }
ulong __lanewise_queue_number(ulong queue) { return queue; }
}

// As Clang declares them: functions that give a structure.
#define RANGE(dimensions, name, parameters, offsets, sizes, group_sizes)                           \
  ndrange_t name parameters {                                                                      \
    Range range;                                                                                   \
    fill<dimensions>(range, offsets, sizes, group_sizes);                                          \
    return range;                                                                                  \
  }
#define RANGES(dimensions, name)                                                                   \
  RANGE(dimensions, name, (Extents sizes), nullptr, sizes, nullptr)                                \
  RANGE(dimensions, name, (Extents sizes, Extents groups), nullptr, sizes, groups)                 \
  RANGE(dimensions, name, (Extents offsets, Extents sizes, Extents groups), offsets, sizes, groups)

RANGE(1, ndrange_1D, (size_t size), nullptr, &size, nullptr)
RANGE(1, ndrange_1D, (size_t size, size_t group), nullptr, &size, &group)
RANGE(1, ndrange_1D, (size_t offset, size_t size, size_t group), &offset, &size, &group)
RANGES(2, ndrange_2D)
RANGES(3, ndrange_3D)
