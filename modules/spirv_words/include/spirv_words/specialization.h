// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants (SPIR-V specification 2.12): a module's constants, and values for them.
// Needs no LLVM.
#ifndef SPIRV_WORDS_SPECIALIZATION_H
#define SPIRV_WORDS_SPECIALIZATION_H

#include "cargo/expected.h"
#include "spirv_words/error.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spirv_ll {

/// A value: the bytes of a scalar in the machine's order; one byte for a boolean.
struct Specialization {
  uint32_t id = 0; ///< as the decoration SpecId says
  uint32_t size = 0;
  std::array<uint8_t, 8> bytes = {};
};

enum class ScalarKind : uint8_t { boolean, integer, floating };

struct SpecializationConstant {
  uint32_t id = 0;
  ScalarKind kind = ScalarKind::integer;
  uint32_t size = 0;    ///< in bytes; 1 for a boolean
  uint64_t initial = 0; ///< the bits of the default
  std::string name;     ///< from OpName, may be empty
};

/// The specialization constants of a module, in its order. Reads no further than the first
/// function.
[[nodiscard]] cargo::expected<std::vector<SpecializationConstant>, Error>
specialization_constants(std::span<const uint8_t> data);

} // namespace spirv_ll

#endif
