// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/grid_stride_loops.h"

#include "block_kernels.h"
#include "passes/grid_stride/global_ids.h"
#include "passes/grid_stride/kernel_effects.h"
#include "passes/grid_stride/strided_loop.h"

#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {
namespace {

constexpr unsigned deepest_nest = 3;

/// Instructions of a kernel, and of one whose loop is kept beside the rounds.
constexpr unsigned max_size = 2000, max_kept_size = 300;

/// Work-items of a round for which a loop that is kept is no longer faster.
constexpr uint64_t few_items = 8;

/// An integer that a loop carries.
struct Carried {
  llvm::PHINode* phi;
  llvm::Value* step; ///< shared by the work-items, and computed before all else
};

/// A loop that is divided into rounds.
struct Level {
  StridedLoop strided;
  Sharing sharing; ///< of a round
  llvm::SmallVector<Carried> carried = {};
  llvm::Value* count = nullptr;  ///< of rounds, an i64
  llvm::Value* spread = nullptr; ///< of where the work-items begin, likewise
  llvm::Value* round = nullptr;  ///< the number of this one, likewise
};

class GridStride {
public:
  explicit GridStride(llvm::Function& function)
      : kernel(function), tree(function), loops(tree),
        builder(function.getContext(), llvm::InstSimplifyFolder(function.getDataLayout())) {}

  bool run() {
    if (loops.getTopLevelLoops().size() != 1 || kernel.getInstructionCount() > max_size) {
      return false;
    }
    begin = llvm::BasicBlock::Create(kernel.getContext(), "launch", &kernel);
    builder.SetInsertPoint(begin);
    const auto outermost = find_level(*loops.getTopLevelLoops().front());
    const bool named = outermost && outermost->sharing == Sharing::range && name_global_ids(kernel);
    find_levels(outermost);
    if (levels.empty() || (required && kernel.getInstructionCount() > max_kept_size)) {
      begin->eraseFromParent();
      return named;
    }
    begin_anew();
    for (const LaunchBounds& each : bounds_of_levels) {
      each.mark_exact_operations();
    }
    for (Level& level : levels) {
      divide(level);
    }
    return true;
  }

private:
  /// From outside to inside: each loop is all that there is in the one around it.
  void find_levels(std::optional<Level> level) {
    const llvm::Loop* around = nullptr;
    while (level && levels.size() < deepest_nest) {
      llvm::Loop& loop = *level->strided.loop;
      if (!does_nothing_outside_of(loop, around) || !count(*level)) {
        break;
      }
      levels.push_back(std::move(*level));
      around = &loop;
      level =
          loop.getSubLoops().size() == 1 ? find_level(*loop.getSubLoops().front()) : std::nullopt;
    }
    if (!levels.empty() &&
        !can_be_interchanged(*levels.back().strided.loop, loops, levels.front().sharing)) {
      levels.clear();
    }
  }

  /// In the loop around it, or in the kernel if there is none.
  bool does_nothing_outside_of(const llvm::Loop& loop, const llvm::Loop* around) {
    return llvm::all_of(kernel, [&](const llvm::BasicBlock& block) {
      return &block == begin || loop.contains(&block) || (around && !around->contains(&block)) ||
             llvm::all_of(block, is_repeatable);
    });
  }

  /// A loop whose counter goes on by the number of the work-items that share a round.
  std::optional<Level> find_level(llvm::Loop& loop) {
    const auto strided = find_strided_loop(loop);
    LaunchBounds bounds(builder, Sharing::range);
    if (!strided || !bounds.shared(*strided->stride) ||
        !(bounds.has_launch_sizes || bounds.has_group_sizes)) {
      return std::nullopt;
    }
    return Level{*strided, bounds.has_launch_sizes ? Sharing::range : Sharing::group};
  }

  /// Computes the number of rounds, and the conditions on a launch.
  bool count(Level& level) {
    const bool is_inside_of_group = !levels.empty() && levels.back().sharing == Sharing::group;
    if (is_inside_of_group && level.sharing == Sharing::range) {
      return false; // rounds of a group are inside those of a range
    }
    LaunchBounds bounds(builder, level.sharing);
    if (!find_carried(level, bounds) || !count_rounds(level, bounds)) {
      return false;
    }
    if (bounds.requirement()) {
      required =
          required ? builder.CreateAnd(required, bounds.requirement()) : bounds.requirement();
    }
    bounds_of_levels.push_back(std::move(bounds));
    return true;
  }

  static bool find_carried(Level& level, LaunchBounds& bounds) {
    const llvm::Loop& loop = *level.strided.loop;
    for (llvm::PHINode& phi : loop.getHeader()->phis()) {
      llvm::Value* step = phi.getType()->isIntegerTy() ? step_of(phi, loop) : nullptr;
      llvm::Value* shared = step ? bounds.shared(*step) : nullptr;
      if (!shared) {
        return false;
      }
      level.carried.push_back({&phi, shared});
    }
    return true;
  }

