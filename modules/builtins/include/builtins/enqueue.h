// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The request by which a kernel enqueues another (OpenCL C 3.0, section 6.15.15), shared by the
// functions in opencl/enqueue.cl and the targets. No LLVM here.
#ifndef BUILTINS_ENQUEUE_H
#define BUILTINS_ENQUEUE_H

#include <cstddef>
#include <cstdint>

namespace builtins {

/// `ndrange_t`. Only the first `dimensions` elements count.
struct EnqueuedRange {
  uint32_t dimensions;
  uint64_t global_offset[3];
  uint64_t global_size[3];
  uint64_t local_size[3]; ///< the first one 0: the target chooses
};
static_assert(sizeof(EnqueuedRange) == 80);

/// The operand of `__mux_enqueue`. Addresses are generic pointers of the calling work-item, valid
/// until the call returns.
struct EnqueueRequest {
  uint64_t queue;          ///< of the argument or the default queue
  uint64_t range;          ///< address of an EnqueuedRange; not of a marker
  uint64_t block;          ///< address of what the kernel is to have a copy of
  uint64_t waits;          ///< address of events, 8 bytes each
  uint64_t returned_event; ///< address of where an event goes, or 0
  uint64_t local_sizes;    ///< address of sizes in bytes, 8 bytes each
  uint32_t flags;          ///< kernel_enqueue_flags_t
  uint32_t kernel;         ///< number of the block's kernel, or `marker`
  uint32_t wait_count;
  uint32_t local_count;
  uint64_t block_bytes;

  static constexpr uint32_t marker = 0xFFFFFFFF;
};
static_assert(offsetof(EnqueueRequest, flags) == 48 && sizeof(EnqueueRequest) == 72);

/// The result of `__mux_enqueue`.
enum EnqueueStatus : int32_t {
  enqueue_success = 0,
  enqueue_out_of_resources = -5,
  enqueue_invalid_argument_size = -51,
  enqueue_invalid_wait_list = -57,
  enqueue_no_event = -100,
  enqueue_failure = -101,
  enqueue_invalid_queue = -102,
  enqueue_invalid_range = -160,
  enqueue_queue_full = -161,
};

/// The first operand of `__mux_device_event`, which is i64(i32, i64 event, i64 operand).
enum class EventOperation : uint32_t {
  create, ///< a user event; 0 if there is no memory
  retain,
  release,
  set_status, ///< of a user event: `operand` is CL_COMPLETE or negative
  is_valid,
  capture_times, ///< `operand` is the address of two i64, written when the event is complete
};

/// The second operand of `__mux_query_block`, which is i64(i32 kernel, i32 query, ptr range).
enum class BlockQuery : uint32_t {
  work_group_size,
  preferred_multiple,
  max_sub_group_size,
  sub_group_count,
  max_sub_group_count,
  local_size_for_count, ///< for as many sub-groups as the range's first global size; 0: none is
};

inline constexpr uint64_t null_event = ~uint64_t(0); ///< CLK_NULL_EVENT

} // namespace builtins

#endif
