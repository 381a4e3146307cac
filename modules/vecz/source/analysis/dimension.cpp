// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/dimension.h"

#include "analysis/maybe_consecutive.h"
#include "analysis/strides.h"
#include "pipeline.h"
#include "preparation/integer_widths/widen_indices.h"
#include "vecz/work_item_memory.h"

#include <cmath>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

/// Whether a call asks for one of the ids that work-items have of their own, in any dimension.
bool is_id(const llvm::CallBase& call, const CallInfo& calls) {
  if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntegerTy()) {
    return false;
  }
  // In x, which is a lane's own, whatever dimension it asks for.
  auto* in_x = llvm::cast<llvm::CallBase>(call.clone());
  in_x->setArgOperand(0, llvm::Constant::getNullValue(call.getArgOperand(0)->getType()));
  const bool result = calls.kind(*in_x) == CallKind::lane_id;
  in_x->deleteValue();
  return result;
}

/// In the order of the function.
llvm::SmallVector<llvm::CallBase*> ids_of(llvm::Function& function, const CallInfo& calls) {
  llvm::SmallVector<llvm::CallBase*> ids;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && is_id(*call, calls)) {
      ids.push_back(call);
    }
  }
  return ids;
}

bool queries_dimension(llvm::Function& kernel, unsigned dimension, const CallInfo& calls) {
  return llvm::any_of(ids_of(kernel, calls), [&](const llvm::CallBase* id) {
    const auto* asked = llvm::dyn_cast<llvm::ConstantInt>(id->getArgOperand(0));
    return !asked || asked->equalsInt(dimension);
  });
}

/// The approximate cost of one access for each step of a vector, in instructions.
unsigned access_cost(const llvm::Instruction& access, const Uniformity& uniformity,
                     const Strides& strides, unsigned width) {
  constexpr int64_t narrow_gap = 4;
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  if (!pointer || is_work_item_memory(*pointer) || !uniformity.is_varying(*pointer)) {
    return 1;
  }
  const auto stride = strides.stride(*pointer);
  const int64_t size =
      access.getModule()->getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
  if (!stride) {
    // Side by side unless it wraps, which is tested when it runs.
    const auto index = find_maybe_consecutive_index(*pointer, uint64_t(size), uniformity, strides);
    return index && strides.stride(*index->value) ? 2 : width;
  }
  return std::abs(*stride) == size ? 1 : std::abs(*stride) <= narrow_gap * size ? 2 : width;
}

/// The cost of a work-group whose lanes are neighbours in `dimension`, in the accesses to memory of
/// one work-item: those of inner loops count more, and so do steps that fill few lanes.
double cost(llvm::Function& kernel, unsigned dimension, const std::array<uint64_t, 3>& size,
            unsigned width, const CallInfo& calls) {
  constexpr double rounds = 8; // of a loop
  llvm::ValueToValueMapTy values;
  llvm::Function* copy = llvm::CloneFunction(&kernel, values);
  double sum = 1;
  exchange_with_x(*copy, dimension, calls);
  std::vector<Remark> remarks; // those of the form that is made count
  if (canonicalize(*copy, calls, IdRange::fits_int, Demand::worthwhile, remarks).empty()) {
    widen_indices(*copy, calls);
    const Uniformity uniformity(*copy, calls);
    const Strides strides(*copy, calls, uniformity);
    const llvm::DominatorTree dominators(*copy);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Instruction& instruction : llvm::instructions(*copy)) {
      if (instruction.mayReadOrWriteMemory()) {
        sum += access_cost(instruction, uniformity, strides, width) *
               std::pow(rounds, loops.getLoopDepth(instruction.getParent()));
      }
    }
  }
  copy->eraseFromParent();
  const uint64_t steps = llvm::divideCeil(size[dimension], width);
  return sum * double(steps) / double(size[dimension]);
}

} // namespace

void exchange_with_x(llvm::Function& kernel, unsigned dimension, const CallInfo& calls) {
  if (dimension == 0) {
    return;
  }
  for (llvm::CallBase* id : ids_of(kernel, calls)) {
    llvm::Value* asked = id->getArgOperand(0);
    llvm::IRBuilder<> builder(id);
    const auto number = [&](unsigned value) {
      return llvm::ConstantInt::get(asked->getType(), value);
    };
    llvm::Value* instead =
        builder.CreateSelect(builder.CreateICmpEQ(asked, number(dimension)), number(0), asked);
    instead =
        builder.CreateSelect(builder.CreateICmpEQ(asked, number(0)), number(dimension), instead);
    id->setArgOperand(0, instead);
  }
}

unsigned best_dimension(llvm::Function& kernel, const std::array<uint64_t, 3>& size, unsigned width,
                        const CallInfo& calls) {
  constexpr double clearly = 0.75;
  unsigned best = 0;
  double least = 0;
  for (unsigned dimension : {1U, 2U}) {
    if (size[dimension] < 2 || !queries_dimension(kernel, dimension, calls)) {
      continue;
    }
    if (least == 0) {
      least = clearly * cost(kernel, 0, size, width, calls);
    }
    const double here = cost(kernel, dimension, size, width, calls);
    if (here < least) {
      best = dimension;
      least = here;
    }
  }
  return best;
}

} // namespace vecz
