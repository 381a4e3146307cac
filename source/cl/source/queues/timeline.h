// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_QUEUES_TIMELINE_H
#define CL_QUEUES_TIMELINE_H

#include "queues/event.h"

namespace cl {

/// Shows a command that has ended with `status` in the timeline (trace/trace.h), if it ever began.
void add_to_timeline(const Event& event, cl_int status);

} // namespace cl

#endif
