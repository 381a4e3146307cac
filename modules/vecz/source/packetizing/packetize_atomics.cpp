// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations of all lanes on one place. One operation does what the lanes would do one after
// the other, with nothing between them, and each lane's result is made of the one result:
//
//   %old = atomicrmw add ptr %counter, i32 1      becomes     %n = popcount of the mask
//                                                             %first = atomicrmw add %counter, %n
//                                                             %old = %first + active lanes before
#include "packetizing/packetizer.h"

#include "combined_atomics.h"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {
namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

/// How the operands of lanes are combined.
struct CombiningRow {
  Operation operation;
  llvm::Intrinsic::ID reduce;
  enum class Repeated { product, parity, same } repeated; ///< what n lanes with one operand give
};
constexpr CombiningRow combining[] = {
    {Operation::Add, llvm::Intrinsic::vector_reduce_add, CombiningRow::Repeated::product},
    {Operation::Sub, llvm::Intrinsic::vector_reduce_add, CombiningRow::Repeated::product},
    {Operation::Xor, llvm::Intrinsic::vector_reduce_xor, CombiningRow::Repeated::parity},
    {Operation::And, llvm::Intrinsic::vector_reduce_and, CombiningRow::Repeated::same},
    {Operation::Or, llvm::Intrinsic::vector_reduce_or, CombiningRow::Repeated::same},
    {Operation::Max, llvm::Intrinsic::vector_reduce_smax, CombiningRow::Repeated::same},
    {Operation::Min, llvm::Intrinsic::vector_reduce_smin, CombiningRow::Repeated::same},
    {Operation::UMax, llvm::Intrinsic::vector_reduce_umax, CombiningRow::Repeated::same},
    {Operation::UMin, llvm::Intrinsic::vector_reduce_umin, CombiningRow::Repeated::same},
};

const CombiningRow* row_of(Operation operation) {
  const auto* found =
      llvm::find_if(combining, [&](const CombiningRow& row) { return row.operation == operation; });
  return found == std::end(combining) ? nullptr : found;
}

/// The operand that changes nothing.
llvm::Constant* neutral(Operation operation, llvm::Type* type) {
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
  case Operation::And:
  case Operation::UMin:
    return llvm::Constant::getAllOnesValue(type);
  case Operation::Max:
    return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
  case Operation::Min:
    return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
  default:
    return llvm::Constant::getNullValue(type);
  }
}

/// Of each lane the sum of all lanes before it.
llvm::Value* sums_before(llvm::IRBuilder<>& builder, llvm::Value* values, unsigned width) {
  auto* none = llvm::Constant::getNullValue(values->getType());
  const auto moved = [&](llvm::Value* all, unsigned by) {
    llvm::SmallVector<int> order;
    for (unsigned lane = 0; lane < width; ++lane) {
      order.push_back(static_cast<int>(lane < by ? width : lane - by));
    }
    return builder.CreateShuffleVector(all, none, order);
  };
  llvm::Value* sums = moved(values, 1);
  for (unsigned by = 1; by < width; by *= 2) {
    sums = builder.CreateAdd(sums, moved(sums, by));
  }
  return sums;
}

} // namespace

/// Whether the lanes' operations were combined; otherwise nothing was done.
bool Packetizer::combine_lanes(llvm::AtomicRMWInst& atomic) {
  const CombiningRow* row = row_of(atomic.getOperation());
  const bool gives = !atomic.use_empty();
  const bool is_sum =
      atomic.getOperation() == Operation::Add || atomic.getOperation() == Operation::Sub;
  if (!row || varies(*atomic.getPointerOperand()) || (gives && !is_sum)) {
    return false;
  }
  llvm::IRBuilder<> builder(&atomic);
  llvm::Type* type = atomic.getType();
  llvm::Value* operand = atomic.getValOperand();
  const bool one_operand = !varies(*operand);
  llvm::Value* active = nullptr; // a bit for each lane
  llvm::Value* count = llvm::ConstantInt::get(type, width);
  if (mask) {
    active = builder.CreateBitCast(mask, builder.getIntNTy(width));
    count = builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, active),
                                      type);
  }
  llvm::Value* each = nullptr; // operands of active lanes
  if (!one_operand || gives) {
    llvm::Value* all =
        one_operand ? builder.CreateVectorSplat(width, operand) : pack_scalar(operand);
    each = mask ? builder.CreateSelect(mask, all, neutral(atomic.getOperation(), all->getType()))
                : all;
  }
  llvm::Value* total = operand;
  if (!one_operand) {
    total = builder.CreateUnaryIntrinsic(row->reduce, each);
  } else if (row->repeated == CombiningRow::Repeated::product) {
    total = builder.CreateMul(operand, count);
  } else if (row->repeated == CombiningRow::Repeated::parity) {
    total = builder.CreateMul(operand, builder.CreateAnd(count, llvm::ConstantInt::get(type, 1)));
  }
  llvm::BasicBlock* before = atomic.getParent();
  llvm::Instruction* inside = nullptr;
  if (active) {
    llvm::Value* any = builder.CreateIsNotNull(active);
    inside = llvm::SplitBlockAndInsertIfThen(any, atomic.getIterator(), /*Unreachable=*/false);
    builder.SetInsertPoint(inside);
  }
  auto* one = llvm::cast<llvm::AtomicRMWInst>(atomic.clone());
  one->setOperand(1, total);
  one->setMetadata(combined_atomic, llvm::MDNode::get(one->getContext(), {}));
  builder.Insert(one);
  if (!gives) {
    replaced.push_back(&atomic);
    return true;
  }
  builder.SetInsertPoint(&atomic);
  llvm::Value* old = one;
  if (inside) {
    llvm::IRBuilder<> behind(atomic.getParent(), atomic.getParent()->begin());
    llvm::PHINode* phi = behind.CreatePHI(type, 2);
    phi->addIncoming(one, inside->getParent());
    phi->addIncoming(llvm::PoisonValue::get(type), before);
    old = phi;
  }
  llvm::Value* first = builder.CreateVectorSplat(width, old);
  llvm::Value* passed = sums_before(builder, each, width);
  set(atomic, {atomic.getOperation() == Operation::Add ? builder.CreateAdd(first, passed)
                                                       : builder.CreateSub(first, passed)});
  return true;
}

} // namespace vecz
