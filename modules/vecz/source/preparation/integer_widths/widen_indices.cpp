// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/widen_indices.h"

#include "mask_calls.h"
#include "vecz/affine.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace vecz {
namespace {

class Widening {
public:
  explicit Widening(const Uniformity& lanes) : uniformity(lanes) {}

  /// Replaces one extension if all that varies in it can be followed. If nothing does, it is worth
  /// it where a part has been wide all along.
  bool run(llvm::CastInst& cast) {
    // Where the extension may be signed or unsigned, the source is likely to have been an int,
    // whose arithmetic does not wrap.
    const bool both = llvm::isa<llvm::ZExtInst>(cast) && cast.hasNonNeg();
    extension = both || llvm::isa<llvm::SExtInst>(cast) ? Extension::sign : Extension::zero;
    wide = cast.getType();
    if (!wide->isIntegerTy() ||
        (!uniformity.is_varying(cast) && !has_wide_part(*cast.getOperand(0), 8))) {
      return false;
    }
    bool possible = can_widen(*cast.getOperand(0), 8);
    if (!possible && both) {
      extension = Extension::zero;
      possible = can_widen(*cast.getOperand(0), 8);
    }
    if (!possible) {
      return false;
    }
    llvm::IRBuilder<> builder(&cast);
    widened.clear();
    cast.replaceAllUsesWith(widen(*cast.getOperand(0), builder));
    cast.eraseFromParent();
    return true;
  }

private:
  [[nodiscard]] bool can_widen(const llvm::Value& value, int depth) const {
    if (!uniformity.is_varying(value)) {
      return true;
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction || depth == 0) {
      return false;
    }
    if (is_mask_call(value, truncated_id_name)) {
      return true;
    }
    if (const auto* cut = llvm::dyn_cast<llvm::TruncInst>(instruction)) {
      return cut->getOperand(0)->getType() == wide && keeps_value(*cut, extension);
    }
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
      return is_exact(*operation, extension) && can_widen(*operation->getOperand(0), depth - 1) &&
             can_widen(*operation->getOperand(1), depth - 1);
    }
    return false;
  }

  /// Of a uniform value, too, the parts are extended where that is possible: with an id of another
  /// dimension in it, it is strided from row to row.
  [[nodiscard]] bool is_extended_in_parts(const llvm::Value& value) const {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&value);
    return (operation && is_exact(*operation, extension)) ||
           (cut && cut->getOperand(0)->getType() == wide && keeps_value(*cut, extension));
  }

  [[nodiscard]] bool has_wide_part(const llvm::Value& value, int depth) const {
    if (depth == 0 || !is_extended_in_parts(value)) {
      return false;
    }
    return llvm::isa<llvm::TruncInst>(value) ||
           llvm::any_of(llvm::cast<llvm::Instruction>(value).operands(),
                        [&](const llvm::Use& part) { return has_wide_part(*part, depth - 1); });
  }

  /// Each part once.
  llvm::Value* widen(llvm::Value& value, llvm::IRBuilder<>& builder) {
    if (llvm::Value* known = widened.lookup(&value)) {
      return known;
    }
    llvm::Value* made = make_wide(value, builder);
    widened[&value] = made;
    return made;
  }

  llvm::Value* make_wide(llvm::Value& value, llvm::IRBuilder<>& builder) {
    if (!uniformity.is_varying(value) && !is_extended_in_parts(value)) {
      return extended(value, builder);
    }
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    if (is_mask_call(value, truncated_id_name)) {
      return extended(value, builder);
    }
    if (llvm::isa<llvm::TruncInst>(instruction)) {
      return instruction.getOperand(0);
    }
    llvm::Value* left = widen(*instruction.getOperand(0), builder);
    if (instruction.getOpcode() == llvm::Instruction::Shl) {
      return builder.CreateShl(left, builder.CreateZExt(instruction.getOperand(1), wide));
    }
    llvm::Value* right = widen(*instruction.getOperand(1), builder);
    const auto opcode = instruction.getOpcode() == llvm::Instruction::Or
                            ? llvm::Instruction::Add
                            : llvm::Instruction::BinaryOps(instruction.getOpcode());
    return builder.CreateBinOp(opcode, left, right);
  }

  llvm::Value* extended(llvm::Value& value, llvm::IRBuilder<>& builder) const {
    return builder.CreateIntCast(&value, wide, extension == Extension::sign);
  }

  const Uniformity& uniformity;
  llvm::Type* wide = nullptr;
  Extension extension = Extension::sign;                   ///< of the cast at hand
  llvm::SmallDenseMap<llvm::Value*, llvm::Value*> widened; ///< parts of the extension at hand
};

} // namespace

bool widen_indices(llvm::Function& function, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  llvm::SmallVector<llvm::CastInst*> extensions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) {
      extensions.push_back(llvm::cast<llvm::CastInst>(&instruction));
    }
  }
  bool changed = false;
  for (llvm::CastInst* extension : extensions) {
    changed |= Widening(uniformity).run(*extension);
  }
  // Bits that are disjoint in an active lane need not be so in others; a sum is strided in all.
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    if (either && either->isDisjoint()) {
      llvm::IRBuilder<> builder(either);
      either->replaceAllUsesWith(
          builder.CreateAdd(either->getOperand(0), either->getOperand(1), either->getName()));
      either->eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

} // namespace vecz
