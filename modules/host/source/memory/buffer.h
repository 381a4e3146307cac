// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_MEMORY_BUFFER_H
#define HOST_MEMORY_BUFFER_H

#include "object.h"

#include <cstddef>

namespace host {

struct Buffer : mux_buffer_s {
  explicit Buffer(uint64_t given_size);

  /// The bytes of a bound buffer.
  [[nodiscard]] std::byte* data() const { return reinterpret_cast<std::byte*>(address); }
};

} // namespace host

#endif
