// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of streams: filled by a kernel, printed when it has ended.
#ifndef SYCL_RUNTIME_TEXT_STREAMS_H
#define SYCL_RUNTIME_TEXT_STREAMS_H

#include "memory/scratch.h"
#include "queues/commands.h"

namespace sycl {
inline namespace lw1 {
namespace detail {

struct stream_header;

class stream_memory {
public:
  stream_memory(ref<context_impl> in, size_t capacity);
  void print() const;
  stream_header* header() const { return static_cast<stream_header*>(memory.get()); }

private:
  scratch memory;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
