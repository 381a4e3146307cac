// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packetizes operations between lanes (vecz/lane_operations.h).
#include "packetizing/packetizer.h"
#include "vecz/lane_operations.h"
#include "vecz/permute.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/PatternMatch.h>

namespace vecz {
namespace {

constexpr int deepest = 12;

/// `value` in one lane, if it is made of the lane's number and constants; null otherwise.
llvm::Constant* in_lane(llvm::Value* value, unsigned lane, const llvm::DataLayout& layout,
                        int depth) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    return constant;
  }
  if (is_lane_number(*value)) {
    return llvm::ConstantInt::get(value->getType(), lane);
  }
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (depth == 0 || !instruction ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(
          instruction)) {
    return nullptr;
  }
  llvm::SmallVector<llvm::Constant*, 3> operands;
  for (llvm::Value* operand : instruction->operands()) {
    operands.push_back(in_lane(operand, lane, layout, depth - 1));
    if (!operands.back()) {
      return nullptr;
    }
  }
  return llvm::ConstantFoldInstOperands(instruction, operands, layout);
}

} // namespace

/// The lanes that each lane reads, if that is known; empty otherwise.
llvm::SmallVector<int, 64> Packetizer::lanes_read(llvm::Value* index) const {
  llvm::SmallVector<int, 64> lanes;
  for (unsigned lane = 0; lane < width; ++lane) {
    llvm::Constant* known = in_lane(index, lane, function.getDataLayout(), deepest);
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(known);
    if (!number) {
      return {};
    }
    lanes.push_back(int(number->getValue().urem(width)));
  }
  return lanes;
}

/// One bit for each lane, none for those that are not active.
void Packetizer::ballot(llvm::CallBase& call) {
  llvm::IRBuilder<> builder(&call);
  const bool is_compared_with_0 = llvm::all_of(call.users(), [](const llvm::User* user) {
    using namespace llvm::PatternMatch;
    return match(user, m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Value(), m_Zero()));
  });
  llvm::Value* any =
      is_compared_with_0 && !mask ? any_in_order(builder, *call.getArgOperand(0)) : nullptr;
  if (any) {
    call.replaceAllUsesWith(builder.CreateZExt(any, call.getType()));
    replaced.push_back(&call);
    return;
  }
  llvm::Value* holds = pack_scalar(call.getArgOperand(0));
  if (mask) {
    holds = builder.CreateSelect(mask, holds, llvm::Constant::getNullValue(holds->getType()));
  }
  llvm::Value* bits = builder.CreateBitCast(holds, builder.getIntNTy(width));
  call.replaceAllUsesWith(builder.CreateZExt(bits, call.getType()));
  replaced.push_back(&call);
}

void Packetizer::read_lane(llvm::CallBase& call) {
  llvm::Value *value = call.getArgOperand(0), *index = call.getArgOperand(1);
  llvm::IRBuilder<> builder(&call);
  if (!varies(call)) {
    call.replaceAllUsesWith(read_one(builder, value, index));
    replaced.push_back(&call);
    return;
  }
  const auto known = lanes_read(index);
  Packet packet;
  for (llvm::Value* leaf : Packet(pack(value))) {
    leaf = builder.CreateFreeze(leaf); // what inactive lanes have
    if (!known.empty()) {
      packet.push_back(builder.CreateShuffleVector(leaf, known));
      continue;
    }
    llvm::Value* lanes = builder.CreateFreeze(pack_scalar(index));
    lanes = builder.CreateAnd(lanes, llvm::ConstantInt::get(lanes->getType(), width - 1));
    packet.push_back(create_permute(builder, leaf, lanes));
  }
  set(call, std::move(packet));
}

/// All lanes read the same one.
llvm::Value* Packetizer::read_one(llvm::IRBuilder<>& builder, llvm::Value* value,
                                  llvm::Value* index) {
  if (!varies(*value)) {
    return value;
  }
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
      constant && strides.stride(*value)) {
    return of_lane(builder, value, unsigned(constant->getValue().urem(width)));
  }
  llvm::Value* lane = builder.CreateAnd(index, width - 1);
  llvm::SmallVector<llvm::Value*> leaves;
  for (llvm::Value* leaf : pack(value)) {
    leaves.push_back(builder.CreateExtractElement(builder.CreateFreeze(leaf), lane));
  }
  return put_together(builder, value->getType(), leaves);
}

void Packetizer::fill(llvm::CallBase& call) {
  const Packet values = pack(call.getArgOperand(0)), others = pack(call.getArgOperand(1));
  llvm::IRBuilder<> builder(&call);
  Packet packet;
  for (const auto& [value, other] : llvm::zip(values, others)) {
    packet.push_back(mask ? builder.CreateSelect(mask, value, other) : value);
  }
  set(call, std::move(packet));
}

void Packetizer::fold(llvm::CallBase& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* lanes = builder.CreateFreeze(pack_scalar(call.getArgOperand(0)));
  call.replaceAllUsesWith(builder.CreateUnaryIntrinsic(folded_by(call), lanes));
  replaced.push_back(&call);
}

void Packetizer::group_call(llvm::CallBase& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*> operands;
  llvm::SmallVector<llvm::Type*> types, results;
  for (llvm::Value* operand : call.args()) {
    for (llvm::Value* leaf : Packet(pack(operand))) {
      operands.push_back(leaf);
      types.push_back(leaf->getType());
    }
  }
  for (llvm::Type* leaf : leaves_of(call.getType())) {
    results.push_back(widened(leaf));
  }
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front(group_call_name);
  auto callee = function.getParent()->getOrInsertFunction(
      name, llvm::FunctionType::get(llvm::StructType::get(function.getContext(), results), types,
                                    /*isVarArg=*/false));
  auto* called = llvm::cast<llvm::Function>(callee.getCallee());
  called->setDoesNotAccessMemory();
  called->setDoesNotThrow();
  called->setWillReturn();
  llvm::Value* made = builder.CreateCall(callee, operands);
  Packet packet;
  for (unsigned i = 0; i < results.size(); ++i) {
    packet.push_back(builder.CreateExtractValue(made, i));
  }
  set(call, std::move(packet));
}

void Packetizer::every_lane(llvm::CallBase& call) { set(call, {steps(call.getType(), width, 1)}); }

} // namespace vecz
