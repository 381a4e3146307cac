// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/streams.h"

#include <cstdio>
#include <cstdlib>
#include <sycl/stream/stream_memory.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

stream_memory::stream_memory(ref<context_impl> in, size_t capacity) : context_of(std::move(in)) {
  const size_t bytes = sizeof(stream_header) + capacity;
  uses_usm = !context_of->devices.front()->system_memory;
  if (uses_usm) {
    cl_int status = CL_SUCCESS;
    header = static_cast<stream_header*>(
        context_of->platform_of().usm.host(context_of->cl.get(), nullptr, bytes, 0, &status));
    check(status, "clHostMemAllocINTEL");
  } else {
    header = static_cast<stream_header*>(std::malloc(bytes));
    if (!header) {
      throw exception(make_error_code(errc::memory_allocation), "no memory for a stream");
    }
  }
  *header = {0, uint32_t(std::min<size_t>(capacity, UINT32_MAX / 2))};
}

stream_memory::~stream_memory() {
  if (uses_usm) {
    (void)context_of->platform_of().usm.free(context_of->cl.get(), header);
  } else {
    std::free(header);
  }
}

void stream_memory::print() const {
  const auto* text = reinterpret_cast<const char*>(header + 1);
  std::fwrite(text, 1, std::min(header->used, header->capacity), stdout);
  std::fflush(stdout);
}

stream_header* make_stream(command_group& group, std::size_t capacity) {
  group.streams.push_back(std::make_shared<stream_memory>(group.queue.context_of, capacity));
  return group.streams.back()->header;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
