// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"

#include "control_flow/entry_mask.h"
#include "control_flow/join_loop_exits.h"
#include "control_flow/linearize.h"
#include "control_flow/unify_loop_exits.h"
#include "packetizing/aos_values.h"
#include "packetizing/packet.h"
#include "packetizing/packetize.h"
#include "preparation/canonicalize_blocks.h"
#include "preparation/expand_copies.h"
#include "preparation/inline_calls.h"
#include "preparation/integer_widths/narrow_arithmetic.h"
#include "preparation/integer_widths/narrow_comparisons.h"
#include "preparation/integer_widths/narrow_extrema.h"
#include "preparation/integer_widths/truncate_ids.h"
#include "preparation/integer_widths/widen_indices.h"
#include "preparation/interleave_variables.h"
#include "preparation/join_barrier_loops.h"
#include "preparation/raise_remainders.h"
#include "preparation/simplify.h"
#include "preparation/split_accesses.h"
#include "vecz/promises.h"
#include "vecz/uniformity.h"
#include "vecz/waiting_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

namespace vecz {
namespace {

/// Private variables of all lanes together stay below this, in bytes: beyond, caches hold them for
/// one work-item at a time at best.
constexpr uint64_t max_private_bytes = 64 << 10;

uint64_t private_bytes(llvm::Function& function) {
  uint64_t bytes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      bytes += variable->getAllocationSize(function.getDataLayout())->getFixedValue();
    }
  }
  return bytes;
}

/// A ballot depends on the number of lanes, even if the lanes are otherwise the same.
bool is_ballot(const llvm::Instruction& instruction, const CallInfo& calls) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && calls.kind(*call) == CallKind::ballot;
}

std::string find_obstacle(llvm::Function& function, const Uniformity& uniformity,
                          const CallInfo& calls, Demand demand) {
  bool differs = demand == Demand::required;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    differs = differs || uniformity.is_varying(instruction) || is_ballot(instruction, calls);
    if (llvm::isa<llvm::CallBrInst, llvm::InvokeInst, llvm::IndirectBrInst>(instruction)) {
      return "it has control flow of an unknown kind";
    }
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = variable->getAllocationSize(function.getDataLayout());
      if (!variable->isStaticAlloca() || !size || size->isScalable()) {
        return "a private variable has no fixed size";
      }
    } else if (uniformity.is_varying(instruction) && !instruction.getType()->isVoidTy() &&
               !can_be_packet(instruction.getType())) {
      return "a value has a type without a vector form";
    }
  }
  if (!differs) {
    return "nothing differs between work-items"; // a vector form would take time to build only
  }
  return "";
}

/// Whether the only difference of the ways is that a loop which lanes leave at different times is
/// entered or not: of such a loop its test before the first round.
bool guards_divergent_loop(const llvm::BasicBlock& block, const llvm::LoopInfo& loops,
                           const Uniformity& uniformity) {
  return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) {
    const llvm::BasicBlock* header = next->getUniqueSuccessor();
    const llvm::Loop* loop = header ? loops.getLoopFor(header) : nullptr;
    return loop && loop->getHeader() == header && !loop->contains(&block) &&
           loop->getLoopPreheader() == next && uniformity.is_divergent_loop(*header) &&
           loop->getStartLoc() == block.getTerminator()->getDebugLoc();
  });
}

/// Where lanes go different ways.
void remark_divergence(llvm::Function& function, const Uniformity& uniformity, Remarks& remarks) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::BasicBlock& block : function) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    if (loop && loop->getHeader() == &block && uniformity.is_divergent_loop(block) &&
        !is_of_a_built_in(*block.getTerminator())) {
      add_remark(remarks, loop->getStartLoc(), "work-items leave this loop at different times");
    }
    const bool leaves = loop && loop->isLoopExiting(&block);
    if (uniformity.is_divergent(block) && !leaves &&
        !guards_divergent_loop(block, loops, uniformity)) {
      add_remark(remarks, *block.getTerminator(),
                 loop ? "work-items go different ways here, in a loop"
                      : "work-items go different ways here");
    }
  }
}

} // namespace

std::string canonicalize(llvm::Function& function, const CallInfo& calls, IdRange ids,
                         Demand demand, Remarks& remarks) {
  if (demand == Demand::worthwhile && waits_for_others(function)) {
    return "work-items wait for each other in a loop";
  }
  // Before all that looks at one function only.
  inline_calls(function, remarks);
  if (demand == Demand::worthwhile && function.getInstructionCount() > max_prepared_instructions) {
    return "it has more than " + std::to_string(max_prepared_instructions) + " instructions";
  }
  // Markers and alias scopes hold for one work-item, not for several at once.
  remove_markers(function);
  drop_alias_scopes(function);
  // The steps behind this one take the dimension of an id for a constant.
  split_dimensions(function, calls);
  bound_ids(function, calls, ids);
  // Before LLVM's passes take the halves of an id apart.
  if (ids == IdRange::any) {
    truncate_ids(function, calls);
  }
  // Control has to end in one place, which LLVM's passes make of all returns.
  return_instead_of_unreachable(function);
  merge_equal_successors(function);
  simplify(function, remarks);
  // Needs loops in the form that LLVM's passes have given them.
  join_barrier_loops(function, calls);
  // Behind LLVM's passes, which would undo it.
  raise_splats(function);
  raise_remainders(function);
  // Again, as the steps before may have made such branches, blocks and variables.
  merge_equal_successors(function);
  llvm::EliminateUnreachableBlocks(function);
  move_variables_to_front(function);
  return "";
}

void adapt_integer_widths(llvm::Function& function, const CallInfo& calls) {
  // Before masks: of values that come from different ways it follows no more than before them.
  widen_indices(function, calls);
  // Behind the step above, which leaves comparisons of 64 bits.
  narrow_comparisons(function, calls);
  // Likewise before masks, which choices between ways would hide. The step behind finds less to do.
  narrow_extrema(function, calls);
  narrow_arithmetic(function, calls);
}

std::string linearize_control_flow(llvm::Function& function, const CallInfo& calls,
                                   bool for_some_lanes, Demand demand, Remarks& remarks) {
  const Uniformity uniformity(function, calls);
  std::string obstacle = find_obstacle(function, uniformity, calls, demand);
  if (!obstacle.empty()) {
    return obstacle;
  }
  // Before the steps below change the branches of the source.
  remark_divergence(function, uniformity, remarks);
  if (for_some_lanes) {
    add_entry_mask(function);
  }
  // A loop with one exit at its latch needs no unifying.
  join_loop_exits(function, calls);
  unify_loop_exits(function, calls);
  return linearize(function, calls);
}

std::string too_wide(llvm::Function& function, unsigned width) {
  return private_bytes(function) * width > max_private_bytes ? "its private variables are too large"
                                                             : "";
}

std::string widen(llvm::Function& function, unsigned width, const CallInfo& calls, Remarks& remarks,
                  size_t max_instructions) {
  // Both leave accesses of one size, which the step behind them needs.
  split_accesses(function);
  expand_copies(function);
  interleave_variables(function, width);
  if (!packetize(function, width, calls, remarks, max_instructions)) {
    return "its vector form would have more than " + std::to_string(max_instructions) +
           " instructions";
  }
  for (llvm::BasicBlock& block : function) {
    llvm::SimplifyInstructionsInBlock(&block);
    llvm::ConstantFoldTerminator(&block); // the guard of a mask that always has a lane
  }
  llvm::EliminateUnreachableBlocks(function);
  return "";
}

} // namespace vecz
