// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/widen_carried_masks.h"

#include <array>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

/// The smallest vector register, whose bits LLVM divides between the elements of a mask.
constexpr unsigned smallest_register = 128;

/// The number of comparisons that give masks, and of selections by them, of elements of 8, 16, 32
/// and 64 bits.
struct Votes {
  std::array<unsigned, 4> of_size = {};

  void add(const llvm::Type& type) {
    const unsigned bits = type.isPtrOrPtrVectorTy() ? 64 : type.getScalarSizeInBits();
    if (bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits)) {
      ++of_size[llvm::Log2_32(bits) - 3];
    }
  }
  /// Bits, 0 if there are no votes.
  [[nodiscard]] unsigned winner() const {
    const auto* most = std::ranges::max_element(of_size);
    return *most == 0 ? 0 : 8U << (most - of_size.begin());
  }
};

const llvm::FixedVectorType* mask_type(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type && type->getElementType()->isIntegerTy(1) && type->getNumElements() > 1 ? type
                                                                                      : nullptr;
}

bool is_carried(const llvm::Instruction& mask) {
  return llvm::isa<llvm::PHINode>(mask) || llvm::any_of(mask.users(), [&](const llvm::User* user) {
           const auto& other = *llvm::cast<llvm::Instruction>(user);
           return llvm::isa<llvm::PHINode>(other) || other.getParent() != mask.getParent();
         });
}

/// Rewrites the carried masks of one function.
class Masks {
public:
  Masks(llvm::Function& subject, unsigned register_bits)
      : function(subject), vector_bits(register_bits) {}

  bool run() {
    llvm::SmallVector<llvm::Instruction*> carried;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (mask_type(instruction)) {
        join(instruction);
        if (is_carried(instruction)) {
          carried.push_back(&instruction);
        }
      }
    }
    llvm::erase_if(carried, [&](auto* mask) { return !decide(*mask); });
    for (llvm::Instruction* mask : carried) {
      make_wide(*mask);
    }
    for (llvm::Instruction* mask : carried) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(mask)) {
        complete(*phi);
      }
    }
    for (llvm::Instruction* mask : carried) {
      replace_uses(*mask);
    }
    for (llvm::Instruction* mask : carried) {
      if (llvm::isa<llvm::PHINode>(mask)) {
        mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType())); // other such phis
      }
    }
    for (llvm::Instruction* mask : carried) {
      if (llvm::isa<llvm::PHINode>(mask)) {
        mask->eraseFromParent();
      }
    }
    return !carried.empty();
  }

private:
  /// Masks that are made of each other become of one size.
  void join(llvm::Instruction& mask) {
    webs.insert(&mask);
    for (llvm::Value* operand : mask.operands()) {
      if (mask_type(*operand)) {
        if (!llvm::isa<llvm::Constant>(operand)) {
          webs.unionSets(&mask, operand);
        }
      } else if (operand->getType()->isVectorTy()) {
        votes[&mask].add(*operand->getType()->getScalarType());
      }
    }
    for (llvm::User* user : mask.users()) {
      if (user->getType()->isVectorTy() && !mask_type(*user)) {
        votes[&mask].add(*user->getType()->getScalarType());
      }
    }
  }

  /// Whether it pays to carry a mask in wider elements.
  bool decide(llvm::Instruction& mask) {
    const llvm::Value* web = webs.getLeaderValue(&mask);
    if (const auto [place, is_new] = sizes.insert({web, 0}); is_new) {
      Votes all;
      for (const llvm::Value* member : webs.members(web)) {
        const Votes& some = votes[member];
        for (auto [sum, count] : llvm::zip(all.of_size, some.of_size)) {
          sum += count;
        }
      }
      place->second = all.winner();
    }
    const unsigned lanes = mask_type(mask)->getNumElements(), bits = lanes * sizes[web];
    return bits > smallest_register && bits <= vector_bits;
  }

  [[nodiscard]] llvm::Type* wide_type(const llvm::Value& mask) {
    const unsigned size = sizes.lookup(webs.getLeaderValue(&mask));
    return llvm::FixedVectorType::get(llvm::IntegerType::get(function.getContext(), size),
                                      mask_type(mask)->getNumElements());
  }

  void make_wide(llvm::Instruction& mask) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&mask)) {
      llvm::IRBuilder<> builder(phi);
      wide[&mask] =
          builder.CreatePHI(wide_type(mask), phi->getNumIncomingValues(), mask.getName() + ".wide");
      return;
    }
    llvm::IRBuilder<> builder(mask.getParent(), *mask.getInsertionPointAfterDef());
    wide[&mask] = builder.CreateSExt(&mask, wide_type(mask), mask.getName() + ".wide");
  }

  void complete(llvm::PHINode& phi) {
    auto* made = llvm::cast<llvm::PHINode>(wide[&phi]);
    for (auto [value, block] : llvm::zip(phi.incoming_values(), phi.blocks())) {
      llvm::Value* of_value = wide.lookup(value.get());
      const int known = made->getBasicBlockIndex(block);
      if (known >= 0) { // the block comes here by several ways
        of_value = made->getIncomingValue(known);
      } else if (!of_value) { // a constant, or an argument
        llvm::IRBuilder<> builder(block->getTerminator());
        of_value = builder.CreateSExt(value, made->getType());
      }
      made->addIncoming(of_value, block);
    }
  }

  /// Other blocks than that of the mask, and all if it is a phi, make it of the wide one.
  void replace_uses(llvm::Instruction& mask) {
    llvm::MapVector<llvm::BasicBlock*, llvm::SmallVector<llvm::Use*, 4>> uses;
    for (llvm::Use& use : mask.uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const bool is_here = user->getParent() == mask.getParent() && !llvm::isa<llvm::PHINode>(mask);
      if (!is_here && !llvm::isa<llvm::PHINode>(user)) {
        uses[user->getParent()].push_back(&use);
      }
    }
    for (const auto& [block, of] : uses) {
      llvm::IRBuilder<> builder(block, block->getFirstInsertionPt());
      llvm::Value* carried = wide[&mask];
      llvm::Value* narrow = builder.CreateICmpSLT(
          carried, llvm::Constant::getNullValue(carried->getType()), mask.getName());
      for (llvm::Use* use : of) {
        use->set(narrow);
      }
    }
  }

  llvm::Function& function;
  const unsigned vector_bits;
  llvm::EquivalenceClasses<const llvm::Value*> webs;
  llvm::DenseMap<const llvm::Value*, Votes> votes;
  llvm::DenseMap<const llvm::Value*, unsigned> sizes; ///< in bits, of the leader of each web
  llvm::DenseMap<const llvm::Value*, llvm::Value*> wide;
};

} // namespace

bool widen_carried_masks(llvm::Module& module, unsigned vector_bits) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= Masks(function, vector_bits).run();
  }
  return changed;
}

} // namespace compiler
