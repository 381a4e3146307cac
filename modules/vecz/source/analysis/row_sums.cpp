// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/strides.h"
#include "pipeline.h"
#include "preparation/integer_widths/widen_indices.h"
#include "preparation/unroll_neighbours.h"
#include "vecz/analysis_managers.h"
#include "vecz/cost.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/IVDescriptors.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace vecz {
namespace {

/// Iterations that are not worth it.
constexpr unsigned few = 64;

/// Whether the values that a loop carries are counters and sums, at least one of them a sum, whose
/// order may change.
bool carries_sums(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  bool sums = false;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    llvm::RecurrenceDescriptor sum;
    if (llvm::RecurrenceDescriptor::isReductionPHI(&phi, &loop, sum, nullptr, nullptr, nullptr,
                                                   &evolution)) {
      if (sum.hasExactFPMath()) {
        return false;
      }
      sums = true;
    } else if (!evolution.isSCEVable(phi.getType()) ||
               !llvm::isa<llvm::SCEVAddRecExpr>(evolution.getSCEV(&phi))) {
      return false;
    }
  }
  return sums;
}

/// The loops, if all that are innermost may be of the kind, whatever lanes do.
llvm::SmallVector<llvm::Loop*> loops_with_sums(llvm::LoopInfo& loops,
                                               llvm::ScalarEvolution& evolution) {
  llvm::SmallVector<llvm::Loop*> found;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) {
      continue;
    }
    const unsigned trips = evolution.getSmallConstantMaxTripCount(loop);
    if (loop->getNumBlocks() != 1 || (trips != 0 && trips < few) || !loop->getLoopPreheader() ||
        !evolution.hasLoopInvariantBackedgeTakenCount(loop) || !carries_sums(*loop, evolution)) {
      return {};
    }
    found.push_back(loop);
  }
  return found;
}

using Values = llvm::SmallPtrSet<const llvm::Value*, 32>;

/// What is computed from global ids in y or z.
Values computed_from_other_ids(llvm::Function& function, const CallInfo& calls) {
  Values found;
  llvm::SmallVector<const llvm::Value*> work;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && calls.is_global_id(*call) && calls.kind(*call) != CallKind::lane_id) {
      work.push_back(call);
    }
  }
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (found.insert(value).second) {
      work.append(value->user_begin(), value->user_end());
    }
  }
  return found;
}

/// How a loop accesses memory, in one work-item and in its neighbours.
class Accesses {
public:
  Accesses(llvm::Function& function, const CallInfo& calls, llvm::ScalarEvolution& all)
      : evolution(all), uniformity(function, calls), strides(function, calls, uniformity),
        of_other_ids(computed_from_other_ids(function, calls)) {}

  /// Whether loops that were asked about read rows of all work-items with the same id in x.
  [[nodiscard]] bool share_rows() const { return shared; }

  /// Whether a loop reads rows, and nothing that lanes would read as vectors, and writes to one
  /// place at most.
  bool are_of_rows(const llvm::Loop& loop) {
    if (uniformity.is_divergent_loop(*loop.getHeader())) {
      return false;
    }
    unsigned rows = 0, stores = 0;
    for (llvm::Instruction& instruction : *loop.getHeader()) {
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (!load->isSimple()) {
          return false;
        }
        const llvm::Value& pointer = *load->getPointerOperand();
        const bool is_fixed = loop.isLoopInvariant(&pointer);
        if (is_fixed && !is_row_of_lane(pointer, load->getType())) {
          continue;
        }
        if (is_fixed || !is_side_by_side(instruction, loop, evolution) ||
            is_work_item_memory(pointer) ||
            (uniformity.is_varying(pointer) && !is_row_of_lane(pointer, load->getType()))) {
          return false;
        }
        rows += uniformity.is_varying(pointer) ? 1 : 0;
        shared |= uniformity.is_varying(pointer) && !of_other_ids.contains(&pointer);
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!store->isSimple() || !loop.isLoopInvariant(store->getPointerOperand()) ||
            ++stores > 1) {
          return false;
        }
      } else if (instruction.mayReadOrWriteMemory()) {
        return false;
      }
    }
    return rows > 0;
  }

private:
  /// Whether neighbours in the same iteration are far from each other.
  bool is_row_of_lane(const llvm::Value& pointer, llvm::Type* type) {
    constexpr int64_t narrow_gap = 4;
    if (!uniformity.is_varying(pointer) || type->isVectorTy()) {
      return false;
    }
    const auto stride = strides.stride(pointer);
    return !stride || std::abs(*stride) > narrow_gap * int64_t(type->getPrimitiveSizeInBits() / 8);
  }

  llvm::ScalarEvolution& evolution;
  const Uniformity uniformity;
  const Strides strides;
  const Values of_other_ids;
  bool shared = false;
};

RowSums rows_read(llvm::Function& function, const CallInfo& calls) {
  AnalysisManagers analyses;
  auto& loops = analyses.functions.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto candidates = loops_with_sums(loops, evolution);
  Accesses accesses(function, calls, evolution);
  const bool all =
      llvm::all_of(candidates, [&](const llvm::Loop* loop) { return accesses.are_of_rows(*loop); });
  return candidates.empty() || !all ? RowSums::none
         : accesses.share_rows()    ? RowSums::shared_rows
                                    : RowSums::own_rows;
}

/// Whether a loop may be of the kind once it is in the form that LLVM's vectoriser takes: small, it
/// adds what it loads, and calls nothing but functions that only compute.
bool may_sum(const llvm::Loop& loop) {
  constexpr unsigned max_blocks = 3, max_instructions = 128;
  if (loop.getNumBlocks() > max_blocks) {
    return false;
  }
  unsigned instructions = 0;
  bool loads = false, adds = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if ((call && call->mayReadOrWriteMemory()) || ++instructions > max_instructions) {
        return false;
      }
      const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      loads |= llvm::isa<llvm::LoadInst>(instruction);
      adds |= sum && !llvm::isa<llvm::Constant>(sum->getOperand(1)) &&
              (sum->getType()->isIntegerTy() ||
               (llvm::isa<llvm::FPMathOperator>(sum) && sum->hasAllowReassoc()));
    }
  }
  return loads && adds;
}

bool may_sum_rows(llvm::Function& kernel) {
  AnalysisManagers analyses;
  auto& loops = analyses.functions.getResult<llvm::LoopAnalysis>(kernel);
  return !loops.empty() && llvm::all_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) {
    return !loop->isInnermost() || may_sum(*loop);
  });
}

/// Loops as LLVM's vectoriser gets them: sums that memory holds are carried in registers, and what
/// is the same in all rounds is loaded before the loop where it can be.
void simplify_sums(llvm::Function& function) {
  AnalysisManagers analyses;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.run(function, analyses.functions);
}

} // namespace

RowSums find_row_sums(llvm::Function& kernel, const CallInfo& calls) {
  if (!may_sum_rows(kernel)) {
    return RowSums::none;
  }
  llvm::ValueToValueMapTy values;
  llvm::Function* copy = llvm::CloneFunction(&kernel, values);
  Remarks remarks; // those of the forms count
  RowSums result = RowSums::none;
  if (canonicalize(*copy, calls, IdRange::fits_int, Demand::worthwhile, remarks).empty()) {
    widen_indices(*copy, calls);
    simplify_sums(*copy);
    result = rows_read(*copy, calls);
  }
  copy->eraseFromParent();
  return result;
}

} // namespace vecz
