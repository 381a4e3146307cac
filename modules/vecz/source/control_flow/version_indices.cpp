// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/version_indices.h"

#include "analysis/unlikely_blocks.h"
#include "control_flow/plain_indices.h"
#include "vecz/lane_operations.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

namespace vecz {
namespace {

/// Instructions that all copies of a function have together.
constexpr size_t max_copied = 512;

/// Accesses of a block, and all that stands between the first and the last.
struct Region {
  llvm::SmallVector<llvm::Instruction*> accesses;
  Assumed assumed;

  [[nodiscard]] size_t size() const {
    return size_t(
        std::distance(accesses.front()->getIterator(), std::next(accesses.back()->getIterator())));
  }
};

/// Freezes the operands of a sum in the place of the sum, which is not known to rise from lane to
/// lane otherwise.
void freeze_operands(llvm::FreezeInst& frozen, const CallInfo& calls) {
  auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(frozen.getOperand(0));
  if (!sum ||
      (sum->getOpcode() != llvm::Instruction::Add && sum->getOpcode() != llvm::Instruction::Sub)) {
    return;
  }
  llvm::Instruction* made = sum->clone();
  made->dropPoisonGeneratingFlags();
  made->insertBefore(frozen.getIterator());
  for (llvm::Use& operand : made->operands()) {
    if (!is_id_or_cast(*operand, calls) && !llvm::isGuaranteedNotToBeUndefOrPoison(operand)) {
      auto* part = new llvm::FreezeInst(operand, "", made->getIterator());
      operand.set(part);
      freeze_operands(*part, calls);
    }
  }
  frozen.replaceAllUsesWith(made);
  frozen.eraseFromParent();
}

class Versioning {
public:
  Versioning(llvm::Function& subject, const CallInfo& info)
      : function(subject), calls(info), uniformity(subject, info), indices(info, uniformity) {}

  bool run() {
    const auto unlikely = unlikely_blocks(function);
    llvm::SmallVector<llvm::BasicBlock*> open;
    for (llvm::BasicBlock& block : function) {
      if (!unlikely.contains(&block)) {
        open.push_back(&block);
      }
    }
    bool changed = false;
    while (!open.empty()) {
      const Region region = find(*open.pop_back_val());
      if (!region.accesses.empty() && region.size() <= room) {
        room -= region.size();
        open.push_back(version(region));
        changed = true;
      }
    }
    return changed;
  }

private:
  /// The first accesses of a block that are worth a copy.
  [[nodiscard]] Region find(llvm::BasicBlock& block) {
    Region found;
    for (llvm::Instruction& instruction : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const bool stays = call && (calls.kind(*call) == CallKind::once || is_lane_operation(*call) ||
                                  call->cannotDuplicate());
      if (stays && !found.accesses.empty()) {
        break;
      }
      Assumed assumed;
      if (gains(instruction, assumed) &&
          can_test_at(found.accesses.empty() ? instruction : *found.accesses.front(), assumed)) {
        found.accesses.push_back(&instruction);
        found.assumed.insert_range(assumed);
      }
    }
    return found;
  }

  /// Whether lanes that are at no border access neighbours, or one place, and others do not.
  [[nodiscard]] bool gains(llvm::Instruction& access, Assumed& assumed) {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
    if (!pointer || access.isVolatile() || access.isAtomic() || !uniformity.is_varying(*pointer)) {
      return false;
    }
    const auto step = indices.step_of(*pointer, assumed);
    const auto size =
        access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
    return !assumed.empty() && step && (*step == 0 || *step == int64_t(size));
  }

  /// What the tests need of the block from `place` on; nothing if it cannot come before.
  [[nodiscard]] static std::optional<llvm::SetVector<llvm::Instruction*>>
  needed_at(const llvm::Instruction& place, const PlainIndices& of, const Assumed& assumed) {
    llvm::SetVector<llvm::Instruction*> needed;
    const auto add = [&](llvm::Value* value) {
      auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
      if (instruction && instruction->getParent() == place.getParent() &&
          !instruction->comesBefore(&place) && !llvm::isa<llvm::PHINode>(instruction)) {
        needed.insert(instruction);
      }
    };
    for (const llvm::Instruction* index : assumed) {
      for (const PlainIndex::Test& test : of.plain(*index).tests) {
        add(test.left), add(test.less), add(test.right);
      }
    }
    for (size_t i = 0; i < needed.size(); ++i) { // grows
      llvm::Instruction* each = needed[i];
      if (each->mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(each)) {
        return std::nullopt;
      }
      for (llvm::Value* operand : each->operands()) {
        add(operand);
      }
    }
    return needed;
  }
  [[nodiscard]] bool can_test_at(const llvm::Instruction& place, const Assumed& assumed) const {
    return needed_at(place, indices, assumed).has_value();
  }

