// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/layout.h"

#include <bit>

namespace spirv_ll {
namespace {

/// The number of words of a string up to and with the one that holds its zero; 0 if there is none.
size_t string_words(std::span<const uint32_t> words) {
  for (size_t i = 0; i < words.size(); ++i) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      if (((words[i] >> shift) & 0xff) == 0) {
        return i + 1;
      }
    }
  }
  return 0;
}

/// Walks the operands of one instruction.
class Walk {
public:
  Walk(std::span<const uint32_t> words_, uint32_t id_bound_, const Capabilities& capabilities_)
      : words(words_), id_bound(id_bound_), capabilities(capabilities_) {}

  Outcome all(std::span<const OperandLayout> layout) {
    for (const OperandLayout& operand : layout) {
      const bool repeated = operand.quantifier == Quantifier::any;
      if (operand.quantifier == Quantifier::one && next >= words.size()) {
        return fail("an operand of kind " + std::string(name(operand.kind)) + " is missing");
      }
      while (next < words.size()) {
        if (auto done = one(operand.kind); !done) {
          return done;
        }
        if (!repeated) {
          break;
        }
      }
    }
    return cargo::success{};
  }

  size_t next = 0;

private:
  Outcome id(uint32_t word) {
    return word == 0 || word >= id_bound
               ? Outcome(fail("id " + id_text(word) + " is not below the bound " +
                              std::to_string(id_bound)))
               : Outcome(cargo::success{});
  }

  Outcome enumerant(OperandKind kind, uint32_t value) {
    const EnumerantInfo info = find_enumerant(kind, value);
    if (!info.known) {
      return fail(std::string(name(kind)) + " " + std::to_string(value) + " is unknown");
    }
    // The requirements of a capability are checked where it is declared.
    if (kind != OperandKind::Capability && !capabilities.any(info.capabilities)) {
      return fail(std::string(name(kind)) + " " + std::string(info.name) + " needs " +
                  list(info.capabilities));
    }
    return all(info.parameters);
  }

  /// The parameters of all bits follow in the order of the bits.
  Outcome bits(OperandKind kind, uint32_t value) {
    for (uint32_t rest = value; rest; rest &= rest - 1) {
      if (auto done = enumerant(kind, uint32_t(1) << std::countr_zero(rest)); !done) {
        return done;
      }
    }
    return cargo::success{};
  }

  Outcome pair(bool first_is_id, bool second_is_id) {
    if (words.size() - next < 2) {
      return fail("a pair of operands lacks its second half");
    }
    const uint32_t first = words[next], second = words[next + 1];
    next += 2;
    if (auto done = first_is_id ? id(first) : Outcome(cargo::success{}); !done) {
      return done;
    }
    return second_is_id ? id(second) : Outcome(cargo::success{});
  }

  Outcome one(OperandKind kind) {
    switch (category(kind)) {
    case Category::Id:
      return id(words[next++]);
    case Category::ValueEnum:
      return enumerant(kind, words[next++]);
    case Category::BitEnum:
      return bits(kind, words[next++]);
    case Category::Composite:
      if (kind == OperandKind::PairLiteralIntegerIdRef) {
        next = words.size(); // literals as wide as the selector, which OpSwitch alone knows
        return cargo::success{};
      }
      return pair(true, kind == OperandKind::PairIdRefIdRef);
    case Category::Literal:
      return literal(kind);
    }
    return cargo::success{};
  }

  Outcome literal(OperandKind kind) {
    if (kind == OperandKind::LiteralString) {
      const size_t used = string_words(words.subspan(next));
      next += used;
      return used ? Outcome(cargo::success{}) : Outcome(fail("a string does not end"));
    }
    if (kind == OperandKind::LiteralContextDependentNumber ||
        kind == OperandKind::LiteralSpecConstantOpInteger) {
      next = words.size(); // as long as the type is wide; another instruction's operands
      return cargo::success{};
    }
    ++next;
    return cargo::success{};
  }

  std::span<const uint32_t> words;
  uint32_t id_bound;
  const Capabilities& capabilities;
};

} // namespace

std::string literal_string(std::span<const uint32_t> words, size_t& used) {
  std::string text;
  used = string_words(words);
  for (size_t i = 0; i < used * 4; ++i) {
    const char c = char((words[i / 4] >> 8 * (i % 4)) & 0xff);
    if (c == 0) {
      break;
    }
    text += c;
  }
  return text;
}

cargo::expected<Inst, std::string> check_layout(const Instruction& instruction, uint32_t id_bound,
                                                const Capabilities& capabilities) {
  InstructionInfo info;
  if (!find_instruction(instruction.opcode, info)) {
    return fail("unknown opcode " + std::to_string(instruction.opcode));
  }
  if (!capabilities.any(info.capabilities)) {
    return fail("needs " + list(info.capabilities));
  }
  Walk walk(instruction.operands, id_bound, capabilities);
  // The operands after the number of an extended instruction depend on its set (extended.cpp).
  const bool is_extended = Op(instruction.opcode) == Op::ExtInst;
  const std::span<const OperandLayout> operands = info.operands;
  if (auto done = walk.all(is_extended ? operands.first(operands.size() - 1) : operands); !done) {
    return fail(done.error());
  }
  // LLVM 22's SPIR-V back end writes OpConstantNull for integers with a literal 0 behind it.
  const bool is_null = Op(instruction.opcode) == Op::ConstantNull;
  if (walk.next != instruction.operands.size() && !is_null && !is_extended) {
    return fail(std::to_string(instruction.operands.size() - walk.next) +
                " words are left over behind the operands");
  }
  Inst inst;
  inst.offset = instruction.offset;
  inst.opcode = Op(instruction.opcode);
  size_t taken = 0;
  for (const OperandLayout& operand : info.operands) {
    if (operand.kind == OperandKind::IdResultType) {
      inst.type = instruction.operands[taken++];
    } else if (operand.kind == OperandKind::IdResult) {
      inst.result = instruction.operands[taken++];
    } else {
      break;
    }
  }
  inst.words = instruction.operands.subspan(taken);
  return inst;
}

} // namespace spirv_ll
