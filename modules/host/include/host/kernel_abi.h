// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ABI between compiled kernels and the runtime: the only header that both halves of the host
// target share. Plain C types of fixed size; the compiler half mirrors the layout in IR from the
// offsets that it reads here.
#ifndef HOST_KERNEL_ABI_H
#define HOST_KERNEL_ABI_H

#include <cstddef>
#include <cstdint>

namespace host {

/// Changed whenever a kernel compiled before could misread what the runtime passes now.
inline constexpr uint32_t kernel_abi_version = 2;

/// Alignment in bytes of packed arguments, of the local block and of both scratch blocks: the
/// largest OpenCL C type is 128 bytes wide (`long16`).
inline constexpr size_t abi_alignment = 128;

/// The stack that entry functions are called on holds this many bytes. One function of a kernel may
/// take half of it; the compiler refuses what takes more.
inline constexpr size_t kernel_stack_bytes = size_t(8) << 20;

/// Work-items of the largest group. More than any GPU has, so that whatever was written for one
/// runs; and few enough that a group's scratch (bytes per work-item that live across barriers)
/// stays within the caches.
inline constexpr uint64_t max_work_group_size = 4096;

/// Functions of the runtime that kernels call to enqueue other kernels. They run on the kernel's
/// stack. Operands and results are those of `__mux_enqueue` and so on (builtins/enqueue.h). Thread
/// safe.
struct device_services {
  int32_t (*enqueue)(device_services* services, const void* request);
  uint64_t (*device_event)(device_services* services, uint32_t operation, uint64_t event,
                           uint64_t operand);
  uint64_t (*query_block)(device_services* services, uint32_t kernel, uint32_t query,
                          const void* range);
  uint64_t default_queue; ///< or 0
};

/// Where the groups of a launch wait for one another, if all of them run at the same time. Thread
/// safe.
struct group_meeting {
  /// Returns when every group of the launch that has not ended has called it.
  void (*wait)(group_meeting* meeting);
};

/// The work of one call of an entry function: a range of work-groups of one launch. The runtime
/// owns it; kernels only read it. One per thread at a time.
struct schedule {
  uint32_t size;                   ///< sizeof(schedule) of the runtime that made it
  uint32_t version;                ///< kernel_abi_version of the runtime that made it
  uint64_t global_size[3];         ///< work-items in each dimension, 1 beyond work_dim
  uint64_t global_offset[3];       ///< first global id in each dimension
  uint64_t num_groups[3];          ///< work-groups in each dimension
  uint64_t local_size[3];          ///< work-items of each group of the range
  uint64_t enqueued_local_size[3]; ///< as the application asked for it: of all but the last groups
  uint64_t group_begin;            ///< first group to run, as a linear index, x fastest
  uint64_t group_end;              ///< one past the last group to run
  uint32_t work_dim;               ///< 1, 2 or 3
  uint32_t worker;                 ///< index of the thread that runs it, dense from 0
  void* printf_chunk;              ///< builtins::PrintfChunk, or null
  void* program_variables;         ///< block of the program's variables on this device, or null
  void* private_scratch; ///< scratch_fixed + _per_item * items + _per_row * rows of a group bytes
  void* local_scratch;   ///< the local block: static locals, then dynamic local arguments
  const uint32_t* abort_flag;     ///< the entry returns between groups once this is not 0; not null
  uint64_t local_bytes;           ///< of local_scratch: what generic pointers are told apart by
  uint64_t private_scratch_bytes; ///< of private_scratch
  void* stack;               ///< the lowest of kernel_stack_bytes bytes that the entry is called on
  device_services* services; ///< not null if the kernel may enqueue others
  group_meeting* meeting;    ///< not null if all groups of the launch run at the same time
  uint32_t has_tiles;        ///< not 0 if kernels may use the tiles of AMX
  uint32_t padding;
};

/// Where the next packed argument stands: arguments follow one another in order, each at the
/// first offset that suits its alignment (a power of two, in bytes).
constexpr size_t align_up(size_t offset, size_t alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

/// An entry function. `arguments` is the packed block (see align_up): values by value, pointers
/// as 8-byte addresses, `__local` arguments as 8-byte offsets into the local block. Thread safe as
/// long as each thread has its own schedule. Saves, sets and restores the floating-point
/// environment.
using entry_function = void (*)(const void* arguments, const schedule* schedule);

} // namespace host

#endif
