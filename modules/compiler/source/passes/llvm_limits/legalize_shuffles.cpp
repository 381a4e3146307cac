// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/legalize_shuffles.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

using Mask = llvm::SmallVector<int, 16>;

constexpr int poison = llvm::PoisonMaskElem;

unsigned length_of(const llvm::Value* vector) {
  return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

/// The mask with poison also for elements of constants that are not defined.
Mask mask_of(const llvm::ShuffleVectorInst& shuffle) {
  Mask mask(shuffle.getShuffleMask());
  const auto source = int(length_of(shuffle.getOperand(0)));
  for (int& element : mask) {
    const auto* constant =
        element == poison ? nullptr
                          : llvm::dyn_cast<llvm::Constant>(shuffle.getOperand(element / source));
    const llvm::Constant* value =
        constant ? constant->getAggregateElement(unsigned(element % source)) : nullptr;
    if (value && llvm::isa<llvm::UndefValue>(value)) {
      element = poison;
    }
  }
  return mask;
}

/// The same shuffle without poison: where it chooses between two vectors or does not move elements,
/// the first vector's element of that place, otherwise the element beside it once more. If a vector
/// is only lengthened, the elements behind its own stay poison: that takes no instruction.
Mask filled(llvm::ArrayRef<int> mask, unsigned source) {
  const auto* first = llvm::find_if(mask, [](int element) { return element != poison; });
  if (first == mask.end()) {
    return Mask(mask);
  }
  const bool keeps_places = llvm::all_of(llvm::enumerate(mask), [&](const auto& element) {
    return element.value() == poison ||
           (element.index() < source && element.value() % source == element.index());
  });
  Mask result(mask);
  int beside = *first;
  for (auto [place, element] : llvm::enumerate(result)) {
    if (element != poison) {
      beside = element;
    } else if (!keeps_places) {
      element = beside;
    } else if (place < source) {
      element = int(place);
    }
  }
  return result;
}

/// Also counts types that code generation makes bytes of, such as comparisons' results.
unsigned bits_of(const llvm::Value* vector, const llvm::DataLayout& layout) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  return length_of(vector) *
         std::max<unsigned>(8, layout.getTypeSizeInBits(type->getElementType()));
}

bool fill(llvm::ShuffleVectorInst& shuffle, unsigned register_bits) {
  const llvm::DataLayout& layout = shuffle.getDataLayout();
  if (std::max(bits_of(&shuffle, layout), bits_of(shuffle.getOperand(0), layout)) <=
      register_bits) {
    return false;
  }
  const Mask mask = filled(mask_of(shuffle), length_of(shuffle.getOperand(0)));
  const bool changes = llvm::ArrayRef<int>(mask) != shuffle.getShuffleMask();
  shuffle.setShuffleMask(mask);
  return changes;
}

/// The vector's elements, and poison up to the next power of two.
llvm::Value* lengthen(llvm::Value* vector, llvm::IRBuilder<>& builder) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  const unsigned length = type->getNumElements();
  const unsigned whole = llvm::bit_ceil(length);
  const unsigned piece = 1U << llvm::countr_zero(length); // the longest that divides the vector
  if (llvm::isa<llvm::PoisonValue>(vector)) {
    return llvm::PoisonValue::get(llvm::FixedVectorType::get(type->getElementType(), whole));
  }
  if (piece == 1) {
    llvm::Value* result =
        llvm::PoisonValue::get(llvm::FixedVectorType::get(type->getElementType(), whole));
    for (unsigned i = 0; i < length; ++i) {
      result = builder.CreateInsertElement(result, builder.CreateExtractElement(vector, i), i);
    }
    return result;
  }
  llvm::SmallVector<llvm::Value*> pieces(
      whole / piece,
      llvm::PoisonValue::get(llvm::FixedVectorType::get(type->getElementType(), piece)));
  for (unsigned i = 0; i < length / piece; ++i) {
    pieces[i] =
        builder.CreateShuffleVector(vector, llvm::createSequentialMask(i * piece, piece, 0));
  }
  return llvm::concatenateVectors(builder, pieces);
}

bool is_odd(const llvm::ShuffleVectorInst& shuffle) {
  const unsigned source = length_of(shuffle.getOperand(0));
  const unsigned length = length_of(&shuffle);
  return !llvm::has_single_bit(source) && length > source && length % source != 0;
}

/// The same shuffle of longer vectors.
void replace(llvm::ShuffleVectorInst& shuffle) {
  const auto source = int(length_of(shuffle.getOperand(0)));
  const auto whole = int(llvm::bit_ceil(unsigned(source)));
  llvm::IRBuilder<> builder(&shuffle);
  Mask mask(shuffle.getShuffleMask());
  for (int& element : mask) {
    element += element >= source ? whole - source : 0;
  }
  llvm::Value* first = lengthen(shuffle.getOperand(0), builder);
  llvm::Value* second = lengthen(shuffle.getOperand(1), builder);
  shuffle.replaceAllUsesWith(builder.CreateShuffleVector(first, second, mask));
  shuffle.eraseFromParent();
}

/// The same with `and` and `or`, for a mask some of whose lanes are set or cleared. Whether it was
/// one.
bool replace_by_logic(llvm::ShuffleVectorInst& shuffle) {
  const auto length = int(length_of(&shuffle));
  const bool second = llvm::isa<llvm::Constant>(shuffle.getOperand(0)); // is what has values
  const auto* given = llvm::dyn_cast<llvm::Constant>(shuffle.getOperand(second ? 0 : 1));
  if (!shuffle.getType()->getElementType()->isIntegerTy(1) || !given ||
      length != int(length_of(shuffle.getOperand(0)))) {
    return false;
  }
  llvm::IRBuilder<> builder(&shuffle);
  llvm::SmallVector<llvm::Constant*> kept, set;
  for (const auto [place, element] : llvm::enumerate(mask_of(shuffle))) {
    const bool is_own = element == int(place) + (second ? length : 0);
    const llvm::Constant* value = element == poison || is_own
                                      ? nullptr
                                      : given->getAggregateElement(unsigned(element % length));
    if (!is_own && element != poison &&
        ((element >= length) == second || !llvm::isa_and_nonnull<llvm::ConstantInt>(value))) {
      return false; // moved, or not known
    }
    kept.push_back(builder.getInt1(is_own));
    set.push_back(builder.getInt1(value && value->isOneValue()));
  }
  llvm::Value* result =
      builder.CreateAnd(shuffle.getOperand(second ? 1 : 0), llvm::ConstantVector::get(kept));
  shuffle.replaceAllUsesWith(builder.CreateOr(result, llvm::ConstantVector::get(set)));
  shuffle.eraseFromParent();
  return true;
}

} // namespace

bool legalize_shuffles(llvm::Module& module, unsigned register_bits) {
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::ShuffleVectorInst*> odd;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      if (shuffle && is_odd(*shuffle)) {
        odd.push_back(shuffle);
      }
    }
    for (llvm::ShuffleVectorInst* shuffle : odd) {
      replace(*shuffle);
    }
    changed |= !odd.empty();
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      changed |= shuffle && replace_by_logic(*shuffle);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      changed |= shuffle && fill(*shuffle, register_bits);
    }
  }
  return changed;
}

} // namespace compiler
