// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/constant_loops.h"

#include "vecz/lane_operations.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace vecz {
namespace {

/// Whether constants and phis of loops' headers alone decide a value.
bool is_counted(const llvm::Value& value, const llvm::LoopInfo& loops,
                llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (llvm::isa<llvm::Constant>(value) || !seen.insert(&value).second) {
    return true;
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
  if (phi ? !loops.isLoopHeader(phi->getParent())
          : !llvm::isa<llvm::BinaryOperator, llvm::CastInst>(value)) {
    return false;
  }
  return llvm::all_of(llvm::cast<llvm::Instruction>(value).operands(),
                      [&](const llvm::Use& operand) { return is_counted(*operand, loops, seen); });
}

/// Whether memory other than the function's variables is accessed at an address that both the loop
/// around an instruction and other values decide.
bool is_elsewhere(const llvm::Value* pointer, const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  if (loop.isLoopInvariant(pointer) ||
      llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer))) {
    return false;
  }
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    if (!llvm::all_of(address->indices(),
                      [&](const llvm::Use& index) { return is_counted(*index, loops, seen); })) {
      return true;
    }
    pointer = address->getPointerOperand();
  }
  return false;
}

bool accesses_elsewhere(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  const llvm::Loop& loop = *loops.getLoopFor(instruction.getParent());
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    return is_elsewhere(copy->getRawSource(), loop, loops) ||
           is_elsewhere(copy->getRawDest(), loop, loops);
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer && is_elsewhere(pointer, loop, loops);
}

} // namespace

ConstantLoops::ConstantLoops(llvm::Function& subject, llvm::FunctionAnalysisManager& analyses,
                             uint64_t max_instructions, uint64_t weight, bool with_triangles)
    : function(subject), manager(analyses), limit(max_instructions), access_weight(weight),
      triangles(with_triangles), loops(analyses.getResult<llvm::LoopAnalysis>(subject)),
      evolution(analyses.getResult<llvm::ScalarEvolutionAnalysis>(subject)) {}

bool ConstantLoops::becomes_constant(const llvm::Value& value, Loops& needed) {
  Question question;
  return becomes_constant(value, needed, question);
}

bool ConstantLoops::becomes_address_in(const llvm::AllocaInst& variable, const llvm::Value& address,
                                       Loops& needed) {
  Question question;
  question.variable = &variable;
  return becomes_constant(address, needed, question);
}

bool ConstantLoops::becomes_constant_in_lanes(const llvm::Value& value, Loops& needed) {
  Question question;
  question.in_lanes = true;
  return becomes_constant(value, needed, question);
}

bool ConstantLoops::becomes_constant(const llvm::Value& value, Loops& needed, Question& question) {
  if (llvm::isa<llvm::Constant>(value) || &value == question.variable ||
      !question.seen.insert(&value).second || (question.in_lanes && is_lane_number(value))) {
    return true;
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    const llvm::Loop* loop = loops.getLoopFor(phi->getParent());
    const bool is_counter = loop && loop->getHeader() == phi->getParent() && can_unroll(*loop);
    if (!is_counter && phi->getNumIncomingValues() != 1) {
      return false;
    }
    if (is_counter) {
      needed.insert(loop);
      for (const llvm::Loop* around : counted_by(*loop)) {
        if (!can_unroll(*around)) {
          return false;
        }
        needed.insert(around);
      }
    }
  } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    return load->isSimple() && becomes_place_of_constant(*load->getPointerOperand(), needed);
  } else if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::CmpInst,
                        llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::MinMaxIntrinsic>(
                 value) &&
             !(question.variable && llvm::isa<llvm::GetElementPtrInst>(value))) {
    return false;
  }
  return llvm::all_of(
      llvm::cast<llvm::Instruction>(value).operands(),
      [&](const llvm::Use& operand) { return becomes_constant(*operand, needed, question); });
}

bool ConstantLoops::becomes_place_of_constant(const llvm::Value& pointer, Loops& needed) {
  const llvm::Value* place = &pointer;
  while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(place)) {
    if (!llvm::all_of(address->indices(),
                      [&](const llvm::Use& index) { return becomes_constant(*index, needed); })) {
      return false;
    }
    place = address->getPointerOperand()->stripPointerCasts();
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place->stripPointerCasts());
  return variable && variable->isConstant() && variable->hasDefinitiveInitializer();
}

