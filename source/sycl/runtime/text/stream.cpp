// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/streams.h"

#include <algorithm>
#include <cstdio>
#include <sycl/stream/stream_memory.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

stream_memory::stream_memory(ref<context_impl> in, size_t capacity)
    : memory(std::move(in), sizeof(stream_header) + capacity) {
  *header() = {0, uint32_t(std::min<size_t>(capacity, UINT32_MAX / 2))};
}

void stream_memory::print() const {
  const auto* text = reinterpret_cast<const char*>(header() + 1);
  std::fwrite(text, 1, std::min(header()->used, header()->capacity), stdout);
  std::fflush(stdout);
}

stream_header* make_stream(command_group& group, std::size_t capacity) {
  if (group.graph) {
    throw exception(make_error_code(errc::invalid), "a stream in a command of a graph");
  }
  group.streams.push_back(std::make_shared<stream_memory>(group.queue.context_of, capacity));
  return group.streams.back()->header();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
