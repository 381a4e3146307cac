// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/simplify.h"

#include "preparation/hoist_loads.h"
#include "preparation/test_switches.h"
#include "preparation/unroll_lane_reads.h"
#include "preparation/unroll_neighbours.h"
#include "preparation/unroll_private.h"
#include "vecz/analysis_managers.h"
#include "vecz/pre_vectorization_target.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BreakCriticalEdges.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

namespace vecz {

namespace {

/// LLVM 22's FixIrreducible, which makes one header of a cycle's entries, drops the phi values of
/// an entry from a block that goes to two entries. It runs with each edge between two such blocks
/// in a block of its own.
struct MakeReducible : llvm::PassInfoMixin<MakeReducible> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    const auto& cycles = analyses.getResult<llvm::CycleAnalysis>(function);
    const bool reducible = llvm::all_of(cycles.toplevel_cycles(), [](const llvm::Cycle* top) {
      return llvm::all_of(llvm::depth_first(top),
                          [](const llvm::Cycle* cycle) { return cycle->isReducible(); });
    });
    if (reducible) {
      return llvm::PreservedAnalyses::all();
    }
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::BreakCriticalEdgesPass());
    passes.addPass(llvm::FixIrreduciblePass());
    return passes.run(function, analyses);
  }
};

struct TestSwitches : llvm::PassInfoMixin<TestSwitches> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return test_switches(function) ? llvm::PreservedAnalyses::none()
                                   : llvm::PreservedAnalyses::all();
  }
};

} // namespace

void simplify(llvm::Function& function, Remarks& remarks) {
  AnalysisManagers analyses(pre_vectorization_target());
  const auto values_for_memory = [](llvm::FunctionPassManager& pipeline) {
    pipeline.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    pipeline.addPass(llvm::EarlyCSEPass(true));
    pipeline.addPass(llvm::SimplifyCFGPass());
    pipeline.addPass(llvm::InstCombinePass());
  };
  llvm::FunctionPassManager first, passes;
  values_for_memory(first);
  // A loop that ends at its latch needs no masks for a body behind its test.
  first.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  first.run(function, analyses.functions);
  if (unroll_private(function, analyses.functions, remarks)) {
    values_for_memory(passes);
  }
  // With the loops around the reads that the step before has left.
  if (unroll_lane_reads(function, analyses.functions)) {
    passes.addPass(llvm::EarlyCSEPass());
  }
  if (unroll_neighbours(function, analyses.functions)) {
    passes.addPass(llvm::EarlyCSEPass());
  }
  // With private arrays that are values, which loads could meet otherwise.
  passes.run(function, analyses.functions);
  passes = llvm::FunctionPassManager();
  hoist_loads(function, analyses.functions);
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  // The fields of a structure in one access each way.
  passes.addPass(llvm::LoadStoreVectorizerPass());
  passes.addPass(TestSwitches());
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::UnifyFunctionExitNodesPass());
  passes.addPass(MakeReducible());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(function, analyses.functions);
}

} // namespace vecz
