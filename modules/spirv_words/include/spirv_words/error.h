// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_WORDS_ERROR_H
#define SPIRV_WORDS_ERROR_H

#include <cstdint>
#include <string>

namespace spirv_ll {

/// Why a module was refused.
struct Error {
  uint32_t offset = 0;     ///< word at which the instruction begins; 0 if it is none's fault
  std::string instruction; ///< its name, such as "OpIAdd"; empty with offset 0
  std::string reason;      ///< lower case, one sentence

  /// "word 12, OpIAdd: the result type is ..."
  [[nodiscard]] std::string message() const {
    return instruction.empty()
               ? reason
               : "word " + std::to_string(offset) + ", " + instruction + ": " + reason;
  }
};

} // namespace spirv_ll

#endif
