// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes (OpenCL 3.0 API, 5.4): memory objects of kernels only.
#ifndef CL_MEMORY_PIPE_H
#define CL_MEMORY_PIPE_H

#include "api.h"

namespace cl {

/// Limits of pipes that the device reports.
inline constexpr cl_uint max_pipe_arguments = 16;
inline constexpr cl_uint max_pipe_reservations =
    1024; ///< in fact, the number of packets of the pipe
inline constexpr cl_uint max_pipe_packet_size = 4096;

/// The parameters that a pipe is created with.
struct PipeSize {
  cl_uint packet_size = 0; ///< bytes; 0: the memory object is no pipe
  cl_uint max_packets = 0;
};

} // namespace cl

#endif
