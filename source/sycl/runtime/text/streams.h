// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of streams: filled by a kernel, printed when it has ended.
#ifndef SYCL_RUNTIME_TEXT_STREAMS_H
#define SYCL_RUNTIME_TEXT_STREAMS_H

#include "queues/commands.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct stream_header;

class stream_memory {
public:
  stream_memory(ref<context_impl> in, size_t capacity);
  stream_memory(const stream_memory&) = delete;
  stream_memory& operator=(const stream_memory&) = delete;
  ~stream_memory();
  void print() const;

  stream_header* header = nullptr;

private:
  ref<context_impl> context_of;
  bool uses_usm = false;
};

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
