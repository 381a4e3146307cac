// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzer of the reader. Its mutator works on instructions, so that the header, and the lengths of
// what it does not touch, stay right; random bytes would die at the magic number.
// scripts/fuzz starts it from the modules that the tests assemble and from corpus.tar.xz.
#include "spirv-ll/read.h"

#include <cstring>
#include <random>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using Words = std::vector<uint32_t>;
constexpr size_t header_words = 5;

/// The module's instructions, each with its first word.
std::vector<Words> cut(const uint8_t* data, size_t size) {
  Words words(size / 4);
  std::memcpy(words.data(), data, words.size() * 4);
  std::vector<Words> instructions;
  for (size_t at = header_words; at < words.size();) {
    const size_t length = std::max<size_t>(words[at] >> 16, 1);
    const size_t end = std::min(at + length, words.size());
    instructions.emplace_back(words.begin() + long(at), words.begin() + long(end));
    at = end;
  }
  return instructions;
}

void fix_length(Words& instruction) {
  instruction[0] = (instruction[0] & 0xffff) | uint32_t(instruction.size()) << 16;
}

void mutate(std::vector<Words>& module, std::mt19937& random) {
  const size_t at = random() % module.size();
  Words& instruction = module[at];
  const size_t word = 1 + random() % std::max<size_t>(instruction.size() - 1, 1);
  switch (random() % 8) {
  case 0:
    module.erase(module.begin() + long(at));
    return;
  case 1:
    module.insert(module.begin() + long(at), Words(module[random() % module.size()]));
    return;
  case 2:
    std::swap(instruction, module[random() % module.size()]);
    return;
  case 3:
    instruction[0] = (instruction[0] & 0xffff0000) | random() % 450;
    return;
  case 4:
    instruction.push_back(random() % 64);
    break;
  case 5:
    if (instruction.size() > 1) {
      instruction.erase(instruction.begin() + long(word));
    }
    break;
  case 6:
    if (word < instruction.size()) {
      instruction[word] = random() % 64;
    }
    break;
  default:
    if (word < instruction.size()) {
      LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(&instruction[word]), 4, 4);
    }
  }
  fix_length(instruction);
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  auto module = cut(data, size);
  if (size < header_words * 4 || module.empty()) {
    constexpr uint32_t header[header_words] = {0x07230203, 0x00010400, 0, 1000, 0};
    const size_t room = std::min(max_size, sizeof header);
    std::memcpy(data, header, room);
    return room;
  }
  std::mt19937 random(seed);
  mutate(module, random);
  size_t written = header_words * 4;
  for (const Words& instruction : module) {
    const size_t bytes = instruction.size() * 4;
    if (written + bytes > max_size) {
      break;
    }
    std::memcpy(data + written, instruction.data(), bytes);
    written += bytes;
  }
  return written;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  llvm::LLVMContext context;
  static_cast<void>(spirv_ll::read(context, {data, size}));
  return 0;
}
