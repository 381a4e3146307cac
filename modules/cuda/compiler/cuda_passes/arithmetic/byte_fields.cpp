// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/byte_fields.h"

#include "cuda_passes/arithmetic/replace_instructions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>

namespace cuda {
namespace {

using namespace llvm::PatternMatch;

struct Byte {
  llvm::Value* word = nullptr;
  uint64_t shift = 0; ///< where it begins
};

/// The byte that a value is, with zeros above it; no word if it is none.
Byte byte_of(llvm::Value* value) {
  llvm::Value *word = nullptr, *shifted = nullptr;
  uint64_t shift = 0;
  if (match(value, m_LShr(m_Value(word), m_SpecificInt(24)))) {
    return {word, 24};
  }
  if (!match(value, m_And(m_Value(shifted), m_SpecificInt(255)))) {
    return {};
  }
  return match(shifted, m_LShr(m_Value(word), m_ConstantInt(shift))) ? Byte{word, shift}
                                                                     : Byte{shifted, 0};
}

llvm::Value* byte_below(llvm::Instruction& instruction) {
  llvm::Value* below = nullptr;
  uint64_t above = 0;
  if (!instruction.getType()->isIntegerTy(32) ||
      !match(&instruction, m_Or(m_Value(below), m_ConstantInt(above))) || (above & 255) != 0) {
    return nullptr;
  }
  const Byte byte = byte_of(below);
  if (!byte.word || byte.shift % 8 != 0 || byte.shift > 24) {
    return nullptr;
  }
  // Bytes 0 to 3 are the word's, 4 to 7 the constant's; the lowest one's number comes first.
  constexpr uint64_t bytes_above = 0x7650;
  llvm::IRBuilder<> builder(&instruction);
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_prmt,
                                 {byte.word, builder.getInt32(static_cast<uint32_t>(above)),
                                  builder.getInt32(bytes_above | byte.shift / 8)});
}

} // namespace

bool byte_fields(llvm::Module& module) { return replace_instructions(module, byte_below); }

} // namespace cuda
