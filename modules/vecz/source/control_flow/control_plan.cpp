// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/control_plan.h"

#include "control_flow/block_order.h"
#include "masked_accesses.h"
#include "vecz/affine.h"
#include "vecz/pre_vectorization_target.h"
#include "vecz/work_item_memory.h"

#include <cstdlib>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

/// The number of instructions that it is cheaper to run with an empty mask than to jump over; and
/// the weight of a slow one among them.
constexpr int few_instructions = 16, many = 16;

/// Blocks in all sets of blocks that are waited for.
constexpr size_t max_copied = 200000;

/// Whether lanes read neighbouring elements of this size, if no index wraps. A uniform address is
/// read without a mask.
bool is_near(llvm::Value& address, int64_t size, const Uniformity& uniformity) {
  constexpr int64_t narrow_gap = 4;
  const Affine place = affine(address, Wrapping::ignored);
  int64_t apart = 0; // from one lane to the next
  for (const Affine::Term& term : place.terms) {
    apart += uniformity.is_varying(*term.value) ? term.factor : 0;
  }
  return apart != 0 && !uniformity.is_varying(*place.base) &&
         llvm::all_of(place.terms, [&](const Affine::Term& term) {
           const auto* id = llvm::dyn_cast<llvm::CallInst>(term.value);
           return !uniformity.is_varying(*term.value) ||
                  (id && !id->mayReadOrWriteMemory() && std::abs(term.factor) <= narrow_gap * size);
         });
}

/// A read of neighbouring elements costs less than to ask whether a lane wants it, if the target
/// reads under a mask.
bool is_cheap_read(llvm::Instruction& instruction, const Uniformity& uniformity) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const llvm::DataLayout& layout = instruction.getDataLayout();
  return load && load->isSimple() && uniformity.is_varying(*load->getPointerOperand()) &&
         has_masked_accesses(*load->getFunction(), *load->getType()) &&
         !is_work_item_memory(*load->getPointerOperand()) &&
         is_near(*load->getPointerOperand(), int64_t(layout.getTypeStoreSize(load->getType())),
                 uniformity);
}

/// Whether a block may run when it has no lane: it does nothing but compute, and not much, or reads
/// once.
bool may_run_for_nobody(llvm::BasicBlock& block, const Uniformity& uniformity) {
  int count = 0;
  bool has_read = false;
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) {
      continue;
    }
    if (!has_read && is_cheap_read(instruction, uniformity)) {
      has_read = true;
      continue;
    }
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if ((call && !llvm::isa<llvm::IntrinsicInst>(call)) || instruction.mayReadOrWriteMemory() ||
        !llvm::isSafeToSpeculativelyExecute(&instruction)) {
      return false;
    }
    count += takes_long(instruction) ? many : 1;
    if (count > few_instructions) {
      return false;
    }
  }
  return true;
}

} // namespace

ControlPlan::ControlPlan(llvm::Function& function, const Uniformity& lanes,
                         const llvm::LoopInfo& all)
    : uniformity(lanes), loops(all) {
  for (llvm::BasicBlock* block : block_order(function, loops)) {
    numbers[block] = plan.size();
    Step step;
    step.block = block;
    step.loop = loops.getLoopFor(block);
    plan.push_back(std::move(step));
  }
  for (Step& step : plan) {
    if (!problem.empty()) {
      return;
    }
    guard(step);
    go_on(step);
  }
}

bool ControlPlan::is_back_edge(const Step& from, const llvm::BasicBlock& to) const {
  return from.loop && from.loop->getHeader() == &to && from.loop->getLoopLatch() == from.block;
}

/// Whether a block runs for some lane because those before it did, and all of their lanes come.
bool ControlPlan::is_sure(const Step& step) const {
  return step.as_before &&
         llvm::all_of(llvm::predecessors(step.block), [&](const llvm::BasicBlock* from) {
           return numbers.lookup(from) >= numbers.lookup(step.block) ||
                  plan[numbers.lookup(from)].sure;
         });
}

/// A block is guarded if lanes may be elsewhere in the same iteration, unless that does not matter.
void ControlPlan::guard(Step& step) {
  step.sure = is_sure(step);
  if (step.sure) {
    return;
  }
  for (const unsigned target : step.waiting) {
    if (!step.loop || step.loop->contains(plan[target].block)) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(step.block->getTerminator());
      const llvm::BasicBlock* next = step.block->getSingleSuccessor();
      const bool decides =
          branch && branch->isConditional() && !uniformity.is_divergent(*step.block);
      const bool begins_loop =
          next && loops.isLoopHeader(next) && loops.getLoopFor(next) != step.loop;
      if (decides || begins_loop || !may_run_for_nobody(*step.block, uniformity)) {
        step.guarded = true;
        step.sure = true;
        step.as_before = false;
        step.skip = target;
        std::set<unsigned> rest = step.waiting;
        enter(numbers[step.block], std::move(rest), nullptr);
      }
      return; // they are in order: only the first is asked
    }
  }
  step.sure = true;
}

/// Control goes to the first of `targets`; `wanted` is where all lanes go that are in `from`.
void ControlPlan::enter(unsigned from, std::set<unsigned> targets, const llvm::BasicBlock* wanted) {
  const unsigned next = *targets.begin();
  if (next <= from) {
    problem = "lanes wait for an earlier block";
    return;
  }
  targets.erase(targets.begin());
  copied += targets.size();
  if (copied > max_copied) {
    problem = too_many_ways;
    return;
  }
  plan[next].as_before &= plan[next].block == wanted;
  plan[next].waiting.insert(targets.begin(), targets.end());
}

void ControlPlan::go_on(Step& from) {
  const unsigned number = numbers[from.block];
  const llvm::Instruction* end = from.block->getTerminator();
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end);
  if (!branch) {
    if (!llvm::isa<llvm::ReturnInst>(end) || !from.waiting.empty()) {
      problem = "control ends in several places";
    }
    return;
  }
  const bool latch = llvm::any_of(llvm::successors(from.block), [&](const llvm::BasicBlock* next) {
    return is_back_edge(from, *next);
  });
  if (latch && uniformity.is_divergent(*from.block) &&
      !uniformity.is_divergent_loop(*from.loop->getHeader())) {
    problem = "lanes go round a loop at different times and yet leave it together";
    return;
  }
  from.divergent = !latch && uniformity.is_divergent(*from.block);
  std::set<unsigned> together = from.waiting;
  for (const llvm::BasicBlock* next : llvm::successors(from.block)) {
    if (is_back_edge(from, *next)) {
      from.targets.push_back(numbers[next]);
      continue;
    }
    if (from.loop && !from.loop->contains(next) && llvm::any_of(from.waiting, [&](unsigned target) {
          return from.loop->contains(plan[target].block);
        })) {
      problem = "lanes leave a loop in which others wait";
      return;
    }
    together.insert(numbers[next]);
    if (!from.divergent) {
      std::set<unsigned> targets = from.waiting;
      targets.insert(numbers[next]);
      from.targets.push_back(*targets.begin());
      // Lanes that already wait for this block came another way.
      const bool awaited = from.waiting.contains(numbers[next]);
      enter(number, std::move(targets), awaited ? nullptr : next);
    }
  }
  if (from.divergent) {
    from.targets.push_back(*together.begin());
    enter(number, std::move(together), nullptr);
  }
}

} // namespace vecz
