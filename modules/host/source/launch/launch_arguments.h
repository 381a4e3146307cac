// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_LAUNCH_LAUNCH_ARGUMENTS_H
#define HOST_LAUNCH_LAUNCH_ARGUMENTS_H

#include "launch/launch_code.h"
#include "memory/arena.h"
#include "target_support/arguments.h"

#include <span>

namespace host {

/// The arguments of a launch as they were recorded: the packed block, and the sizes of local
/// arguments, of which it holds the offsets.
struct Arguments {
  std::byte* packed = nullptr;
  size_t packed_size = 0;
  uint64_t* local_sizes = nullptr; ///< one for each argument, 0 if it is not local
  uint64_t static_bytes = 0;       ///< of the local block, ahead of what arguments are given
  uint64_t local_bytes = 0;        ///< of the whole local block
};

/// Writes an argument that is not local.
void pack(std::byte* place, const mux_descriptor_t& given);

/// Bytes of the local block with these sizes; false if the device has not as much.
[[nodiscard]] bool local_total(const Kernel& kernel, uint64_t static_bytes, const uint64_t* sizes,
                               uint64_t& total);

/// Writes the offsets of local arguments.
void pack_locals(const binary::Kernel& kernel, Arguments& arguments);

/// Packs descriptors into memory of an arena. mux_error_invalid_value if they do not fit the
/// kernel, or the device has not so much local memory; mux_error_out_of_memory.
[[nodiscard]] mux_result_t make_arguments(Arena& arena, const Code& code,
                                          std::span<const mux_descriptor_t> descriptors,
                                          Arguments& out);

} // namespace host

#endif
