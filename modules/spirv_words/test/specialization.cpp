// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spirv_words/specialization.h"

#include <gtest/gtest.h>

namespace {

std::vector<uint8_t> bytes(const std::vector<uint32_t>& words) {
  const auto* data = reinterpret_cast<const uint8_t*>(words.data());
  return {data, data + words.size() * 4};
}

TEST(SpecializationConstants, areFoundWithNameKindAndDefault) {
  const auto constants = spirv_ll::specialization_constants(
      bytes({0x07230203, 0x00010000, 0,  20, 0, 0x00030005, 3, 'n', // OpName %3 "n"
             0x00040047, 3,          1,  7,                         // OpDecorate %3 SpecId 7
             0x00040047, 5,          1,  8,                         // OpDecorate %5 SpecId 8
             0x00040015, 1,          64, 0,                         // OpTypeInt %1 64
             0x00020014, 4,                                         // OpTypeBool %4
             0x00050032, 1,          3,  5,  1,                     // OpSpecConstant %3 0x100000005
             0x00030030, 4,          5,                             // OpSpecConstantTrue %5
             0x00050032, 1,          6,  5,  1})); // without an id: nobody can set it
  ASSERT_TRUE(constants) << constants.error().message();
  ASSERT_EQ(constants->size(), 2u);
  EXPECT_EQ((*constants)[0].id, 7u);
  EXPECT_EQ((*constants)[0].kind, spirv_ll::ScalarKind::integer);
  EXPECT_EQ((*constants)[0].size, 8u);
  EXPECT_EQ((*constants)[0].initial, 0x100000005u);
  EXPECT_EQ((*constants)[0].name, "n");
  EXPECT_EQ((*constants)[1].id, 8u);
  EXPECT_EQ((*constants)[1].kind, spirv_ll::ScalarKind::boolean);
  EXPECT_EQ((*constants)[1].initial, 1u);
}

TEST(SpecializationConstants, ofNoModuleAreAnError) {
  EXPECT_FALSE(spirv_ll::specialization_constants({}));
}

} // namespace
