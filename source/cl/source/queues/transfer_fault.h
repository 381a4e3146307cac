// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_TRANSFER_FAULT_H
#define CL_QUEUES_TRANSFER_FAULT_H

#include "platform/context.h"

#include <string>

namespace cl {

/// "access to memory at 0x10, which is not there or may not be written"
[[nodiscard]] std::string text_of_access(uint64_t address);

/// Tells the context's notify function (standard error if it has none) that a copy or a fill was
/// stopped. Its context is not lost: only its destination was written. Call with no lock held.
void report_transfer_fault(const Context& context, cl_command_type type, uint64_t address) noexcept;

/// The same of one that a command buffer holds, of which no more is known.
void report_transfer_fault_in_command_buffer(const Context& context) noexcept;

} // namespace cl

#endif
