// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/unroll_lane_reads.h"

#include "vecz/call_info.h"
#include "vecz/constant_loops.h"
#include "vecz/lane_operations.h"

#include <llvm/IR/InstIterator.h>

namespace vecz {

bool unroll_lane_reads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  constexpr uint64_t max_instructions = 1000, max_together = 4000;
  llvm::SmallVector<const llvm::CallBase*> reads;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && mux_call_info().kind(*call) == CallKind::read_lane) {
      reads.push_back(call);
    }
  }
  if (reads.empty() || analyses.getResult<llvm::LoopAnalysis>(function).empty()) {
    return false;
  }
  ConstantLoops loops(function, analyses, max_instructions);
  ConstantLoops::Loops wanted;
  for (const llvm::CallBase* read : reads) {
    ConstantLoops::Loops needed;
    if (loops.becomes_constant_in_lanes(*read->getArgOperand(1), needed)) {
      needed.insert(wanted.begin(), wanted.end());
      if (loops.size_of(needed) <= max_together) {
        wanted = std::move(needed);
      }
    }
  }
  const bool changed = loops.unroll(wanted);
  if (changed) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed;
}

} // namespace vecz
