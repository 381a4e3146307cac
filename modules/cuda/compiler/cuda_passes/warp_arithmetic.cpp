// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/warp_arithmetic.h"

#include "cuda/kernel_abi.h"
#include "cuda_passes/warp_code.h"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace cuda {
namespace {

using compiler::GroupMeaning;

class Arithmetic : compiler::SubGroupCode {
public:
  explicit Arithmetic(const compiler::SubGroupCall& of)
      : SubGroupCode(*of.call, of.what), lane(lane_number(builder)), threads(threads_here(builder)),
        value(prepare_number(builder, what.reduction, argument(0))) {}

  void run() {
    llvm::Value* all_here = builder.CreateICmpEQ(threads, builder.getInt32(~0u));
    llvm::Instruction *whole_end = nullptr, *part_end = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(all_here, &call, &whole_end, &part_end);
    builder.SetInsertPoint(whole_end);
    llvm::Value* of_whole = what.meaning == GroupMeaning::reduce ? reduce_whole() : scan_whole();
    builder.SetInsertPoint(part_end);
    llvm::Value* of_part = scan_serially(*part_end);
    llvm::BasicBlock* part = part_end->getParent();
    builder.SetInsertPoint(&call);
    llvm::PHINode* result = builder.CreatePHI(type(), 2);
    result->addIncoming(of_whole, whole_end->getParent());
    result->addIncoming(of_part, part);
    replace_with(result);
  }

private:
  [[nodiscard]] bool is_clustered() const {
    return what.meaning == GroupMeaning::reduce && call.arg_size() > 1;
  }
  llvm::Value* cluster_size() {
    return builder.CreateZExtOrTrunc(argument(1), builder.getInt32Ty());
  }

  llvm::Value* read(llvm::Value* from, llvm::Value* which) {
    return read_lane(builder, threads, from, which);
  }

  llvm::Value* reduce_whole() {
    llvm::Value* combined = value;
    for (unsigned distance = 1; distance < warp_size; distance *= 2) {
      llvm::Value* other = read(combined, builder.CreateXor(lane, distance));
      llvm::Value* both = combine(builder, what.reduction, combined, other);
      combined = is_clustered()
                     ? builder.CreateSelect(
                           builder.CreateICmpULT(builder.getInt32(distance), cluster_size()), both,
                           combined)
                     : both;
    }
    return combined;
  }

  llvm::Value* scan_whole() {
    llvm::Value* combined = value;
    for (unsigned distance = 1; distance < warp_size; distance *= 2) {
      llvm::Value* other = read(combined, builder.CreateSub(lane, builder.getInt32(distance)));
      combined = builder.CreateSelect(builder.CreateICmpUGE(lane, builder.getInt32(distance)),
                                      combine(builder, what.reduction, other, combined), combined);
    }
    if (what.meaning == GroupMeaning::scan_inclusive) {
      return combined;
    }
    llvm::Value* before = read(combined, builder.CreateSub(lane, builder.getInt32(1)));
    return builder.CreateSelect(builder.CreateICmpEQ(lane, builder.getInt32(0)),
                                identity(what.reduction, type()), before);
  }

  /// Whether this thread's result has the value of thread `from` in it.
  llvm::Value* counts(llvm::Value* from) {
    switch (what.meaning) {
    case GroupMeaning::scan_inclusive:
      return builder.CreateICmpULE(from, lane);
    case GroupMeaning::scan_exclusive:
      return builder.CreateICmpULT(from, lane);
    default:
      return is_clustered() ? builder.CreateICmpULT(builder.CreateXor(from, lane), cluster_size())
                            : builder.getTrue();
    }
  }

  /// All threads go through the same rounds, as each reads of each. `end` is the end of the block
  /// before which the loop stands.
  llvm::Value* scan_serially(llvm::Instruction& end) {
    llvm::BasicBlock* before = end.getParent();
    llvm::BasicBlock* behind = llvm::SplitBlock(before, end.getIterator());
    auto* loop =
        llvm::BasicBlock::Create(call.getContext(), "threads", before->getParent(), behind);
    before->getTerminator()->setSuccessor(0, loop);
    builder.SetInsertPoint(loop);
    llvm::PHINode* left = builder.CreatePHI(builder.getInt32Ty(), 2);
    llvm::PHINode* sum = builder.CreatePHI(type(), 2);
    left->addIncoming(threads, before);
    sum->addIncoming(identity(what.reduction, type()), before);
    llvm::Value* from =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder.getTrue());
    llvm::Value* with = combine(builder, what.reduction, sum, read(value, from));
    llvm::Value* next = builder.CreateSelect(counts(from), with, sum);
    llvm::Value* rest = builder.CreateAnd(left, builder.CreateSub(left, builder.getInt32(1)));
    left->addIncoming(rest, loop);
    sum->addIncoming(next, loop);
    builder.CreateCondBr(builder.CreateICmpNE(rest, builder.getInt32(0)), loop, behind);
    return next;
  }

  llvm::Value* const lane;
  llvm::Value* const threads;
  llvm::Value* const value;
};

} // namespace

void replace_arithmetic(const compiler::SubGroupCall& call) { Arithmetic(call).run(); }

} // namespace cuda
