// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/command_name.h"

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
    Name{CL_COMMAND_SVM_MEMCPY, "copy memory"},
    Name{CL_COMMAND_SVM_MEMFILL, "fill memory"},
    Name{CL_COMMAND_SVM_MAP, "map memory"},
    Name{CL_COMMAND_SVM_UNMAP, "unmap memory"},
    Name{CL_COMMAND_SVM_FREE, "free memory"},
    Name{CL_COMMAND_SVM_MIGRATE_MEM, "migrate memory"},
    Name{CL_COMMAND_MEMCPY_INTEL, "copy memory"},
    Name{CL_COMMAND_MEMFILL_INTEL, "fill memory"},
    Name{CL_COMMAND_MIGRATEMEM_INTEL, "migrate memory"},
    Name{CL_COMMAND_MEMADVISE_INTEL, "advise of memory"},
};

} // namespace

const char* name_of(cl_command_type type) {
  const auto* found = std::ranges::find(names, type, &Name::type);
  return found == names.end() ? "command" : found->text;
}

} // namespace cl
