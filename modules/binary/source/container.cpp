// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binary/container.h"

#include "binary/stream.h"
#include "fields.h"

#include <algorithm>
#include <xxhash.h>

namespace binary {
namespace {

constexpr std::array<uint8_t, 4> magic = {'L', 'W', 'P', 'B'};
constexpr size_t section_alignment = 16;
constexpr size_t header_size = 4 + 4 + 4 + 4 + 8;
constexpr size_t row_size = 4 + 8 + 8 + 8;
constexpr size_t checksum_size = 8;
constexpr size_t preamble_size = header_size + section_count * row_size + checksum_size;
constexpr size_t first_section =
    (preamble_size + section_alignment - 1) / section_alignment * section_alignment;

uint64_t checksum(bytes_view data) { return XXH3_64bits(data.data(), data.size()); }

bool all_zero(bytes_view data) {
  return std::all_of(data.begin(), data.end(), [](uint8_t byte) { return byte == 0; });
}

struct SectionEntry {
  SectionId id;
  uint64_t offset, size, hash;
};

cargo::unexpected<std::string> broken(const char* what) {
  return {std::string("program binary is damaged: ") + what};
}

} // namespace

bytes write(const Program& program) {
  Writer sections;
  std::array<SectionEntry, section_count> rows;
  for (uint32_t i = 0; i < section_count; ++i) {
    const size_t begin = sections.data.size();
    rows[i].id = SectionId(i + 1);
    write_section(sections, rows[i].id, program);
    rows[i].offset = first_section + begin;
    rows[i].size = sections.data.size() - begin;
    rows[i].hash = checksum(bytes_view(sections.data).subspan(begin));
    sections.pad(section_alignment);
  }
  Writer output;
  output.raw(magic);
  output.number(format_version);
  output.number(program.kind);
  output.number(section_count);
  output.number<uint64_t>(first_section + sections.data.size());
  for (const SectionEntry& row : rows) {
    output.number(row.id);
    output.number(row.offset);
    output.number(row.size);
    output.number(row.hash);
  }
  output.number(checksum(output.data));
  output.pad(section_alignment);
  output.raw(sections.data);
  return std::move(output.data);
}

bool has_magic(bytes_view data) {
  return data.size() >= magic.size() && std::equal(magic.begin(), magic.end(), data.begin());
}

cargo::expected<Program, std::string> read(bytes_view data) {
  if (!has_magic(data)) {
    return cargo::unexpected{"not a Lanewise program binary"};
  }
  if (data.size() < first_section) {
    return broken("it ends within its header");
  }
  Reader reader(data.subspan(magic.size()));
  const auto version = reader.number<uint32_t>();
  if (version != format_version) {
    return cargo::unexpected{"program binary has format version " + std::to_string(version) +
                             ", expected " + std::to_string(format_version)};
  }
  Program program;
  program.kind = reader.number<Kind>();
  const auto sections = reader.number<uint32_t>();
  const auto total = reader.number<uint64_t>();
  if (sections != section_count || total != data.size()) {
    return broken("its size is not what its header says");
  }
  const size_t summed = preamble_size - checksum_size;
  std::array<SectionEntry, section_count> rows;
  for (SectionEntry& row : rows) {
    row.id = reader.number<SectionId>();
    row.offset = reader.number<uint64_t>();
    row.size = reader.number<uint64_t>();
    row.hash = reader.number<uint64_t>();
  }
  if (reader.number<uint64_t>() != checksum(data.first(summed)) ||
      !all_zero(data.subspan(preamble_size, first_section - preamble_size))) {
    return broken("the checksum of its header does not match");
  }
  if (program.kind < Kind::object || program.kind > Kind::executable) {
    return broken("its kind is unknown");
  }
  size_t expected_offset = first_section;
  for (uint32_t i = 0; i < section_count; ++i) {
    const SectionEntry& row = rows[i];
    if (row.id != SectionId(i + 1) || row.offset != expected_offset ||
        row.size > data.size() - expected_offset) {
      return broken("a section lies outside it");
    }
    const auto content = data.subspan(row.offset, row.size);
    const size_t end = std::min((row.offset + row.size + section_alignment - 1) /
                                    section_alignment * section_alignment,
                                data.size());
    if (checksum(content) != row.hash ||
        !all_zero(data.subspan(row.offset + row.size, end - row.offset - row.size))) {
      return broken("the checksum of a section does not match");
    }
    Reader section(content);
    if (!read_section(section, row.id, program)) {
      return broken("a section does not hold what it should");
    }
    expected_offset = end;
  }
  if (expected_offset != data.size()) {
    return broken("something follows its last section");
  }
  return program;
}

} // namespace binary
