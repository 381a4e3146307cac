// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/global_ids.h"

#include "non_uniform_groups.h"
#include "passes/analyses/affine.h"

#include <llvm/IR/InstIterator.h>

namespace compiler {
namespace {

llvm::Value& whole(llvm::Value& value) {
  auto* truncation = llvm::dyn_cast<llvm::TruncInst>(&value);
  return truncation ? *truncation->getOperand(0) : value;
}

/// The dimension of a group's first local id in the launch: the product of the group's id and size.
std::optional<unsigned> dimension_of_first(llvm::Value& value) {
  const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(&whole(value));
  if (!product || product->getOpcode() != llvm::Instruction::Mul) {
    return std::nullopt;
  }
  for (const unsigned i : {0U, 1U}) {
    const llvm::Value& size = whole(*product->getOperand(1 - i));
    const auto dimension = dimension_of(whole(*product->getOperand(i)), MuxBuiltin::get_group_id);
    if (dimension && (dimension == dimension_of(size, MuxBuiltin::get_local_size) ||
                      dimension == dimension_of(size, MuxBuiltin::get_enqueued_local_size))) {
      return dimension;
    }
  }
  return std::nullopt;
}

std::optional<unsigned> dimension_of_sum(const llvm::BinaryOperator& sum) {
  for (const unsigned i : {0U, 1U}) {
    const auto dimension = dimension_of_first(*sum.getOperand(i));
    if (dimension &&
        dimension == dimension_of(whole(*sum.getOperand(1 - i)), MuxBuiltin::get_local_id)) {
      return dimension;
    }
  }
  return std::nullopt;
}

} // namespace

bool name_global_ids(llvm::Function& kernel) {
  if (has_non_uniform_groups(*kernel.getParent())) {
    return false;
  }
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (!sum || sum->getOpcode() != llvm::Instruction::Add) {
      continue;
    }
    if (const auto dimension = dimension_of_sum(*sum)) {
      llvm::IRBuilder<> builder(sum);
      const auto ask = [&](MuxBuiltin word) {
        return call_word(builder, word, {builder.getInt32(*dimension)});
      };
      llvm::Value* id =
          builder.CreateSub(ask(MuxBuiltin::get_global_id), ask(MuxBuiltin::get_global_offset));
      sum->replaceAllUsesWith(builder.CreateTrunc(id, sum->getType()));
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
