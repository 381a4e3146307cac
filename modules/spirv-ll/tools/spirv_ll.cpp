// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spirv-ll: shows how a module is laid out, one line an instruction: word, opcode, operands.
#include "spirv-ll/words.h"

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: spirv-ll <module.spv>\n", stderr);
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "spirv-ll: error: cannot read '%s'\n", argv[1]);
    return 1;
  }
  const std::vector<uint8_t> data(std::istreambuf_iterator<char>(file), {});
  const auto words = spirv_ll::Words::read(data);
  if (!words) {
    std::fprintf(stderr, "spirv-ll: error: %s\n", words.error().c_str());
    return 1;
  }
  const spirv_ll::Header& header = words->header();
  std::printf("SPIR-V %u.%u, generator 0x%08x, ids below %u\n", header.major, header.minor,
              header.generator, header.id_bound);
  size_t at = 5;
  for (const spirv_ll::Instruction& instruction : words->instructions()) {
    std::printf("%6zu  Op%u", at, instruction.opcode);
    for (const uint32_t operand : instruction.operands) {
      std::printf(" %u", operand);
    }
    std::puts("");
    at += instruction.operands.size() + 1;
  }
  return 0;
}
