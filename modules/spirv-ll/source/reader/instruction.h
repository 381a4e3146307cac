// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_READER_INSTRUCTION_H
#define SPIRV_LL_READER_INSTRUCTION_H

#include "reader/grammar.h"
#include "spirv_words/words.h"

#include "cargo/expected.h"
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Value.h>
#include <string>

namespace spirv_ll {

using Failure = cargo::unexpected<std::string>;
using Outcome = cargo::result<std::string>;
/// The value of an instruction; null if it has none, or has defined its result itself.
using Result = cargo::expected<llvm::Value*, std::string>;

[[nodiscard]] inline Failure fail(std::string reason) { return {std::move(reason)}; }
[[nodiscard]] inline std::string id_text(uint32_t id) { return "%" + std::to_string(id); }

/// One instruction with its type and result ids apart. Its words have the layout of the grammar.
struct Inst {
  uint32_t offset = 0;
  Op opcode = Op::Nop;
  uint32_t type = 0, result = 0;   ///< ids, 0 if it has none
  std::span<const uint32_t> words; ///< what follows them
  /// The operands as values, once a shape (handlers.h) has said that they are some.
  llvm::SmallVector<llvm::Value*, 4> args;

  [[nodiscard]] size_t count() const { return words.size(); }
  /// Word `i` after type and result; 0, which is no id, if the instruction ends before.
  [[nodiscard]] uint32_t word(size_t i) const { return i < words.size() ? words[i] : 0; }
  [[nodiscard]] std::span<const uint32_t> from(size_t i) const {
    return words.subspan(std::min(i, words.size()));
  }
};

/// A literal string at the beginning of `words`: its bytes up to the zero; `used` is its length in
/// words. The grammar's check has seen that the zero is there.
[[nodiscard]] std::string literal_string(std::span<const uint32_t> words, size_t& used);

} // namespace spirv_ll

#endif
