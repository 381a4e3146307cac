// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/barrier_regions.h"

#include "compiler/mux_builtins.h"
#include "passes/analyses/early_returns.h"
#include "passes/analyses/group_call_info.h"
#include "vecz/uniformity.h"

#include <functional>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <map>

namespace compiler {
namespace {

llvm::SmallVector<Barrier> isolate_barriers(llvm::Function& kernel) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for_each_mux_call(kernel, [&](llvm::CallInst& call, MuxBuiltin builtin) {
    if (builtin == MuxBuiltin::work_group_barrier || builtin == MuxBuiltin::progress_point) {
      calls.push_back(&call);
    }
  });
  llvm::SmallVector<Barrier> barriers;
  for (llvm::CallInst* call : calls) {
    llvm::BasicBlock* block = call->getParent();
    block->splitBasicBlock(call->getIterator(), "barrier");
    llvm::BasicBlock* after =
        call->getParent()->splitBasicBlock(std::next(call->getIterator()), "after.barrier");
    const auto id = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
    barriers.push_back(
        {static_cast<uint32_t>(id), call, after, mux_builtin(*call) == MuxBuiltin::progress_point});
  }
  llvm::sort(barriers, [](const Barrier& a, const Barrier& b) { return a.id < b.id; });
  return barriers;
}

/// The part of cutting that moves values into slots.
class SlotMaker {
public:
  SlotMaker(llvm::Function& function, BarrierRegions& result)
      : kernel(function), layout(function.getDataLayout()), regions(result),
        uniformity(function, group_call_info()), dominators(function), loops(dominators) {}

  void run() {
    if (regions.has_progress_points() || may_return_before_a_barrier(kernel, uniformity)) {
      llvm::Type* type = llvm::Type::getInt32Ty(kernel.getContext());
      regions.reached =
          make_slot(type, sizeof(uint32_t), llvm::Align(4), Slot::Kind::own, /*is_variable=*/false);
    }
    move_private_variables();
    llvm::SmallVector<llvm::Instruction*> values;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (instruction.isUsedOutsideOfBlock(instruction.getParent())) {
        values.push_back(&instruction);
      }
    }
    // In reverse, so that values computed from another come before it, while their operands can
    // still be traced.
    for (llvm::Instruction* value : llvm::reverse(values)) {
      if (const auto crossed = barriers_crossed(*value); !crossed.empty()) {
        move_value(*value, crossed);
      }
    }
    sort_slots();
  }

private:
  /// Sorted by decreasing alignment, otherwise in the order of their creation.
  void sort_slots() {
    std::map<llvm::Align, llvm::SmallVector<Slot>, std::greater<>> by_alignment;
    for (const Slot& slot : regions.slots) {
      by_alignment[slot.alignment].push_back(slot);
    }
    regions.slots.clear();
    for (const auto& [alignment, slots] : by_alignment) {
      regions.slots.append(slots);
    }
  }

  llvm::GlobalVariable* make_slot(llvm::Type* type, uint64_t size, llvm::Align alignment,
                                  Slot::Kind kind, bool is_variable) {
    auto* address =
        new llvm::GlobalVariable(*kernel.getParent(), type, false,
                                 llvm::GlobalValue::ExternalLinkage, nullptr, "lanewise.slot");
    regions.slots.push_back(
        {kind, llvm::alignTo(size, alignment), alignment, address, is_variable});
    return address;
  }

