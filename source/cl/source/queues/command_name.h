// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_COMMAND_NAME_H
#define CL_QUEUES_COMMAND_NAME_H

#include "api.h"

namespace cl {

/// What people call commands of a type, as in timelines and messages: "copy buffer".
[[nodiscard]] const char* name_of(cl_command_type type);

} // namespace cl

#endif
