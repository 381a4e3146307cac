// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/shuffles/split_half_shuffles.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <optional>

namespace host {
namespace {

constexpr unsigned half_bits = 128;
constexpr int poison = llvm::PoisonMaskElem;

/// A shuffle as two: the elements of the vector, permuted inside of halves, and these halves or
/// those of the constant.
struct Split {
  llvm::SmallVector<int, 32> permuted, moved;
};

class Splitter {
public:
  /// Of numbers below `length`, elements of the vector, and others, elements of the constant. There
  /// are `elements` in a half.
  Splitter(llvm::ArrayRef<int> of, unsigned elements)
      : mask(of), half(int(elements)), length(int(mask.size())) {}

  /// None if halves are mixed, or if nothing is both permuted and moved beside a constant's half.
  std::optional<Split> split() {
    result.permuted.assign(size_t(length), poison);
    result.moved.resize(size_t(length));
    for (int begin = 0; begin < length; begin += half) {
      if (!(is_constant(begin) ? keep(begin) : move(begin))) {
        return std::nullopt;
      }
    }
    return permutes && moves && keeps ? std::optional(std::move(result)) : std::nullopt;
  }

private:
  [[nodiscard]] int element(int place) const { return mask[size_t(place)]; }
  static int& at(llvm::MutableArrayRef<int> places, int place) { return places[size_t(place)]; }
  [[nodiscard]] bool is_constant(int place) const { return element(place) >= length; }

  /// A half of the constant, at its own place.
  bool keep(int begin) {
    for (int place = begin; place < begin + half; ++place) {
      if (element(place) != length + place) {
        return false;
      }
      at(result.moved, place) = element(place);
    }
    keeps = true;
    return true;
  }

  /// Elements of one half of the vector.
  bool move(int begin) {
    const int source = element(begin) / half * half;
    for (int i = 0; i < half; ++i) {
      const int wanted = element(begin + i);
      int& permuted = at(result.permuted, source + i);
      if (wanted < source || wanted >= source + half ||
          (permuted != poison && permuted != wanted)) {
        return false;
      }
      permuted = wanted;
      permutes |= wanted != source + i;
      at(result.moved, begin + i) = source + i;
    }
    moves |= source != begin;
    return true;
  }

  const llvm::ArrayRef<int> mask;
  const int half, length;
  Split result;
  bool permutes = false, moves = false, keeps = false;
};

/// A shuffle of a vector and a constant, or of a shuffled vector and a constant.
struct Chosen {
  llvm::Value* vector;
  llvm::Constant* constant;
  llvm::SmallVector<int, 32> mask; ///< with the elements of the vector first
};

/// None if elements may be poison.
std::optional<Chosen> find(llvm::ShuffleVectorInst& shuffle) {
  if (shuffle.changesLength()) {
    return std::nullopt;
  }
  llvm::SmallVector<int, 32> mask(shuffle.getShuffleMask());
  const auto length = int(mask.size());
  llvm::Value *vector = shuffle.getOperand(0), *other = shuffle.getOperand(1);
  if (llvm::isa<llvm::Constant>(vector)) {
    std::swap(vector, other);
    llvm::ShuffleVectorInst::commuteShuffleMask(mask, unsigned(length));
  }
  if (const auto* inner = llvm::dyn_cast<llvm::ShuffleVectorInst>(vector);
      inner && !inner->changesLength() && llvm::isa<llvm::PoisonValue>(inner->getOperand(1))) {
    for (int& element : mask) {
      element = element >= 0 && element < length ? inner->getMaskValue(unsigned(element)) : element;
    }
    vector = inner->getOperand(0);
  }
  auto* constant = llvm::dyn_cast<llvm::Constant>(other);
  return constant && !llvm::is_contained(mask, poison)
             ? std::optional(Chosen{vector, constant, std::move(mask)})
             : std::nullopt;
}

bool split(llvm::ShuffleVectorInst& shuffle) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(shuffle.getType());
  const unsigned bits = type ? type->getScalarSizeInBits() : 0;
  if (bits < 8 || bits > half_bits / 2 || type->getNumElements() * bits % (2 * half_bits) != 0) {
    return false;
  }
  const auto chosen = find(shuffle);
  const auto masks = chosen ? Splitter(chosen->mask, half_bits / bits).split() : std::nullopt;
  if (!masks) {
    return false;
  }
  llvm::IRBuilder<> builder(&shuffle);
  llvm::Value* permuted = builder.CreateShuffleVector(chosen->vector, masks->permuted);
  shuffle.replaceAllUsesWith(builder.CreateShuffleVector(permuted, chosen->constant, masks->moved));
  shuffle.eraseFromParent();
  return true;
}

} // namespace

bool split_half_shuffles(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      changed |= shuffle && split(*shuffle);
    }
  }
  return changed;
}

} // namespace host