  /// Copies a region; gives the block behind it.
  llvm::BasicBlock* version(const Region& region) {
    llvm::Instruction* first = region.accesses.front();
    auto needed = needed_at(*first, indices, region.assumed)->takeVector();
    llvm::sort(needed, [](const auto* a, const auto* b) { return a->comesBefore(b); });
    for (llvm::Instruction* each : needed) {
      each->moveBefore(first->getIterator());
    }
    llvm::BasicBlock* head = first->getParent();
    llvm::BasicBlock* border = head->splitBasicBlock(first, head->getName() + ".border");
    llvm::BasicBlock* behind = border->splitBasicBlock(
        std::next(region.accesses.back()->getIterator()), head->getName() + ".behind");
    llvm::ValueToValueMapTy copies;
    llvm::BasicBlock* inside = llvm::CloneBasicBlock(border, copies, ".inside", &function);
    inside->moveBefore(border);
    llvm::remapInstructionsInBlocks({inside}, copies);
    for (llvm::Instruction& instruction : *border) {
      join(instruction, copies, *behind);
    }
    llvm::SmallVector<llvm::WeakTrackingVH> unneeded;
    for (llvm::Instruction* access : region.accesses) {
      auto* copy = llvm::cast<llvm::Instruction>(copies.lookup(access));
      llvm::IRBuilder<> builder(copy);
      llvm::Use& place = copy->getOperandUse(llvm::isa<llvm::LoadInst>(copy)
                                                 ? llvm::LoadInst::getPointerOperandIndex()
                                                 : llvm::StoreInst::getPointerOperandIndex());
      llvm::Value* pointer = place.get();
      place.set(indices.rebuild(builder, *llvm::getLoadStorePointerOperand(access), region.assumed,
                                copies));
      unneeded.emplace_back(pointer);
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unneeded);
    llvm::Instruction* jump = head->getTerminator();
    llvm::IRBuilder<> builder(jump);
    llvm::Value* all = indices.holds_in_all_lanes(builder, region.assumed);
    // Cost models leave out what is behind the other way, of which this is a copy.
    builder.CreateCondBr(all, inside, border,
                         llvm::MDBuilder(function.getContext()).createLikelyBranchWeights());
    jump->eraseFromParent();
    sink(*head, *border);
    return behind;
  }

  /// Moves what only the lanes at a border need behind the branch.
  static void sink(llvm::BasicBlock& head, llvm::BasicBlock& border) {
    for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::reverse(head))) {
      const bool may_move = !each.isTerminator() && !llvm::isa<llvm::PHINode>(each) &&
                            !each.mayReadOrWriteMemory() && !each.use_empty();
      if (may_move && llvm::all_of(each.users(), [&](const llvm::User* user) {
            return llvm::cast<llvm::Instruction>(user)->getParent() == &border;
          })) {
        each.moveBefore(border.begin());
      }
    }
  }

  /// Lets what follows read the value of the copy that ran.
  static void join(llvm::Instruction& original, const llvm::ValueToValueMapTy& copies,
                   llvm::BasicBlock& behind) {
    if (!original.isUsedOutsideOfBlock(original.getParent())) {
      return;
    }
    auto* phi = llvm::PHINode::Create(original.getType(), 2, original.getName() + ".either");
    phi->insertBefore(behind.begin());
    original.replaceUsesOutsideBlock(phi, original.getParent());
    llvm::Value* copy = copies.lookup(&original);
    phi->addIncoming(&original, original.getParent());
    phi->addIncoming(copy, llvm::cast<llvm::Instruction>(copy)->getParent());
  }

  llvm::Function& function;
  const CallInfo& calls;
  const Uniformity uniformity;
  PlainIndices indices;
  size_t room = max_copied;
};

} // namespace

bool version_indices(llvm::Function& function, const CallInfo& calls) {
  if (llvm::none_of(llvm::instructions(function), may_have_plain_form)) {
    return false;
  }
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(&instruction)) {
      freeze_operands(*frozen, calls); // of remainders, which are guarded
    }
  }
  return Versioning(function, calls).run();
}

} // namespace vecz
