// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/timeline.h"

#include "queues/queue.h"

#include <algorithm>
#include <array>

namespace cl {
namespace {

struct Name {
  cl_command_type type;
  const char* text;
};
constexpr std::array names = {
    Name{CL_COMMAND_NDRANGE_KERNEL, "kernel"},
    Name{CL_COMMAND_TASK, "task"},
    Name{CL_COMMAND_NATIVE_KERNEL, "native kernel"},
    Name{CL_COMMAND_READ_BUFFER, "read buffer"},
    Name{CL_COMMAND_WRITE_BUFFER, "write buffer"},
    Name{CL_COMMAND_COPY_BUFFER, "copy buffer"},
    Name{CL_COMMAND_READ_IMAGE, "read image"},
    Name{CL_COMMAND_WRITE_IMAGE, "write image"},
    Name{CL_COMMAND_COPY_IMAGE, "copy image"},
    Name{CL_COMMAND_COPY_IMAGE_TO_BUFFER, "copy image to buffer"},
    Name{CL_COMMAND_COPY_BUFFER_TO_IMAGE, "copy buffer to image"},
    Name{CL_COMMAND_MAP_BUFFER, "map buffer"},
    Name{CL_COMMAND_MAP_IMAGE, "map image"},
    Name{CL_COMMAND_UNMAP_MEM_OBJECT, "unmap"},
    Name{CL_COMMAND_MARKER, "marker"},
    Name{CL_COMMAND_BARRIER, "barrier"},
    Name{CL_COMMAND_READ_BUFFER_RECT, "read buffer box"},
    Name{CL_COMMAND_WRITE_BUFFER_RECT, "write buffer box"},
    Name{CL_COMMAND_COPY_BUFFER_RECT, "copy buffer box"},
    Name{CL_COMMAND_MIGRATE_MEM_OBJECTS, "migrate"},
    Name{CL_COMMAND_FILL_BUFFER, "fill buffer"},
    Name{CL_COMMAND_FILL_IMAGE, "fill image"},
    Name{CL_COMMAND_COMMAND_BUFFER_KHR, "command buffer"},
};

const char* name_of(const Event& event) {
  if (event.label) {
    return event.label;
  }
  const auto found = std::ranges::find(names, event.type, &Name::type);
  return found == names.end() ? "command" : found->text;
}

} // namespace

void add_to_timeline(const Event& event, cl_int status) {
  const auto& [queued, submitted, start, end, complete] = event.times;
  if (event.queue && start && end >= start) {
    trace::command(reinterpret_cast<uintptr_t>(handle_of(event.queue.get())), name_of(event),
                   {queued, submitted, start, end}, status < 0 ? R"("failed":true)" : "");
  }
}

} // namespace cl
