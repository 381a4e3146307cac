// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 2.3, "Physical Layout of a SPIR-V Module and Instruction".
#ifndef SPIRV_WORDS_WORDS_H
#define SPIRV_WORDS_WORDS_H

#include "cargo/expected.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spirv_ll {

struct Header {
  unsigned major = 0, minor = 0; ///< version of SPIR-V, 1.0 to 1.6
  uint32_t generator = 0;        ///< the tool that wrote it
  uint32_t id_bound = 0;         ///< every id is below it
};

/// One instruction: its opcode and the words behind it. The words belong to the module.
struct Instruction {
  uint32_t offset = 0; ///< word at which it begins
  uint16_t opcode = 0;
  std::span<const uint32_t> operands;
};

/// A module as words in the machine's order, cut into instructions. Immutable once read.
class Words {
public:
  /// Reads a module of either byte order. Every length is checked against the module's size; the
  /// error says in one sentence what is wrong and at which word.
  [[nodiscard]] static cargo::expected<Words, std::string> read(std::span<const uint8_t> data);

  [[nodiscard]] const Header& header() const { return head; }
  [[nodiscard]] std::span<const Instruction> instructions() const { return cut; }

private:
  Header head;
  std::vector<uint32_t> words;
  std::vector<Instruction> cut;
};

} // namespace spirv_ll

#endif
