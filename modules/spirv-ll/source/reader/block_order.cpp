// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/block_order.h"

#include "reader/grammar.h"

namespace spirv_ll {
namespace {

/// Where the block behind the one that begins at `begin` does.
size_t end_of_block(std::span<const Instruction> all, size_t begin) {
  const auto is_line = [&](size_t i) {
    return Op(all[i].opcode) == Op::Line || Op(all[i].opcode) == Op::NoLine;
  };
  size_t label = begin;
  while (label < all.size() && is_line(label)) {
    ++label;
  }
  size_t end = label + 1;
  while (end < all.size() && Op(all[end].opcode) != Op::Label) {
    ++end;
  }
  if (end >= all.size()) {
    return all.size();
  }
  while (end > label + 1 && is_line(end - 1)) {
    --end;
  }
  return end;
}

uint32_t label_of(std::span<const Instruction> block) {
  for (const Instruction& instruction : block) {
    if (Op(instruction.opcode) == Op::Label && !instruction.operands.empty()) {
      return instruction.operands[0];
    }
  }
  return 0;
}

} // namespace

BlockOrder::BlockOrder(std::span<const Instruction> all) {
  for (size_t begin = 0; begin < all.size();) {
    const size_t end = end_of_block(all, begin);
    const size_t position = blocks.size();
    blocks.push_back(all.subspan(begin, end - begin));
    positions.try_emplace(label_of(blocks.back()), position);
    unread.insert(unread.end(), position);
    begin = end;
  }
  if (!blocks.empty()) {
    ready.insert(0);
  }
}

std::span<const Instruction> BlockOrder::next() {
  std::set<size_t>& from = ready.empty() ? unread : ready;
  if (from.empty()) {
    return {};
  }
  const size_t position = *from.begin();
  ready.erase(position);
  unread.erase(position);
  return blocks[position];
}

void BlockOrder::reached(uint32_t label) {
  const auto found = positions.find(label);
  if (found != positions.end() && unread.contains(found->second)) {
    ready.insert(found->second);
  }
}

} // namespace spirv_ll
