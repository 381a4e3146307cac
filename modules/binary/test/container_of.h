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

inline constexpr size_t section_count = 7, section_alignment = 16;
inline constexpr size_t header_size = 24, row_size = 28, checksum_size = 8;
/// Where the first section begins.
inline constexpr size_t first_section =
    (header_size + section_count * row_size + checksum_size + section_alignment - 1) /
    section_alignment * section_alignment;

/// A container of these sections with right checksums, whatever they hold.
inline bytes container_of(const std::array<bytes, section_count>& sections,
                          Kind kind = Kind::executable) {
  const auto sum = [](bytes_view data) { return XXH3_64bits(data.data(), data.size()); };
  Writer body, output;
  output.raw(std::array<uint8_t, 4>{'L', 'W', 'P', 'B'});
  output.number(format_version);
  output.number(kind);
  output.number(uint32_t(sections.size()));
  size_t total = first_section;
  for (const auto& section : sections) {
    total += (section.size() + section_alignment - 1) / section_alignment * section_alignment;
  }
  output.number<uint64_t>(total);
  for (size_t i = 0; i < sections.size(); ++i) {
    output.number(uint32_t(i + 1));
    output.number<uint64_t>(first_section + body.data.size());
    output.number<uint64_t>(sections[i].size());
    output.number(sum(sections[i]));
    body.raw(sections[i]);
    body.pad(section_alignment);
  }
  output.number(sum(output.data));
  output.pad(section_alignment);
  output.raw(body.data);
  return std::move(output.data);
}

} // namespace binary::test

#endif
