// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COMMAND_BUFFERS_JOINED_EVENT_H
#define CL_COMMAND_BUFFERS_JOINED_EVENT_H

#include "queues/event.h"

#include <vector>

namespace cl {

/// Has `whole`, an event of no queue, follow `parts`: it runs when one of them does, and ends when
/// all have ended, with the error of one that failed if any has. Its times are the first submission
/// and start, and the last end. Throws std::bad_alloc; then `whole` ends with an error as well, but
/// maybe before all of them.
void join(const retained<Event>& whole, std::vector<retained<Event>> parts);

} // namespace cl

#endif
