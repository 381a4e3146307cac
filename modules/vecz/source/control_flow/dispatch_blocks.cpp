// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/dispatch_blocks.h"

#include "control_flow/block_order.h"
#include "vecz/lane_operations.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

namespace vecz {
namespace {

class Dispatcher {
public:
  explicit Dispatcher(llvm::Function& subject)
      : function(subject), entry(subject.getEntryBlock()), context(subject.getContext()) {}

  bool run() {
    llvm::BasicBlock* last = returning_block();
    if (!last || !llvm::all_of(function, is_branch_or_return)) {
      return false;
    }
    end = last->splitBasicBlock(last->getTerminator()->getIterator(), "end");
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (llvm::BasicBlock* block : block_order(function, loops)) {
      if (block != &entry && block != end) {
        numbers[block] = unsigned(blocks.size());
        blocks.push_back(block);
      }
    }
    numbers[end] = unsigned(blocks.size());
    demote_phis();
    demote_values();
    make_loop();
    return true;
  }

private:
  llvm::BasicBlock* returning_block() {
    for (llvm::BasicBlock& block : function) {
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) {
        return &block;
      }
    }
    return nullptr;
  }

  static bool is_branch_or_return(const llvm::BasicBlock& block) {
    const llvm::Instruction& last = *block.getTerminator();
    return llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(last);
  }

  /// The memory of a value, or of its bits.
  struct Slot {
    llvm::AllocaInst* memory;
    llvm::Type* type; ///< of the value
  };

  Slot make_slot(llvm::Type* type, const llvm::Twine& name) {
    llvm::Type* kept = type->isIntOrIntVectorTy(1) ? type->getWithNewBitWidth(32) : type;
    llvm::IRBuilder<> builder(&entry, entry.begin());
    return {builder.CreateAlloca(kept, nullptr, name + ".slot"), type};
  }

  static void store(llvm::IRBuilder<>& builder, llvm::Value* value, const Slot& slot) {
    llvm::Type* kept = slot.memory->getAllocatedType();
    builder.CreateStore(kept == slot.type ? value : builder.CreateZExt(value, kept), slot.memory);
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, const Slot& slot, const llvm::Twine& name) {
    llvm::Type* kept = slot.memory->getAllocatedType();
    llvm::Value* loaded = builder.CreateLoad(kept, slot.memory, name);
    return kept == slot.type ? loaded : builder.CreateTrunc(loaded, slot.type);
  }

  /// Blocks store the values of their successors' phis in memory.
  void demote_phis() {
    for (llvm::BasicBlock* block : blocks) {
      llvm::SmallVector<llvm::PHINode*> phis;
      for (llvm::PHINode& phi : block->phis()) {
        phis.push_back(&phi);
      }
      for (llvm::PHINode* phi : phis) {
        const Slot slot = make_slot(phi->getType(), phi->getName());
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
          llvm::IRBuilder<> builder(phi->getIncomingBlock(i)->getTerminator());
          store(builder, phi->getIncomingValue(i), slot);
        }
        llvm::IRBuilder<> builder(block, block->getFirstNonPHIIt());
        phi->replaceAllUsesWith(load(builder, slot, phi->getName()));
      }
      for (llvm::PHINode* phi : phis) {
        phi->eraseFromParent();
      }
    }
  }

  /// Other blocks load a value where they begin. Those of the entry block are there in any other.
  void demote_values() {
    for (llvm::BasicBlock* block : blocks) {
      for (llvm::Instruction& value : llvm::make_early_inc_range(*block)) {
        llvm::MapVector<llvm::BasicBlock*, llvm::SmallVector<llvm::Use*, 2>> elsewhere;
        for (llvm::Use& use : value.uses()) {
          llvm::BasicBlock* reader = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
          if (reader != block) {
            elsewhere[reader].push_back(&use);
          }
        }
        if (elsewhere.empty()) {
          continue;
        }
        const Slot slot = make_slot(value.getType(), value.getName());
        llvm::IRBuilder<> behind(value.getNextNode());
        store(behind, &value, slot);
        for (auto& [reader, uses] : elsewhere) {
          llvm::IRBuilder<> builder(reader, reader->begin());
          llvm::Value* loaded = load(builder, slot, value.getName());
          for (llvm::Use* use : uses) {
            use->set(loaded);
          }
        }
      }
    }
  }

  /// Where a block goes becomes a number, and it goes to `to` instead.
  void leave(llvm::BasicBlock& block, const Slot& next, llvm::BasicBlock* to) {
    llvm::Instruction* last = block.getTerminator();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
    llvm::IRBuilder<> builder(last);
    llvm::Value* target = builder.getInt32(numbers[branch ? branch->getSuccessor(0) : end]);
    if (branch && branch->isConditional()) {
      target = builder.CreateSelect(branch->getCondition(), target,
                                    builder.getInt32(numbers[branch->getSuccessor(1)]));
    }
    store(builder, target, next);
    builder.CreateBr(to);
    last->eraseFromParent();
  }

  llvm::BasicBlock* make_block(const char* name) {
    return llvm::BasicBlock::Create(context, name, &function, end);
  }

  /// Goes to the block with the number `number`, one of those from `begin` to `last`.
  llvm::BasicBlock* choose(llvm::Value* number, unsigned begin, unsigned last) {
    if (begin == last) {
      return blocks[begin];
    }
    const unsigned middle = begin + (last - begin + 1) / 2;
    llvm::BasicBlock* choice = make_block("choice");
    llvm::IRBuilder<> builder(choice);
    llvm::Value* is_below = builder.CreateICmpULT(number, builder.getInt32(middle));
    llvm::BasicBlock* below = choose(number, begin, middle - 1);
    builder.CreateCondBr(is_below, below, choose(number, middle, last));
    return choice;
  }

  void make_loop() {
    if (blocks.empty()) {
      return;
    }
    const Slot next_slot = make_slot(llvm::Type::getInt32Ty(context), "next");
    llvm::BasicBlock *round = make_block("round"), *turn = make_block("turn"),
                     *dispatch = make_block("dispatch"), *again = make_block("again");
    leave(entry, next_slot, round);
    for (llvm::BasicBlock* block : blocks) {
      leave(*block, next_slot, again);
    }
    llvm::IRBuilder<> builder(round);
    llvm::Value* next = load(builder, next_slot, "next");
    llvm::Value* active = create_fill(builder, next, builder.getInt32(~0U));
    llvm::Value* first = create_fold(builder, active, llvm::Intrinsic::vector_reduce_umin);
    builder.CreateCondBr(builder.CreateICmpEQ(first, builder.getInt32(numbers[end])), end, turn);
    builder.SetInsertPoint(turn);
    builder.CreateCondBr(builder.CreateICmpEQ(next, first), dispatch, again);
    builder.SetInsertPoint(dispatch);
    builder.CreateBr(choose(first, 0, unsigned(blocks.size()) - 1));
    builder.SetInsertPoint(again);
    builder.CreateBr(round);
  }

  llvm::Function& function;
  llvm::BasicBlock& entry;
  llvm::LLVMContext& context;
  llvm::BasicBlock* end = nullptr;
  llvm::SmallVector<llvm::BasicBlock*> blocks; ///< in order, but the entry and the end
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers;
};

} // namespace

bool dispatch_blocks(llvm::Function& function) { return Dispatcher(function).run(); }

} // namespace vecz
