// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of a pipe in memory, shared by the API and the functions in opencl/pipes.cl. No LLVM
// here.
#ifndef BUILTINS_PIPE_H
#define BUILTINS_PIPE_H

#include <cstddef>
#include <cstdint>

namespace builtins {

/// A header of these fields, one word for each packet at `words`, and the packets. The counters are
/// on cache lines of their own; they and the words are 0 in an empty pipe.
struct PipeHeader {
  uint32_t max_packets;
  uint32_t packet_size; ///< calls of functions name it as well, and fail if it differs
  uint64_t packets;     ///< offset of the first one
  alignas(128) uint64_t next_to_write;
  alignas(128) uint64_t next_to_read;
  alignas(128) uint32_t words[1]; ///< max_packets of them
};
static_assert(offsetof(PipeHeader, packet_size) == 4 && offsetof(PipeHeader, packets) == 8 &&
              offsetof(PipeHeader, next_to_write) == 128 &&
              offsetof(PipeHeader, next_to_read) == 256 && offsetof(PipeHeader, words) == 384);

} // namespace builtins

#endif
