// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel's PTX is launched. A kernel of the program is a function (`.entry`), which
// binary::Kernel::entry names: as the kernel is called where PTX takes that name. A work-group is a
// block of threads, and a work-item a thread, of which x is the same dimension. Parameters are
// those of the kernel, in their order, and one more behind them:
//
//   pointers to buffers, images   addresses
//   values, samplers              as they are, aligned as in OpenCL C
//   pointers to local memory      64 bits: how far into the block of local memory they point
//   launch                        the structure below, as a value
//
// The block of local memory is dynamic shared memory (`lanewise_local`): the kernel's own variables
// (binary::Kernel::local_bytes) first, then what arguments point to. It has whole words of 32 bits.
#ifndef CUDA_KERNEL_ABI_H
#define CUDA_KERNEL_ABI_H

#include <cstdint>

namespace cuda {

/// The built-in values of a launch that a kernel reads. Sizes are in work-items and at least 1.
struct launch {
  uint64_t global_size[3];
  uint64_t global_offset[3];
  uint64_t num_groups[3];          ///< of the whole range
  uint64_t first_group[3];         ///< of the whole range, the group that is block 0 of this grid
  uint64_t enqueued_local_size[3]; ///< of all groups but smaller ones at the end of a dimension
  uint64_t printf_chunk;           ///< address (builtins/printf.h), or 0
  uint64_t program_variables;      ///< address of the block of the program's variables, or 0
  uint32_t work_dim;
  uint32_t reserved;
  uint64_t first_id[3]; ///< global, of the first work-item of block 0 of this grid
};
static_assert(sizeof(launch) == 168);

/// The alignment of launch and of the block of local memory, in bytes.
inline constexpr unsigned launch_alignment = 8, local_alignment = 128;

inline constexpr uint64_t max_work_group_size = 1024;

/// The first line of PTX that the driver is not to optimise either (-cl-opt-disable).
inline constexpr char not_optimised_line[] = "// lanewise: not optimised\n";

/// Work-items whose hardware instructions run together.
inline constexpr unsigned warp_size = 32;

} // namespace cuda

#endif
