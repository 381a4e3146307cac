// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/timeline.h"

#include "queues/command_name.h"
#include "queues/queue.h"

namespace cl {

void add_to_timeline(const Event& event, cl_int status) {
  const auto& [queued, submitted, start, end, complete] = event.times;
  if (event.queue && start && end >= start) {
    trace::command(reinterpret_cast<uintptr_t>(handle_of(event.queue.get())),
                   event.label ? event.label : name_of(event.type), {queued, submitted, start, end},
                   status < 0 ? R"("failed":true)" : "");
  }
}

} // namespace cl
