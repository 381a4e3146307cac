// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_COMMAND_PEER_COPY_H
#define CUDA_COMMANDS_COMMAND_PEER_COPY_H

#include "memory/peers.h"

namespace cuda {

/// Records one command that copies bytes from the memory of another GPU.
[[nodiscard]] mux_result_t record_peer_copy(mux_command_buffer_t command_buffer, CUdeviceptr to,
                                            const Peers::Source& from, uint64_t size,
                                            const mux_command_info_t* info,
                                            mux_sync_point_t* out_sync_point);

} // namespace cuda

#endif
