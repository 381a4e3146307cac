// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_COMMAND_NAME_H
#define CL_QUEUES_COMMAND_NAME_H

#include "api.h"

namespace cl {

/// The readable name of a command type for timelines and messages: "copy buffer".
[[nodiscard]] const char* name_of(cl_command_type type);

} // namespace cl

#endif
