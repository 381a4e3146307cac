// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/aos_values.h"

#include "packetizing/packet.h"
#include "vecz/vectorize.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

namespace vecz {
namespace {

/// About, in shuffles for each register.
constexpr int taking_apart = 2, repeating = 1, taking_one = 1;
/// Shuffles stay within so many bits, or cost more.
constexpr unsigned quick_shuffle = 128;

unsigned components(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type && !type->getElementType()->isPointerTy() ? type->getNumElements() : 0;
}

bool is_splat(const llvm::Value& value) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&value);
  return shuffle && shuffle->isZeroEltSplat() &&
         llvm::isa<llvm::InsertElementInst>(shuffle->getOperand(0));
}

/// Whether vectors of so many components of this size fill registers when they lie one after the
/// other. Not smaller ones: LLVM 22's code generation for x86 searches for some shuffles of bytes
/// without end.
bool fills_registers(const llvm::Value& value) {
  return llvm::has_single_bit(components(value)) && value.getType()->getScalarSizeInBits() >= 32;
}

/// Whether it takes some components of a longer vector.
bool takes_part(const llvm::ShuffleVectorInst& shuffle) {
  const llvm::Value& all = *shuffle.getOperand(0);
  return components(all) > components(shuffle) && fills_registers(all) && fills_registers(shuffle);
}

/// Whether each component of the result depends on the same components of vector operands, or the
/// order of components alone is changed, or some are taken.
bool treats_components_alike(const llvm::Instruction& instruction) {
  const auto has_as_many = [&](const llvm::Value* operand) {
    return components(*operand) == components(instruction);
  };
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return llvm::isTriviallyVectorizable(call->getIntrinsicID()) &&
           llvm::all_of(call->args(), has_as_many);
  }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    return (has_as_many(shuffle->getOperand(0)) || takes_part(*shuffle)) && !is_splat(*shuffle);
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    return has_as_many(select->getTrueValue());
  }
  if (instruction.isIntDivRem()) {
    return llvm::isa<llvm::Constant>(instruction.getOperand(1)); // others look at the mask
  }
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::FreezeInst, llvm::PHINode>(instruction) &&
         llvm::all_of(instruction.operands(), has_as_many);
}

/// Shuffles that the target needs beside that of each register by itself.
int price(const llvm::Instruction& instruction) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
  if (shuffle && takes_part(*shuffle)) {
    return repeating;
  }
  return shuffle && quick_shuffle % instruction.getType()->getPrimitiveSizeInBits() != 0 ? repeating
                                                                                         : 0;
}

class Choice {
public:
  Choice(llvm::Function& subject, unsigned lanes, const Uniformity& analysis,
         llvm::function_ref<bool(llvm::Instruction&)> in_lane_order)
      : function(subject), width(lanes), bits(subject.getFnAttributeAsParsedInteger(register_bits)),
        uniformity(analysis), is_in_lane_order(in_lane_order) {}

  void make(llvm::SmallPtrSetImpl<const llvm::Value*>& chosen) {
    if (!find_candidates()) {
      return;
    }
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::Instruction* instruction : candidates) {
      gains[classes.getLeaderValue(instruction)] += gain(*instruction, loops);
    }
    for (llvm::Instruction* instruction : candidates) {
      if (gains[classes.getLeaderValue(instruction)] > 0) {
        chosen.insert(instruction);
      }
    }
  }

