// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/stream_copy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace {

using namespace host;

std::vector<std::byte> numbers(size_t size) {
  std::vector<std::byte> bytes(size);
  for (size_t i = 0; i < size; ++i) {
    bytes[i] = std::byte(i * 7 + i / 256);
  }
  return bytes;
}

TEST(StreamCopy, copiesExactlyWhatItShall) {
  const std::vector<std::byte> from = numbers(1000);
  for (const size_t to_offset : {0, 1, 15, 16, 63, 64}) {
    for (const size_t from_offset : {0, 1, 8}) {
      for (const size_t size : {0, 1, 63, 64, 65, 127, 128, 200, 640}) {
        std::vector<std::byte> to(1000, std::byte(0xEE));
        stream_copy(&to[to_offset], &from[from_offset], size);
        EXPECT_TRUE(std::equal(&to[to_offset], &to[to_offset] + size, &from[from_offset]))
            << to_offset << " " << from_offset << " " << size;
        EXPECT_EQ(std::count(to.begin(), to.begin() + long(to_offset), std::byte(0xEE)),
                  long(to_offset));
        EXPECT_EQ(to[to_offset + size], std::byte(0xEE));
      }
    }
  }
}

TEST(StreamCopy, overlapsLikeMemmove) {
  const std::vector<std::byte> before = numbers(1000);
  for (const long shift : {-100, -1, 0, 1, 100}) {
    std::vector<std::byte> bytes = before;
    stream_copy(&bytes[size_t(200 + shift)], &bytes[200], 500);
    EXPECT_TRUE(std::equal(&before[200], &before[700], &bytes[size_t(200 + shift)])) << shift;
  }
}

} // namespace
