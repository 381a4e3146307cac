// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/strided_loop.h"

#include "passes/grid_stride/kernel_effects.h"

namespace compiler {

unsigned inner_successor(const llvm::Loop& loop) {
  return loop.contains(loop.getHeader()->getTerminator()->getSuccessor(0)) ? 0 : 1;
}

void stay_inside(const llvm::Loop& loop, llvm::BasicBlock& header_copy) {
  llvm::Instruction* test = header_copy.getTerminator();
  llvm::BranchInst::Create(test->getSuccessor(inner_successor(loop)), test->getIterator());
  test->eraseFromParent();
}

llvm::Value& start_of(const llvm::PHINode& phi, const llvm::Loop& loop) {
  return *phi.getIncomingValueForBlock(loop.getLoopPredecessor());
}

llvm::Value* step_of(const llvm::PHINode& phi, const llvm::Loop& loop) {
  const auto* next =
      llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!next || next->getOpcode() != llvm::Instruction::Add) {
    return nullptr;
  }
  return next->getOperand(0) == &phi   ? next->getOperand(1)
         : next->getOperand(1) == &phi ? next->getOperand(0)
                                       : nullptr;
}

bool is_induction(const llvm::PHINode& phi, const llvm::Loop& loop) {
  const llvm::Value* step = step_of(phi, loop);
  return step && loop.isLoopInvariant(step);
}

llvm::Value& StridedLoop::start() const { return start_of(*counter, *loop); }

bool StridedLoop::is_signed() const {
  return llvm::isa<llvm::SExtInst>(tested) ||
         (!llvm::isa<llvm::ZExtInst>(tested) && llvm::CmpInst::isSigned(predicate));
}

std::optional<StridedLoop> find_strided_loop(llvm::Loop& loop) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (loop.getExitingBlock() != loop.getHeader() || !loop.getLoopPredecessor() || !latch ||
      latch == loop.getHeader() || !branch || !branch->isConditional() ||
      !llvm::all_of(*loop.getHeader(), is_repeatable)) {
    return std::nullopt;
  }
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (!comparison || !comparison->getOperand(0)->getType()->isIntegerTy()) {
    return std::nullopt;
  }
  auto predicate = loop.contains(branch->getSuccessor(0)) ? comparison->getPredicate()
                                                          : comparison->getInversePredicate();
  llvm::Value *tested = comparison->getOperand(0), *limit = comparison->getOperand(1);
  if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate)) {
    std::swap(tested, limit);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (!llvm::ICmpInst::isLT(predicate) && !llvm::ICmpInst::isLE(predicate)) {
    return std::nullopt;
  }
  const bool is_extended = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(tested);
  auto* counter = llvm::dyn_cast<llvm::PHINode>(
      is_extended ? llvm::cast<llvm::CastInst>(tested)->getOperand(0) : tested);
  if (!counter || counter->getParent() != loop.getHeader() ||
      !(counter->getType()->isIntegerTy(32) || counter->getType()->isIntegerTy(64))) {
    return std::nullopt;
  }
  llvm::Value* stride = step_of(*counter, loop);
  return stride ? std::optional(StridedLoop{&loop, counter, stride, predicate, tested, limit})
                : std::nullopt;
}

llvm::Value* value_in_round(llvm::IRBuilderBase& builder, llvm::Value& start, llvm::Value& step,
                            llvm::Value& round, bool fits_unsigned, bool fits_signed) {
  llvm::Value* rounds = builder.CreateIntCast(&round, start.getType(), false);
  llvm::Value* distance = builder.CreateMul(rounds, &step, "", fits_unsigned, fits_signed);
  return builder.CreateAdd(&start, distance, "", fits_unsigned, fits_signed);
}

std::optional<StridedBounds> bounds_of(const StridedLoop& strided, LaunchBounds& bounds,
                                       llvm::IRBuilderBase& builder) {
  const auto start = bounds.of(strided.start(), strided.is_signed());
  llvm::Value* step = start ? bounds.shared(*strided.stride) : nullptr;
  const auto stride = step ? bounds.of(*strided.stride, true) : std::nullopt;
  llvm::Value* limit = stride ? bounds.shared(*strided.limit) : nullptr;
  if (!limit) {
    return std::nullopt;
  }
  if (!stride->is_positive) {
    bounds.require(builder.CreateICmpSGE(stride->low, builder.getInt64(1)));
  }
  if (!start->is_natural) {
    bounds.require(builder.CreateICmpSGE(start->low, builder.getInt64(0)));
  }
  limit = builder.CreateIntCast(limit, builder.getInt64Ty(), strided.is_signed(), "limit");
  return StridedBounds{*start, *stride, limit, step};
}

Iterations count_iterations(const StridedLoop& strided, const StridedBounds& bounds,
                            llvm::Value* start, llvm::IRBuilderBase& builder) {
  llvm::Value* one = builder.getInt64(1);
  llvm::Value* stride = bounds.stride.low;
  if (!bounds.stride.is_positive) {
    stride = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, stride, one);
  }
  llvm::Value* last =
      strided.includes_limit() ? bounds.limit : builder.CreateSub(bounds.limit, one);
  llvm::Value* behind_first = builder.CreateUDiv(builder.CreateSub(last, start), stride);
  return {builder.CreateICmp(strided.predicate, start, bounds.limit),
          builder.CreateAdd(behind_first, one, "iterations")};
}

} // namespace compiler
