// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BINARY_FIELDS_H
#define BINARY_FIELDS_H

#include "binary/container.h"
#include "binary/stream.h"

#include <optional>

namespace binary {

/// Sections of a container, in the order in which they are written.
enum class SectionId : uint32_t {
  info = 1,
  kernels = 2,
  printf_calls = 3,
  variables = 4,
  ir = 5,
  payloads = 6,
  functions = 7,
};
inline constexpr uint32_t section_count = 7;

/// Writes the part of `program` that belongs in section `id`.
void write_section(Writer& writer, SectionId id, const Program& program);

/// Reads it back; false if the bytes do not hold exactly that.
[[nodiscard]] bool read_section(Reader& reader, SectionId id, Program& program);

} // namespace binary

#endif