bool ConstantLoops::can_unroll(const llvm::Loop& loop) {
  const auto [known, added] = possible.try_emplace(&loop, false);
  if (!added) {
    return known->second;
  }
  const bool answer = find_out(loop); // asks of others, for which `possible` may grow
  return possible[&loop] = answer;
}

/// The loops around a loop whose counters decide its trip count, if nothing else does.
ConstantLoops::Loops ConstantLoops::counted_by(const llvm::Loop& loop) {
  constexpr unsigned longest = 64;
  Loops around;
  const llvm::SCEV* count = evolution.getBackedgeTakenCount(&loop);
  if (!triangles || evolution.getSmallConstantTripCount(&loop) != 0 ||
      llvm::isa<llvm::SCEVCouldNotCompute>(count) ||
      evolution.getSmallConstantMaxTripCount(&loop) > longest) {
    return around;
  }
  const bool others = llvm::SCEVExprContains(count, [&](const llvm::SCEV* part) {
    if (const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part)) {
      around.insert(counter->getLoop());
      return !counter->getLoop()->contains(&loop) ||
             evolution.getSmallConstantTripCount(counter->getLoop()) == 0;
    }
    return llvm::isa<llvm::SCEVUnknown>(part);
  });
  return others ? Loops() : around;
}

/// The constant trip count, or the largest.
unsigned ConstantLoops::trips(const llvm::Loop& loop) {
  const unsigned count = evolution.getSmallConstantTripCount(&loop);
  return count != 0 || counted_by(loop).empty() ? count
                                                : evolution.getSmallConstantMaxTripCount(&loop);
}

bool ConstantLoops::find_out(const llvm::Loop& loop) {
  if (trips(loop) == 0 || !loop.isLoopSimplifyForm() || size_of(loop) > limit) {
    return false;
  }
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && (call->isConvergent() || call->cannotDuplicate()) && !is_lane_operation(*call)) {
        return false; // such as barriers
      }
    }
  }
  return llvm::all_of(loop.getSubLoops(), [&](llvm::Loop* inner) { return can_unroll(*inner); });
}

/// The instructions of all repetitions of the loop and of the loops in it.
uint64_t ConstantLoops::size_of(const llvm::Loop& loop) {
  uint64_t size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    size += loops.getLoopFor(block) == &loop ? size_of(*block) : 0;
  }
  for (const llvm::Loop* inner : loop.getSubLoops()) {
    size += size_of(*inner);
  }
  return size * std::max(trips(loop), 1U);
}

uint64_t ConstantLoops::size_of(const llvm::BasicBlock& block) const {
  uint64_t size = block.size();
  for (const llvm::Instruction& instruction : block) {
    if (access_weight > 1 && accesses_elsewhere(instruction, loops)) {
      size += access_weight - 1;
    }
  }
  return size;
}

uint64_t ConstantLoops::size_of(const Loops& wanted) {
  uint64_t size = 0;
  for (const llvm::Loop* loop : wanted) {
    const llvm::Loop* around = loop->getParentLoop();
    while (around && !wanted.contains(around)) {
      around = around->getParentLoop();
    }
    size += around ? 0 : size_of(*loop);
  }
  return size;
}

ConstantLoops::Loops ConstantLoops::all() {
  Loops result;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (can_unroll(*loop)) {
      result.insert(loop);
    }
  }
  return result;
}

bool ConstantLoops::unroll(const Loops& wanted) {
  bool changed = false;
  const auto is_later = [&](const llvm::Loop* inner) {
    return wanted.contains(inner) && evolution.getSmallConstantTripCount(inner) == 0;
  };
  const auto all = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(all)) {
    if (wanted.contains(loop) && !is_later(loop) && llvm::all_of(loop->getSubLoops(), is_later)) {
      changed |= unroll(*loop);
    }
  }
  return changed;
}

bool ConstantLoops::unroll(llvm::Loop& loop) {
  llvm::UnrollLoopOptions options = {};
  options.Count = evolution.getSmallConstantTripCount(&loop);
  options.Force = true;
  return llvm::UnrollLoop(&loop, options, &loops, &evolution,
                          &manager.getResult<llvm::DominatorTreeAnalysis>(function),
                          &manager.getResult<llvm::AssumptionAnalysis>(function),
                          &manager.getResult<llvm::TargetIRAnalysis>(function),
                          &manager.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function),
                          /*PreserveLCSSA=*/true) != llvm::LoopUnrollResult::Unmodified;
}

} // namespace vecz