  /// Counts the rounds of the work-item that begins first, which has the most.
  bool count_rounds(Level& level, LaunchBounds& bounds) {
    const StridedLoop& strided = level.strided;
    const auto found = bounds_of(strided, bounds, builder);
    if (!found) {
      return false;
    }
    level.spread = builder.CreateSub(found->start.high, found->start.low);
    if (strided.counter->getType()->isIntegerTy(32)) {
      require_room(level, *found, bounds);
    } // with 64 bits, it takes centuries to wrap
    const Iterations first = count_iterations(strided, *found, found->start.low, builder);
    level.count = builder.CreateSelect(first.begins, first.count, builder.getInt64(0), "rounds");
    return true;
  }

  /// Demands that no work-item's counter wraps, in any round.
  void require_room(const Level& level, const StridedBounds& found, LaunchBounds& bounds) {
    const StridedLoop& strided = level.strided;
    const uint64_t greatest = strided.is_signed() ? llvm::maxIntN(32) : llvm::maxUIntN(32);
    llvm::Value* room = builder.CreateSub(
        builder.CreateSub(builder.getInt64(greatest), level.spread), found.stride.low, "room");
    bounds.require(builder.CreateICmpSGE(room, builder.getInt64(0)));
    bounds.require(llvm::CmpInst::isSigned(strided.predicate)
                       ? builder.CreateICmpSLE(found.limit, room)
                       : builder.CreateICmpULE(found.limit, room));
  }

  /// Moves the computed values to the kernel's beginning, and keeps a copy of its code for launches
  /// that do not meet the requirements.
  void begin_anew() {
    llvm::BasicBlock* rounds = &kernel.getEntryBlock();
    begin->moveBefore(rounds);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*rounds)) {
      if (llvm::isa<llvm::AllocaInst>(instruction)) {
        instruction.moveBefore(*begin, begin->begin());
      }
    }
    if (required) {
      llvm::Value* least = builder.getInt64(few_items - 1);
      required = builder.CreateAnd(required, builder.CreateICmpUGE(levels.back().spread, least));
    }
    ask_for_rounds();
    if (!required) {
      builder.CreateBr(rounds);
      return;
    }
    llvm::SmallVector<llvm::BasicBlock*> originals, copies;
    for (llvm::BasicBlock& block : kernel) {
      if (&block != begin) {
        originals.push_back(&block);
      }
    }
    llvm::ValueToValueMapTy map;
    for (llvm::BasicBlock* block : originals) {
      copies.push_back(llvm::CloneBasicBlock(block, map, ".kept", &kernel));
      map[block] = copies.back();
    }
    llvm::remapInstructionsInBlocks(copies, map);
    builder.CreateCondBr(required, rounds, copies.front());
  }

  /// Before it is decided whether the launch meets the requirements: behind that, what it does if
  /// it does not would be forgotten. The kept block runs once.
  void ask_for_rounds() {
    for (unsigned number = 0; number < levels.size(); ++number) {
      Level& level = levels[number];
      if (required) {
        level.count = builder.CreateSelect(required, level.count, builder.getInt64(1), "rounds");
      }
      const MuxBuiltin word =
          level.sharing == Sharing::range ? MuxBuiltin::get_round : MuxBuiltin::get_group_round;
      level.round = call_word(builder, word, {builder.getInt32(number), level.count}, "round");
    }
  }

  /// Makes one round of the loop.
  static void divide(Level& level) {
    const llvm::Loop& loop = *level.strided.loop;
    llvm::BasicBlock* header = loop.getHeader();
    llvm::IRBuilder<> builder(header, header->getFirstInsertionPt());
    for (const Carried& carried : level.carried) {
      // The launch is only required to keep 32-bit counters from wrapping.
      const bool is_counter = carried.phi == level.strided.counter;
      const bool is_narrow = is_counter && carried.phi->getType()->isIntegerTy(32);
      const bool fits_int = is_narrow && level.strided.is_signed();
      carried.phi->replaceAllUsesWith(value_in_round(
          builder, start_of(*carried.phi, loop), *carried.step, *level.round, is_narrow, fits_int));
      carried.phi->eraseFromParent();
    }
    llvm::LLVMContext& context = header->getContext();
    auto* done = llvm::BasicBlock::Create(context, "round.done", header->getParent());
    llvm::ReturnInst::Create(context, done);
    loop.getLoopLatch()->getTerminator()->setSuccessor(0, done);
  }

  llvm::Function& kernel;
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;
  llvm::IRBuilder<llvm::InstSimplifyFolder> builder;
  llvm::BasicBlock* begin = nullptr; ///< what is computed before all else
  llvm::SmallVector<Level, deepest_nest> levels;
  std::vector<LaunchBounds> bounds_of_levels;
  llvm::Value* required = nullptr; ///< of a launch, so that rounds are right; null if nothing is
};

} // namespace

bool grid_stride_loops(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        !function.hasFnAttribute(enqueues)) {
      changed |= GridStride(function).run();
    }
  }
  return changed;
}

} // namespace compiler
