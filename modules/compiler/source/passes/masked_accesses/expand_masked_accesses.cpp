// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/expand_masked_accesses.h"

#include "passes/masked_accesses/access_by_register.h"
#include "passes/masked_accesses/gather_words.h"
#include "passes/masked_accesses/idle_lanes.h"
#include "passes/masked_accesses/lane_loops.h"
#include "passes/masked_accesses/load_in_page.h"
#include "passes/vectorization/notes.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

/// The bit that is the same for all elements of a load or store; null if there is none that is
/// known to be.
llvm::Value* single_active_bit(const MaskedAccess& access, llvm::IRBuilderBase& builder) {
  if (access.has_addresses() || llvm::isa<llvm::Constant>(access.mask)) {
    return nullptr;
  }
  if (llvm::Value* bit = llvm::getSplatValue(access.mask)) {
    return bit;
  }
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  const int element = shuffle ? llvm::getSplatIndex(shuffle->getShuffleMask()) : -1;
  if (element < 0) {
    return nullptr;
  }
  const auto* first = llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType());
  const auto count = static_cast<int>(first->getNumElements());
  return builder.CreateExtractElement(shuffle->getOperand(element < count ? 0 : 1),
                                      static_cast<uint64_t>(element % count));
}

/// Makes a branch around a plain access, if all elements are accessed or none.
bool access_all_or_none(const MaskedAccess& access) {
  llvm::IRBuilder<> builder(access.call);
  llvm::Value* bit = single_active_bit(access, builder);
  if (bit == nullptr) {
    return false;
  }
  llvm::BasicBlock* before = access.call->getParent();
  llvm::Instruction* end =
      llvm::SplitBlockAndInsertIfThen(builder.CreateFreeze(bit), access.call->getIterator(), false);
  builder.SetInsertPoint(end);
  llvm::Instruction* done =
      access.stored
          ? static_cast<llvm::Instruction*>(
                builder.CreateAlignedStore(access.stored, access.address, access.first_alignment))
          : builder.CreateAlignedLoad(access.type, access.address, access.first_alignment);
  done->setAAMetadata(access.call->getAAMetadata());
  if (!access.stored) {
    builder.SetInsertPoint(access.call);
    llvm::PHINode* value = builder.CreatePHI(access.type, 2);
    value->addIncoming(done, end->getParent());
    value->addIncoming(access.other, before);
    value->takeName(access.call);
    access.call->replaceAllUsesWith(value);
  }
  access.call->eraseFromParent();
  return true;
}

/// Registers of a function that are stored one by one.
constexpr unsigned max_divided = 128;
/// The most branches that LLVM may make in a function, and the lanes from which an access becomes a
/// loop: with at most so many branches, with more, and if it needs no branches.
constexpr unsigned max_branches = 512, wide = 32, wide_beside_many = 4, wide_without_branches = 64;

bool is_wide(const MaskedAccess& access, unsigned branches) {
  if (!access.becomes_branches()) {
    return access.lanes() >= wide_without_branches;
  }
  return access.lanes() >= (branches > max_branches ? wide_beside_many : wide);
}

using Support = llvm::function_ref<MaskedSupport(const llvm::IntrinsicInst&)>;

class Expansion {
public:
  Expansion(llvm::Function& subject, Support of_target, unsigned bits)
      : function(subject), support(of_target), register_bits(bits), idle(subject) {}

  bool run() {
    llvm::SmallVector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (masked_access_of(instruction)) {
        all.push_back(&instruction);
      }
    }
    for (llvm::Instruction* instruction : all) {
      const MaskedAccess access = *masked_access_of(*instruction);
      if (idle.redirect_inactive_row(access)) {
        changed = true;
      } else {
        sort(access);
      }
    }
    unsigned branches = 0;
    const auto is_fast = [&](const llvm::IntrinsicInst& call) {
      return support(call) == MaskedSupport::fast;
    };
    llvm::erase_if(without_support, [&](llvm::Instruction* instruction) {
      const MaskedAccess access = *masked_access_of(*instruction);
      const bool done = access_all_or_none(access) || gather_words(access, is_fast) ||
                        idle.redirect_inactive_lanes(access);
      changed |= done;
      branches += !done && access.becomes_branches() ? access.lanes() : 0;
      return done;
    });
    LaneLoops loops(function);
    for (llvm::Instruction* instruction : without_support) {
      const MaskedAccess access = *masked_access_of(*instruction); // after those before it
      if (load_in_page(access) || is_wide(access, branches)) {
        loops.expand(access);
        changed = true;
      }
    }
    if (exceeded) {
      note_limit(function, "more than " + llvm::Twine(max_divided) +
                               " registers are stored under masks; masked stores stay behind them");
    }
    return changed;
  }

private:
  /// Accesses that the target has no instructions for are left for later: their number counts.
  void sort(const MaskedAccess& access) {
    const MaskedSupport there = support(*access.call);
    if (there == MaskedSupport::none) {
      without_support.push_back(access.call);
    } else if (there == MaskedSupport::slow && access.stored) {
      changed |= access_all_or_none(access) || store_in_registers(access);
    } else {
      changed |= repeat_mask_by_register(access, register_bits);
    }
  }

  bool store_in_registers(const MaskedAccess& access) {
    const auto registers = static_cast<unsigned>(
        llvm::divideCeil(access.type->getPrimitiveSizeInBits().getFixedValue(), register_bits));
    if (divided + registers > max_divided) {
      exceeded = true;
      return false;
    }
    const bool done = store_by_register(access, register_bits);
    divided += done ? registers : 0;
    return done;
  }

  llvm::Function& function;
  Support support;
  const unsigned register_bits;
  IdleLanes idle;
  llvm::SmallVector<llvm::Instruction*> without_support;
  unsigned divided = 0;
  bool exceeded = false; ///< more registers could have been stored one by one
  bool changed = false;
};

} // namespace

bool expand_masked_accesses(llvm::Module& module, Support support, unsigned register_bits) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= !function.isDeclaration() && Expansion(function, support, register_bits).run();
  }
  return changed;
}

} // namespace compiler