  /// Private variables stay memory, but memory that outlives a region. Which of them do not need
  /// to is hard to see once their address is taken, and SROA has removed the simple ones.
  void move_private_variables() {
    llvm::SmallVector<llvm::AllocaInst*> variables;
    llvm::SmallVector<llvm::Instruction*> markers;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        variables.push_back(variable);
      } else if (instruction.isLifetimeStartOrEnd()) {
        markers.push_back(&instruction);
      }
    }
    for (llvm::Instruction* marker : markers) {
      marker->eraseFromParent();
    }
    for (llvm::AllocaInst* variable : variables) {
      const uint64_t size = variable->getAllocationSize(layout)->getFixedValue();
      variable->replaceAllUsesWith(make_slot(variable->getAllocatedType(), size,
                                             variable->getAlign(), Slot::Kind::own, true));
      variable->eraseFromParent();
    }
  }

  /// The barriers before which `value` exists and behind which it is used.
  llvm::SmallVector<const Barrier*> barriers_crossed(llvm::Instruction& value) const {
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> live_in;
    llvm::SmallVector<llvm::BasicBlock*> work;
    for (llvm::Use& use : value.uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      work.push_back(phi ? phi->getIncomingBlock(use) : user->getParent());
    }
    while (!work.empty()) {
      llvm::BasicBlock* block = work.pop_back_val();
      if (block != value.getParent() && live_in.insert(block).second) {
        work.append(llvm::pred_begin(block), llvm::pred_end(block));
      }
    }
    llvm::SmallVector<const Barrier*> crossed;
    for (const Barrier& barrier : regions.barriers) {
      if (live_in.contains(barrier.call->getParent())) {
        crossed.push_back(&barrier);
      }
    }
    return crossed;
  }

  /// The barriers before which a value is stored, and those behind which it is loaded: the first
  /// that are reached from where it is made, and the last before its uses. In between it stays in
  /// its slot.
  struct Places {
    llvm::SmallPtrSet<const Barrier*, 4> stores, loads;
  };

  static Places places_of(llvm::Instruction& value, llvm::ArrayRef<const Barrier*> crossed,
                          bool with_stores) {
    llvm::SmallDenseMap<const llvm::BasicBlock*, const Barrier*> at, behind;
    for (const Barrier* barrier : crossed) {
      at[barrier->call->getParent()] = barrier;
      behind[barrier->after] = barrier;
    }
    Places places;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<llvm::BasicBlock*> work;
    if (with_stores) {
      work.append(llvm::succ_begin(value.getParent()), llvm::succ_end(value.getParent()));
    }
    while (!work.empty()) {
      llvm::BasicBlock* block = work.pop_back_val();
      if (block == value.getParent() || !seen.insert(block).second) {
        continue;
      }
      if (const Barrier* barrier = at.lookup(block)) {
        places.stores.insert(barrier);
      } else {
        work.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
    seen.clear();
    for (const Barrier* barrier : places.stores) {
      work.push_back(barrier->call->getParent());
    }
    for (llvm::Use& use : value.uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      work.push_back(phi ? phi->getIncomingBlock(use) : user->getParent());
    }
    while (!work.empty()) {
      llvm::BasicBlock* block = work.pop_back_val();
      if (block == value.getParent() || !seen.insert(block).second) {
        continue;
      }
      if (const Barrier* barrier = behind.lookup(block)) {
        places.loads.insert(barrier);
      } else {
        work.append(llvm::pred_begin(block), llvm::pred_end(block));
      }
    }
    return places;
  }

  void move_value(llvm::Instruction& value, llvm::ArrayRef<const Barrier*> crossed) {
    llvm::SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(value.getParent(), &value);
    llvm::SmallVector<llvm::Use*> uses;
    llvm::SmallDenseMap<llvm::BasicBlock*, llvm::Value*> behind;
    const bool again = is_cheap_to_repeat(value, 4);
    // Where work-items may be at different places, one's value is not valid for others.
    const bool shared =
        !again && !regions.has_progress_points() && is_the_same_for_all(value, crossed);
    llvm::GlobalVariable *from = nullptr, *to = nullptr;
    if (shared) {
      from = slot_for(value, Slot::Kind::shared_now);
      to = slot_for(value, Slot::Kind::shared_next);
    } else if (!again) {
      from = to = own_slot_for(value, crossed);
    }
    const Places places = places_of(value, crossed, !again);
    const llvm::Align alignment = slot_alignment(value.getType());
    for (const Barrier* barrier : crossed) {
      if (places.stores.contains(barrier)) {
        new llvm::StoreInst(&value, to, false, alignment, barrier->call->getIterator());
      }
      if (!places.loads.contains(barrier)) {
        continue;
      }
      llvm::Instruction* place = &*barrier->after->getFirstInsertionPt();
      llvm::Value* copy = again ? repeat(value, place)
                                : new llvm::LoadInst(value.getType(), from, value.getName(), false,
                                                     alignment, place->getIterator());
      behind[barrier->after] = copy;
      updater.AddAvailableValue(barrier->after, copy);
    }
    for (llvm::Use& use : value.uses()) {
      uses.push_back(&use);
    }
    for (llvm::Use* use : uses) {
      auto* user = llvm::cast<llvm::Instruction>(use->getUser());
      const bool is_phi = llvm::isa<llvm::PHINode>(user); // which uses it in the block before
      llvm::Value* copy = is_phi ? nullptr : behind.lookup(user->getParent());
      if (copy) {
        use->set(copy);
      } else if (is_phi || user->getParent() != value.getParent()) {
        updater.RewriteUse(*use);
      }
    }
  }

  /// Whether `value`, where it reaches the barriers, is one value for the group.
  [[nodiscard]] bool is_the_same_for_all(const llvm::Instruction& value,
                                         llvm::ArrayRef<const Barrier*> crossed) const {
    return llvm::all_of(crossed, [&](const Barrier* barrier) {
      return uniformity.is_uniform_in(value, *barrier->call->getParent(), loops) &&
             !comes_from_different_rounds(value, *barrier);
    });
  }

  /// Whether work-items may come to the barrier in different rounds of the loops that `value` is
  /// in: where they leave a loop around the barrier at different times, and come back to it through
  /// an outer one.
  [[nodiscard]] bool comes_from_different_rounds(const llvm::Instruction& value,
                                                 const Barrier& barrier) const {
    const llvm::Loop* loop = loops.getLoopFor(barrier.call->getParent());
    for (; loop && !loop->contains(&value); loop = loop->getParentLoop()) {
      if (loop->getParentLoop() && uniformity.is_divergent_loop(*loop->getHeader())) {
        return true;
      }
    }
    return false;
  }

  llvm::GlobalVariable* slot_for(llvm::Instruction& value, Slot::Kind kind) {
    llvm::Type* type = value.getType();
    return make_slot(type, layout.getTypeAllocSize(type), slot_alignment(type), kind, false);
  }

  /// Slots hold something only while a barrier is crossed: values that cross different ones can
  /// have the same. One that a loop carries from one barrier to the next stays in its slot.
  llvm::GlobalVariable* own_slot_for(llvm::Instruction& value,
                                     llvm::ArrayRef<const Barrier*> crossed) {
    const auto is_free = [&](const Taken& one) {
      return one.slot->getValueType() == value.getType() &&
             llvm::none_of(crossed, [&](const Barrier* barrier) {
               return llvm::is_contained(one.barriers, barrier);
             });
    };
    const auto connected = slots_of_connected(value);
    Taken* found = nullptr;
    for (Taken& one : taken) {
      if (is_free(one) && (!found || connected.contains(one.slot))) {
        found = &one;
        if (connected.contains(one.slot)) {
          break;
        }
      }
    }
    if (!found) {
      found = &taken.emplace_back(Taken{slot_for(value, Slot::Kind::own), {}});
    }
    found->barriers.append(crossed.begin(), crossed.end());
    if (llvm::isa<llvm::PHINode>(value)) {
      slots_of_phis[&value] = found->slot;
    }
    return found->slot;
  }

  /// Slots of what a phi is made of, and of phis that a value goes to.
  [[nodiscard]] llvm::SmallPtrSet<const llvm::GlobalVariable*, 4>
  slots_of_connected(const llvm::Instruction& value) const {
    llvm::SmallPtrSet<const llvm::GlobalVariable*, 4> slots;
    const auto add = [&](const llvm::Value* slot) {
      if (const auto* variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(slot)) {
        slots.insert(variable);
      }
    };
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      for (const llvm::Value* incoming : phi->incoming_values()) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(incoming);
        add(load ? load->getPointerOperand() : nullptr);
      }
    }
    for (const llvm::User* user : value.users()) {
      add(slots_of_phis.lookup(user));
    }
    return slots;
  }

  /// Scratch memory is aligned to 128 bytes; wide vectors would like more.
  [[nodiscard]] llvm::Align slot_alignment(llvm::Type* type) const {
    return std::min(layout.getABITypeAlign(type), llvm::Align(128));
  }

  /// Whether it reads a member of an argument by value, of which kernels only read their own
  /// (copy_written_arguments.h).
  static bool reads_argument(const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto* argument = load && load->isSimple()
                               ? llvm::dyn_cast<llvm::Argument>(
                                     load->getPointerOperand()->stripInBoundsConstantOffsets())
                               : nullptr;
    return argument && argument->hasByValAttr();
  }

  /// Whether computing `value` anew takes at most `budget` simple instructions that depend on
  /// nothing but arguments and ids.
  static bool is_cheap_to_repeat(const llvm::Value& value, int budget) {
    if (llvm::isa<llvm::Constant, llvm::Argument>(value)) {
      return true;
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction || budget == 0) {
      return false;
    }
    if (reads_argument(*instruction)) {
      return true;
    }
    const auto builtin = mux_builtin(value);
    const bool simple =
        (builtin && !instruction->getType()->isVoidTy()) || is_lanes_call(value) ||
        llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::InsertElementInst,
                  llvm::ShuffleVectorInst, llvm::ICmpInst>(instruction) ||
        (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction->isIntDivRem() &&
         instruction->getType()->isIntOrIntVectorTy());
    // Splats and conversions cost nothing: they come with the operation that uses them.
    const bool free =
        llvm::isa<llvm::CastInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction);
    return simple && llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
             return is_cheap_to_repeat(*operand, free ? budget : budget - 1);
           });
  }

  static llvm::Value* repeat(llvm::Value& value, llvm::Instruction* place) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction) {
      return &value;
    }
    llvm::Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands()) {
      operand.set(repeat(*operand, place));
    }
    copy->insertBefore(place->getIterator());
    return copy;
  }

  llvm::Function& kernel;
  const llvm::DataLayout& layout;
  BarrierRegions& regions;
  const vecz::Uniformity uniformity; ///< of the values that were there in the beginning
  const llvm::DominatorTree dominators;
  const llvm::LoopInfo loops;
  /// A slot of single values, and the barriers that something crosses in it.
  struct Taken {
    llvm::GlobalVariable* slot;
    llvm::SmallVector<const Barrier*> barriers;
  };
  llvm::SmallVector<Taken> taken;
  llvm::DenseMap<const llvm::Value*, llvm::GlobalVariable*> slots_of_phis;
};

} // namespace

