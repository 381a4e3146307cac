// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "repairs/handle_instructions.h"

#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace sycl_compiler {

namespace {

/// Numbers of SPIR-V's specification.
enum Opcode : uint32_t {
  op_name = 5,
  op_extension = 10,
  op_capability = 17,
  op_function = 54,
  op_function_end = 56,
  op_function_call = 57,
  op_decorate = 71,
  op_convert_handle_to_image = 6529,
  op_convert_handle_to_sampler = 6530,
};
constexpr uint32_t linkage_attributes = 41, bindless_images = 6528;
constexpr size_t header_words = 5;

using Words = std::vector<uint32_t>;
using Instruction = std::span<const uint32_t>;

uint32_t opcode_of(Instruction one) { return one[0] & 0xffff; }

void append(Words& to, uint32_t opcode, const Words& operands) {
  to.push_back(uint32_t(operands.size() + 1) << 16 | opcode);
  to.insert(to.end(), operands.begin(), operands.end());
}

/// The words of a string, with the zero behind it.
Words words_of(std::string_view text) {
  Words words(text.size() / 4 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

std::vector<Instruction> instructions_of(const Words& words) {
  std::vector<Instruction> all;
  for (size_t at = header_words; at < words.size();) {
    const size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) {
      return {}; // not what the back end writes
    }
    all.push_back(Instruction(words).subspan(at, count));
    at += count;
  }
  return all;
}

/// The instruction that an imported function stands for; 0 if it is another function.
uint32_t stands_for(Instruction linkage) {
  const std::string_view name(reinterpret_cast<const char*>(&linkage[3]));
  if (name.starts_with(image_of_handle_prefix)) {
    return op_convert_handle_to_image;
  }
  return name.starts_with(sampler_of_handle_prefix) ? uint32_t(op_convert_handle_to_sampler) : 0;
}

/// By the functions' ids.
std::map<uint32_t, uint32_t> find_functions(const std::vector<Instruction>& all) {
  std::map<uint32_t, uint32_t> found;
  for (const Instruction one : all) {
    if (opcode_of(one) == op_decorate && one[2] == linkage_attributes && stands_for(one)) {
      found[one[1]] = stands_for(one);
    }
  }
  return found;
}

Words replaced(const Words& words, const std::vector<Instruction>& all,
               const std::map<uint32_t, uint32_t>& functions) {
  Words made(words.begin(), words.begin() + header_words);
  bool is_declared = false; // the capability, behind the others
  bool is_left_out = false; // a function
  for (const Instruction one : all) {
    const uint32_t opcode = opcode_of(one);
    if (!is_declared && opcode != op_capability) {
      append(made, op_capability, {bindless_images});
      append(made, op_extension, words_of("SPV_INTEL_bindless_images"));
      is_declared = true;
    }
    if ((opcode == op_name || opcode == op_decorate) && functions.contains(one[1])) {
      continue;
    }
    is_left_out = is_left_out || (opcode == op_function && functions.contains(one[2]));
    if (is_left_out) {
      is_left_out = opcode != op_function_end;
    } else if (opcode == op_function_call && functions.contains(one[3])) {
      append(made, functions.at(one[3]), {one[1], one[2], one[4]});
    } else {
      made.insert(made.end(), one.begin(), one.end());
    }
  }
  return made;
}

} // namespace

std::vector<uint8_t> insert_handle_instructions(std::vector<uint8_t> code) {
  Words words(code.size() / 4);
  std::memcpy(words.data(), code.data(), words.size() * 4);
  const std::vector<Instruction> all = instructions_of(words);
  const auto functions = find_functions(all);
  if (functions.empty()) {
    return code;
  }
  const Words made = replaced(words, all, functions);
  const auto* bytes = reinterpret_cast<const uint8_t*>(made.data());
  return {bytes, bytes + made.size() * 4};
}

} // namespace sycl_compiler
