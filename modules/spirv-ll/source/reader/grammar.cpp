// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/grammar.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

struct InstructionRow {
  Op opcode;
  std::string_view name;
  uint16_t operands, operand_count, capabilities, capability_count;
};
struct EnumerantRow {
  uint32_t value;
  std::string_view name;
  uint16_t operands, operand_count, capabilities, capability_count;
};
struct KindRow {
  std::string_view name;
  Category category;
  uint16_t first, count;
};
struct ExtendedRow {
  uint32_t number;
  std::string_view name;
};

#include "spirv_tables.inc"

template <typename Entry> std::span<const OperandLayout> operands_of(const Entry& entry) {
  return std::span(operand_layouts).subspan(entry.operands, entry.operand_count);
}
template <typename Entry> std::span<const Capability> capabilities_of(const Entry& entry) {
  return std::span(required).subspan(entry.capabilities, entry.capability_count);
}

const KindRow& row_of(OperandKind kind) { return kind_rows[size_t(kind)]; }

/// All tables are sorted by number.
template <typename Entry, typename Member>
const Entry* find(std::span<const Entry> entries, uint32_t wanted, Member Entry::* member) {
  const auto found = std::lower_bound(
      entries.begin(), entries.end(), wanted,
      [&](const Entry& entry, uint32_t number) { return uint32_t(entry.*member) < number; });
  return found != entries.end() && uint32_t((*found).*member) == wanted ? &*found : nullptr;
}

} // namespace

bool find_instruction(uint16_t opcode, InstructionInfo& info) {
  const auto* entry =
      find(std::span<const InstructionRow>(instruction_rows), opcode, &InstructionRow::opcode);
  if (entry) {
    info = {entry->name, operands_of(*entry), capabilities_of(*entry)};
  }
  return entry;
}

Category category(OperandKind kind) { return row_of(kind).category; }
std::string_view name(OperandKind kind) { return row_of(kind).name; }

EnumerantInfo find_enumerant(OperandKind kind, uint32_t value) {
  const KindRow& enumeration = row_of(kind);
  const auto entries =
      std::span<const EnumerantRow>(enumerant_rows).subspan(enumeration.first, enumeration.count);
  const auto* entry = find(entries, value, &EnumerantRow::value);
  return entry ? EnumerantInfo{entry->name, operands_of(*entry), capabilities_of(*entry), true}
               : EnumerantInfo{};
}

std::string_view openclstd_name(uint32_t number) {
  const auto* entry =
      find(std::span<const ExtendedRow>(openclstd_rows), number, &ExtendedRow::number);
  return entry ? entry->name : std::string_view();
}

} // namespace spirv_ll