BarrierRegions cut_at_barriers(llvm::Function& kernel) {
  BarrierRegions regions;
  llvm::EliminateUnreachableBlocks(kernel);
  regions.barriers = isolate_barriers(kernel);
  if (!regions.barriers.empty()) {
    SlotMaker(kernel, regions).run();
  }
  return regions;
}

llvm::SmallVector<llvm::BasicBlock*> blocks_of_region(llvm::BasicBlock* start,
                                                      const BarrierRegions& regions) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> barrier_blocks;
  for (const Barrier& barrier : regions.barriers) {
    barrier_blocks.insert(barrier.call->getParent());
  }
  llvm::SmallVector<llvm::BasicBlock*> blocks = {start};
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen = {start};
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (barrier_blocks.contains(blocks[i])) {
      continue;
    }
    for (llvm::BasicBlock* next : llvm::successors(blocks[i])) {
      if (seen.insert(next).second) {
        blocks.push_back(next);
      }
    }
  }
  return blocks;
}

uint64_t instructions_of_regions(llvm::Function& kernel, const BarrierRegions& regions) {
  uint64_t sum = 0;
  const auto add = [&](llvm::BasicBlock* start) {
    for (const llvm::BasicBlock* block : blocks_of_region(start, regions)) {
      sum += block->size();
    }
  };
  add(&kernel.getEntryBlock());
  for (const Barrier& barrier : regions.barriers) {
    add(barrier.after);
  }
  return sum;
}

} // namespace compiler
