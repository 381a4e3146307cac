// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers that binary::write never makes, for tests and the fuzzer.
#ifndef BINARY_TEST_CONTAINER_OF_H
#define BINARY_TEST_CONTAINER_OF_H

#include "binary/container.h"
#include "binary/stream.h"

#include <array>
#include <utility>
#include <xxhash.h>

namespace binary::test {

/// A container of these sections with right checksums, whatever they hold.
inline bytes container_of(const std::array<bytes, 6>& sections, Kind kind = Kind::executable) {
  constexpr size_t alignment = 16, first = 208;
  const auto sum = [](bytes_view data) { return XXH3_64bits(data.data(), data.size()); };
  Writer body, output;
  output.raw(std::array<uint8_t, 4>{'L', 'W', 'P', 'B'});
  output.number(format_version);
  output.number(kind);
  output.number(uint32_t(sections.size()));
  size_t total = first;
  for (const auto& section : sections) {
    total += (section.size() + alignment - 1) / alignment * alignment;
  }
  output.number<uint64_t>(total);
  for (size_t i = 0; i < sections.size(); ++i) {
    output.number(uint32_t(i + 1));
    output.number<uint64_t>(first + body.data.size());
    output.number<uint64_t>(sections[i].size());
    output.number(sum(sections[i]));
    body.raw(sections[i]);
    body.pad(alignment);
  }
  output.number(sum(output.data));
  output.pad(alignment);
  output.raw(body.data);
  return std::move(output.data);
}

} // namespace binary::test

#endif
