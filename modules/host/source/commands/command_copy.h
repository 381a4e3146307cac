// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_COMMAND_COPY_H
#define HOST_COMMANDS_COMMAND_COPY_H

#include "commands/command_buffer.h"

#include <span>

namespace host {

/// Records one command that copies boxes of bytes. Rows without gaps are copied as one.
mux_result_t record_copy(mux_command_buffer_t command_buffer, void* destination, const void* source,
                         std::span<const mux_buffer_region_t> regions,
                         const mux_command_info_t* info, mux_sync_point_t* out_sync_point);

} // namespace host

#endif