private:
  bool find_candidates() {
    bool any_access = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool is_access = is_access_in_lane_order(instruction);
      any_access |= is_access;
      if (components(instruction) > 1 && uniformity.is_varying(instruction) &&
          (is_access || treats_components_alike(instruction))) {
        candidates.insert(&instruction);
        classes.insert(&instruction);
      }
    }
    for (llvm::Instruction* instruction : candidates) {
      for (llvm::Value* operand : instruction->operands()) {
        auto* other = llvm::dyn_cast<llvm::Instruction>(operand);
        if (other && candidates.contains(other)) {
          classes.unionSets(instruction, other);
        }
      }
    }
    return any_access;
  }

  [[nodiscard]] bool is_access_in_lane_order(llvm::Instruction& instruction) const {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return components(*store->getValueOperand()) > 1 && is_in_lane_order(instruction);
    }
    return llvm::isa<llvm::LoadInst>(instruction) && components(instruction) > 1 &&
           is_in_lane_order(instruction);
  }

  /// The benefit minus the cost of widening one of them.
  int64_t gain(llvm::Instruction& instruction, const llvm::LoopInfo& loops) const {
    constexpr unsigned deepest = 3, repetitions_bits = 3;
    const auto weight = [&](const llvm::Instruction& where) {
      return int64_t(1) << (repetitions_bits *
                            std::min(loops.getLoopDepth(where.getParent()), deepest));
    };
    int64_t sum = (saved_by_filling(instruction) - price(instruction)) * weight(instruction);
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      sum += taking_apart * weight(instruction);
    } else {
      for (llvm::Value* operand : instruction.operands()) {
        auto* other = llvm::dyn_cast<llvm::Instruction>(operand);
        if (other && uniformity.is_varying(*other) && !candidates.contains(other)) {
          // Varying conditions of a lane are repeated as well.
          const bool one = components(*other) == 0 || is_splat(*other);
          sum -= (one ? repeating : taking_apart) * weight(*other);
        }
      }
    }
    return sum + gain_of_users(instruction, weight);
  }

  /// How many instructions fewer one that computes takes than one for each component.
  [[nodiscard]] int64_t saved_by_filling(const llvm::Instruction& instruction) const {
    if (bits == 0 || !fills_registers(instruction) || instruction.mayReadOrWriteMemory() ||
        llvm::isa<llvm::PHINode>(instruction)) {
      return 0;
    }
    const auto registers = [&](uint64_t elements) {
      return int64_t(
          llvm::divideCeil(elements * instruction.getType()->getScalarSizeInBits(), bits));
    };
    const unsigned parts = components(instruction);
    return parts * registers(width) - registers(uint64_t(width) * parts);
  }

  template <typename Weight>
  int64_t gain_of_users(llvm::Instruction& instruction, const Weight& weight) const {
    int64_t sum = 0;
    bool taken_apart = false;
    for (llvm::User* user : instruction.users()) {
      auto& use = *llvm::cast<llvm::Instruction>(user);
      if (candidates.contains(&use)) {
        continue;
      }
      if (llvm::isa<llvm::StoreInst>(use) && is_access_in_lane_order(use)) {
        sum += taking_apart * weight(use);
      } else if (llvm::isa<llvm::ExtractElementInst>(use)) {
        sum -= taking_one * weight(use);
      } else if (!taken_apart) {
        taken_apart = true;
        sum -= taking_apart * weight(instruction);
      }
    }
    return sum;
  }

  llvm::Function& function;
  const unsigned width;
  const uint64_t bits; ///< of the target's registers; 0 if not known
  const Uniformity& uniformity;
  llvm::function_ref<bool(llvm::Instruction&)> is_in_lane_order;
  llvm::SmallSetVector<llvm::Instruction*, 16> candidates;
  llvm::EquivalenceClasses<llvm::Instruction*> classes;
  llvm::SmallDenseMap<llvm::Instruction*, int64_t> gains;
};

/// The one varying operand of an operation whose other operands are constants; null for other
/// operations.
llvm::Value* only_operand(const llvm::Value& value) {
  if (!value.hasOneUse() || value.getType()->isPointerTy()) {
    return nullptr;
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
    return cast->getSrcTy()->isVectorTy() ? nullptr : cast->getOperand(0);
  }
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
    for (const unsigned i : {0U, 1U}) {
      if (llvm::isa<llvm::Constant>(operation->getOperand(1 - i))) {
        return operation->getOperand(i);
      }
    }
  }
  return nullptr;
}

/// The component of a vector of `count` that `value` is made of.
llvm::ExtractElementInst* origin(llvm::Value* value, unsigned count) {
  while (value) {
    if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(value)) {
      return llvm::isa<llvm::ConstantInt>(extract->getIndexOperand()) && extract->hasOneUse() &&
                     components(*extract->getVectorOperand()) == count
                 ? extract
                 : nullptr;
    }
    value = only_operand(*value);
  }
  return nullptr;
}

/// `value` in each of `count` components.
llvm::Value* raised(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned count) {
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(value)) {
    const auto index =
        llvm::cast<llvm::ConstantInt>(extract->getIndexOperand())->getLimitedValue(count - 1);
    return builder.CreateShuffleVector(extract->getVectorOperand(),
                                       llvm::SmallVector<int>(count, static_cast<int>(index)));
  }
  if (llvm::isa<llvm::Constant>(value)) {
    return builder.CreateVectorSplat(count, value);
  }
  auto* instruction = llvm::cast<llvm::Instruction>(value);
  llvm::Value* result = nullptr;
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction)) {
    result = builder.CreateCast(cast->getOpcode(), raised(builder, cast->getOperand(0), count),
                                llvm::FixedVectorType::get(cast->getDestTy(), count));
  } else {
    llvm::Value* left = raised(builder, instruction->getOperand(0), count);
    llvm::Value* right = raised(builder, instruction->getOperand(1), count);
    result = builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction)->getOpcode(), left,
                                 right);
  }
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(result)) {
    copy_arithmetic_flags(*made, *instruction);
  }
  return result;
}

} // namespace

AosValues::AosValues(llvm::Function& function, unsigned width, const Uniformity& uniformity,
                     llvm::function_ref<bool(llvm::Instruction&)> is_in_lane_order) {
  Choice(function, width, uniformity, is_in_lane_order).make(chosen);
}

bool raise_splats(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*> splats;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (components(instruction) > 1 && is_splat(instruction)) {
      splats.push_back(&instruction);
    }
  }
  bool changed = false;
  for (llvm::Instruction* splat : splats) {
    const auto* insert = llvm::cast<llvm::InsertElementInst>(splat->getOperand(0));
    llvm::Value* value = insert->getOperand(1);
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    if (index && index->isZero() && insert->hasOneUse() && origin(value, components(*splat))) {
      llvm::IRBuilder<> builder(splat);
      splat->replaceAllUsesWith(raised(builder, value, components(*splat)));
      llvm::RecursivelyDeleteTriviallyDeadInstructions(splat);
      changed = true;
    }
  }
  return changed;
}

} // namespace vecz
