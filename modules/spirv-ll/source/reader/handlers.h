// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of instructions: each section of the specification's chapter 3 has a file with a table
// of rows, one an instruction. A row's shape says what the instruction requires of its operands; it
// is checked before the row's function runs, which then need not look again.
#ifndef SPIRV_LL_READER_HANDLERS_H
#define SPIRV_LL_READER_HANDLERS_H

#include "reader/reader.h"

namespace spirv_ll {

using Handler = Result (*)(Reader&, const Inst&);

struct HandlerRow {
  Op opcode;
  /// Null: the function looks at the words itself. Otherwise classes apart by blanks: first the
  /// result's ("-" if there is none), then one for each operand, which become `Inst::args`.
  /// Class: a letter (i integer, f floating point, b boolean, n integer or floating point: scalars
  /// or vectors of them; p pointer; v any value), then optionally a restriction: s only a scalar,
  /// v only a vector, w as many elements as the result. Or: "=" the result's type, "1" the type of
  /// the first operand, "e" the type of the result's elements.
  const char* shape;
  Handler handler;
};

/// The rows of each section.
[[nodiscard]] std::span<const HandlerRow> miscellaneous_rows();
[[nodiscard]] std::span<const HandlerRow> mode_rows();
[[nodiscard]] std::span<const HandlerRow> debug_rows();
[[nodiscard]] std::span<const HandlerRow> annotation_rows();
[[nodiscard]] std::span<const HandlerRow> type_rows();
[[nodiscard]] std::span<const HandlerRow> constant_rows();
[[nodiscard]] std::span<const HandlerRow> memory_rows();
[[nodiscard]] std::span<const HandlerRow> pointer_rows();
[[nodiscard]] std::span<const HandlerRow> pointer_vector_rows();
[[nodiscard]] std::span<const HandlerRow> function_rows();
[[nodiscard]] std::span<const HandlerRow> function_pointer_rows();
[[nodiscard]] std::span<const HandlerRow> image_rows();
[[nodiscard]] std::span<const HandlerRow> conversion_rows();
[[nodiscard]] std::span<const HandlerRow> composite_rows();
[[nodiscard]] std::span<const HandlerRow> arithmetic_rows();
[[nodiscard]] std::span<const HandlerRow> dot_product_rows();
[[nodiscard]] std::span<const HandlerRow> cooperative_matrix_rows();
[[nodiscard]] std::span<const HandlerRow> matrix_memory_rows();
[[nodiscard]] std::span<const HandlerRow> bit_rows();
[[nodiscard]] std::span<const HandlerRow> relational_rows();
[[nodiscard]] std::span<const HandlerRow> control_flow_rows();
[[nodiscard]] std::span<const HandlerRow> atomic_rows();
[[nodiscard]] std::span<const HandlerRow> barrier_rows();
[[nodiscard]] std::span<const HandlerRow> group_rows();
[[nodiscard]] std::span<const HandlerRow> non_uniform_rows();
[[nodiscard]] std::span<const HandlerRow> pipe_rows();
[[nodiscard]] std::span<const HandlerRow> device_enqueue_rows();
[[nodiscard]] std::span<const HandlerRow> extended_rows();

/// The row of an instruction, null if it is not supported.
[[nodiscard]] const HandlerRow* find_handler(Op opcode);

/// Checks `inst` against the row's shape, fills in its arguments and runs the row's function.
[[nodiscard]] Result handle(Reader& reader, const HandlerRow& row, Inst& inst);

} // namespace spirv_ll

#endif
