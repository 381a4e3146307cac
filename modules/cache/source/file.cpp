// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/file.h"

#include <cerrno>
#include <unistd.h>

namespace cache {

Descriptor::~Descriptor() {
  if (number >= 0) {
    close(number);
  }
}

bool read_all(int file, std::span<uint8_t> data) {
  while (!data.empty()) {
    const ssize_t size = read(file, data.data(), data.size());
    if (size == 0 || (size < 0 && errno != EINTR)) {
      return false;
    }
    data = data.subspan(size < 0 ? 0 : static_cast<size_t>(size));
  }
  return true;
}

} // namespace cache
