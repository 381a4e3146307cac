// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remark.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace vecz {
namespace {

/// The number of instructions that are searched, in each direction.
constexpr int max_distance = 16;

/// A place of the source: line 0 is that of code that the compiler has made.
bool has_place(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  return place && place.getLine() != 0;
}

/// The first place of a block.
llvm::DebugLoc place_of(const llvm::BasicBlock& block) {
  int left = max_distance;
  for (const llvm::Instruction& instruction : block) {
    if (has_place(instruction)) {
      return instruction.getDebugLoc();
    }
    if (--left == 0) {
      break;
    }
  }
  return {};
}

llvm::DebugLoc place_in_block(const llvm::Instruction& instruction) {
  const llvm::Instruction* before = &instruction;
  const llvm::Instruction* behind = &instruction;
  for (int i = 0; i < max_distance && before; ++i, before = before->getPrevNode()) {
    if (has_place(*before)) {
      return before->getDebugLoc();
    }
  }
  for (int i = 0; i < max_distance && behind; ++i, behind = behind->getNextNode()) {
    if (has_place(*behind)) {
      return behind->getDebugLoc();
    }
  }
  return {};
}

} // namespace

llvm::DebugLoc place_of(const llvm::Instruction& instruction) {
  if (const llvm::DebugLoc near = place_in_block(instruction)) {
    return near;
  }
  for (const llvm::Use& operand : instruction.operands()) {
    const auto* used = llvm::dyn_cast<llvm::Instruction>(&operand);
    if (used && has_place(*used)) {
      return used->getDebugLoc();
    }
  }
  if (instruction.isTerminator()) {
    for (const llvm::BasicBlock* next : llvm::successors(&instruction)) {
      if (const llvm::DebugLoc place = place_of(*next)) {
        return place;
      }
    }
  }
  for (const llvm::BasicBlock* before : llvm::predecessors(instruction.getParent())) {
    if (const llvm::DebugLoc place = place_in_block(*before->getTerminator())) {
      return place;
    }
  }
  return {};
}

bool is_of_a_built_in(const llvm::Instruction& instruction) {
  const llvm::MDNode* annotations = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  return annotations && llvm::any_of(annotations->operands(), [](const llvm::MDOperand& each) {
           const auto* text = llvm::dyn_cast<llvm::MDString>(each.get());
           return text && text->getString() == of_a_built_in;
         });
}

void add_remark(Remarks& remarks, const llvm::DebugLoc& where, std::string text) {
  Remark remark{where, std::move(text)};
  const bool is_known = llvm::any_of(remarks, [&](const Remark& other) {
    return other.line() == remark.line() && other.text == remark.text;
  });
  if (!is_known) {
    remarks.push_back(std::move(remark));
  }
}

void add_remark(Remarks& remarks, const llvm::Instruction& where, std::string text) {
  if (!is_of_a_built_in(where)) {
    add_remark(remarks, place_of(where), std::move(text));
  }
}

} // namespace vecz
