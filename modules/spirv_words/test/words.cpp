// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spirv_words/words.h"

#include <gtest/gtest.h>

namespace {

std::vector<uint8_t> bytes(const std::vector<uint32_t>& words, bool big_endian = false) {
  std::vector<uint8_t> data;
  for (const uint32_t word : words) {
    for (int i = 0; i < 4; ++i) {
      data.push_back(uint8_t(word >> 8 * (big_endian ? 3 - i : i)));
    }
  }
  return data;
}

/// OpCapability Kernel; OpMemoryModel Physical64 OpenCL.
const std::vector<uint32_t> module = {0x07230203, 0x00010200, 7,          9, 0,
                                      0x00020011, 6,          0x0003000e, 2, 2};

TEST(Words, cutsAModuleOfEitherByteOrder) {
  for (const bool big_endian : {false, true}) {
    const auto words = spirv_ll::Words::read(bytes(module, big_endian));
    ASSERT_TRUE(words) << words.error();
    EXPECT_EQ(words->header().major, 1u);
    EXPECT_EQ(words->header().minor, 2u);
    EXPECT_EQ(words->header().id_bound, 9u);
    ASSERT_EQ(words->instructions().size(), 2u);
    EXPECT_EQ(words->instructions()[0].opcode, 17);
    EXPECT_EQ(words->instructions()[1].opcode, 14);
    EXPECT_EQ(words->instructions()[1].operands[1], 2u);
  }
}

TEST(Words, refusedWhereAnInstructionIsCut) {
  const auto whole = bytes(module);
  for (size_t size = 0; size < whole.size(); ++size) {
    const bool between_instructions = size == 20 || size == 28;
    const auto words = spirv_ll::Words::read(std::span(whole).first(size));
    EXPECT_EQ(words.has_value(), between_instructions) << size;
  }
}

TEST(Words, refusesWhatIsNotSpirv) {
  auto other = module;
  other[0] = 0xdec04342;
  EXPECT_EQ(spirv_ll::Words::read(bytes(other)).error(),
            "not a SPIR-V module: the magic number is missing");
  auto future = module;
  future[1] = 0x00010700;
  EXPECT_EQ(spirv_ll::Words::read(bytes(future)).error(),
            "SPIR-V version 1.7 is not supported, 1.0 to 1.6 are");
  auto empty = module;
  empty[5] = 0x00000011;
  EXPECT_EQ(spirv_ll::Words::read(bytes(empty)).error(),
            "the instruction at word 5 claims 0 words, 5 are left");
}

} // namespace
