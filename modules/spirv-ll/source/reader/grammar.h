// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V's grammar as tables: which words an instruction has and which capabilities it needs.
// Generated at build time from the packaged grammar and spirv_words/grammar/supplement.json.
#ifndef SPIRV_LL_READER_GRAMMAR_H
#define SPIRV_LL_READER_GRAMMAR_H

#include "spirv_enums.h"

#include <span>
#include <string_view>

namespace spirv_ll {

enum class Quantifier : uint8_t { one, optional, any };
enum class Category : uint8_t { Id, Literal, Composite, ValueEnum, BitEnum };

struct OperandLayout {
  OperandKind kind;
  Quantifier quantifier;
};

/// An instruction: its operands in order, and the capabilities of which it needs one (none: it
/// needs nothing).
struct InstructionInfo {
  std::string_view name; ///< with "Op"
  std::span<const OperandLayout> operands;
  std::span<const Capability> capabilities;
};

/// A value, or a bit, of an enumeration: the operands that follow it, the capabilities as above.
struct EnumerantInfo {
  std::string_view name;
  std::span<const OperandLayout> parameters;
  std::span<const Capability> capabilities;
  bool known = false;
};

/// False for an opcode that is in no specification we know.
[[nodiscard]] bool find_instruction(uint16_t opcode, InstructionInfo& info);
[[nodiscard]] Category category(OperandKind kind);
[[nodiscard]] std::string_view name(OperandKind kind);
/// `known` is false if the enumeration has no such value.
[[nodiscard]] EnumerantInfo find_enumerant(OperandKind kind, uint32_t value);
/// The name of an instruction of the extended set OpenCL.std; empty if there is none.
[[nodiscard]] std::string_view openclstd_name(uint32_t number);

} // namespace spirv_ll

#endif
