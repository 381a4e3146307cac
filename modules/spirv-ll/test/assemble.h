// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_TEST_ASSEMBLE_H
#define SPIRV_LL_TEST_ASSEMBLE_H

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

/// SPIR-V 1.6 of its text. What is wrong with that fails the test, and there are no words.
inline std::vector<uint32_t> assemble(const std::string& text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& place, const char* message) {
        ADD_FAILURE() << "line " << place.line << ": " << message << "\n" << text;
      });
  std::vector<uint32_t> words;
  return tools.Assemble(text, &words) ? words : std::vector<uint32_t>();
}

#endif
