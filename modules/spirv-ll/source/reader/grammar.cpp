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

template <typename Row> std::span<const OperandLayout> operands_of(const Row& row) {
  return std::span(operand_layouts).subspan(row.operands, row.operand_count);
}
template <typename Row> std::span<const Capability> capabilities_of(const Row& row) {
  return std::span(required).subspan(row.capabilities, row.capability_count);
}

const KindRow& row_of(OperandKind kind) { return kind_rows[size_t(kind)]; }

/// All tables are sorted by number.
template <typename Row, typename Member>
const Row* find(std::span<const Row> rows, uint32_t wanted, Member Row::*member) {
  const auto found =
      std::lower_bound(rows.begin(), rows.end(), wanted, [&](const Row& row, uint32_t number) {
        return uint32_t(row.*member) < number;
      });
  return found != rows.end() && uint32_t((*found).*member) == wanted ? &*found : nullptr;
}

} // namespace

bool find_instruction(uint16_t opcode, InstructionInfo& info) {
  const auto* row =
      find(std::span<const InstructionRow>(instruction_rows), opcode, &InstructionRow::opcode);
  if (row) {
    info = {row->name, operands_of(*row), capabilities_of(*row)};
  }
  return row;
}

Category category(OperandKind kind) { return row_of(kind).category; }
std::string_view name(OperandKind kind) { return row_of(kind).name; }

EnumerantInfo find_enumerant(OperandKind kind, uint32_t value) {
  const KindRow& enumeration = row_of(kind);
  const auto rows =
      std::span<const EnumerantRow>(enumerant_rows).subspan(enumeration.first, enumeration.count);
  const auto* row = find(rows, value, &EnumerantRow::value);
  return row ? EnumerantInfo{row->name, operands_of(*row), capabilities_of(*row), true}
             : EnumerantInfo{};
}

std::string_view openclstd_name(uint32_t number) {
  const auto* row =
      find(std::span<const ExtendedRow>(openclstd_rows), number, &ExtendedRow::number);
  return row ? row->name : std::string_view();
}

} // namespace spirv_ll
