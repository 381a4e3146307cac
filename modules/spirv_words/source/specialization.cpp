// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spirv_words/specialization.h"

#include "spirv_enums.h"
#include "spirv_words/words.h"

#include <unordered_map>

namespace spirv_ll {
namespace {

struct Scalar {
  ScalarKind kind;
  uint32_t size;
};

std::string text_at(std::span<const uint32_t> words) {
  std::string text;
  for (size_t i = 0; i < words.size() * 4; ++i) {
    const char c = char((words[i / 4] >> 8 * (i % 4)) & 0xff);
    if (c == 0) {
      break;
    }
    text += c;
  }
  return text;
}

/// Collects the specialisation constants that are declared before the first function.
class Collect {
public:
  void one(const Instruction& instruction) {
    const auto words = instruction.operands;
    const auto word = [&](size_t i) { return i < words.size() ? words[i] : 0; };
    switch (Op(instruction.opcode)) {
    case Op::Name:
      names[word(0)] = text_at(words.subspan(std::min<size_t>(1, words.size())));
      break;
    case Op::Decorate:
      if (Decoration(word(1)) == Decoration::SpecId && words.size() == 3) {
        spec_ids[word(0)] = word(2);
      }
      break;
    case Op::TypeInt:
      types[word(0)] = {ScalarKind::integer, (word(1) + 7) / 8};
      break;
    case Op::TypeFloat:
      types[word(0)] = {ScalarKind::floating, word(1) / 8};
      break;
    case Op::SpecConstantTrue:
    case Op::SpecConstantFalse:
      add(word(1), {ScalarKind::boolean, 1},
          Op(instruction.opcode) == Op::SpecConstantTrue ? 1 : 0);
      break;
    case Op::SpecConstant:
      if (const auto type = types.find(word(0)); type != types.end()) {
        add(word(1), type->second, word(2) | uint64_t(word(3)) << 32);
      }
      break;
    default:
      break;
    }
  }

  std::vector<SpecializationConstant> constants;

private:
  void add(uint32_t result, Scalar scalar, uint64_t initial) {
    if (const auto id = spec_ids.find(result); id != spec_ids.end()) {
      constants.push_back({id->second, scalar.kind, scalar.size, initial, names[result]});
    }
  }

  std::unordered_map<uint32_t, std::string> names;
  std::unordered_map<uint32_t, uint32_t> spec_ids;
  std::unordered_map<uint32_t, Scalar> types;
};

} // namespace

cargo::expected<std::vector<SpecializationConstant>, Error>
specialization_constants(std::span<const uint8_t> data) {
  const auto words = Words::read(data);
  if (!words) {
    return cargo::unexpected{Error{0, "", words.error()}};
  }
  Collect collect;
  for (const Instruction& instruction : words->instructions()) {
    if (Op(instruction.opcode) == Op::Function) {
      break;
    }
    collect.one(instruction);
  }
  return std::move(collect.constants);
}

} // namespace spirv_ll
