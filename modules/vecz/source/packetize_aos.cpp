// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizer.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

unsigned components(const llvm::Value& value) {
  return llvm::cast<llvm::FixedVectorType>(value.getType())->getNumElements();
}

/// A shuffle of two vectors, done in each of `width` lanes of two that have them lane after lane.
llvm::Value* shuffle_lanes(llvm::IRBuilder<>& builder, const llvm::ShuffleVectorInst& shuffle,
                           llvm::Value* first, llvm::Value* second, unsigned width) {
  const int parts = static_cast<int>(components(*shuffle.getOperand(0)));
  llvm::SmallVector<int> order;
  for (const int lane : llvm::seq<int>(0, static_cast<int>(width))) {
    for (const int index : shuffle.getShuffleMask()) {
      const bool from_second = index >= parts;
      order.push_back(index < 0 ? index
                                : index + lane * parts +
                                      (from_second ? (static_cast<int>(width) - 1) * parts : 0));
    }
  }
  return builder.CreateShuffleVector(first, second, order);
}

} // namespace

void Packetizer::set_aos(llvm::Instruction& instruction, llvm::Value* value) {
  if (instruction.hasName() && !value->hasName()) {
    value->takeName(&instruction);
  }
  aos_packets[&instruction] = value;
  replaced.push_back(&instruction);
}

/// A short vector of all lanes, lane after lane.
llvm::Value* Packetizer::in_lane_order(llvm::IRBuilderBase& builder, llvm::Value* value) {
  if (llvm::Value* all = aos_packets.lookup(value)) {
    return all;
  }
  if (!varies(*value)) {
    return value->getType()->isVectorTy() ? repeat_for_lanes(builder, value, width)
                                          : builder.CreateVectorSplat(width, value);
  }
  return interleave(builder, pack(value));
}

/// One operation on all components of all lanes.
llvm::Value* Packetizer::widen_aos(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  auto* type = llvm::FixedVectorType::get(instruction.getType()->getScalarType(),
                                          components(instruction) * width);
  if (llvm::isa<llvm::PHINode>(instruction)) {
    auto& phi = llvm::cast<llvm::PHINode>(instruction);
    phis.push_back(&phi);
    return builder.CreatePHI(type, phi.getNumIncomingValues());
  }
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    llvm::Value* condition = select->getCondition();
    if (condition->getType()->isVectorTy()) {
      condition = in_lane_order(builder, condition);
    } else if (varies(*condition)) {
      condition = repeat_for_parts(builder, pack_scalar(condition), components(instruction));
    }
    return builder.CreateSelect(condition, in_lane_order(builder, select->getTrueValue()),
                                in_lane_order(builder, select->getFalseValue()));
  }
  llvm::SmallVector<llvm::Value*, 3> operands;
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  for (llvm::Value* operand :
       call ? llvm::make_range(call->arg_begin(), call->arg_end()) : instruction.operands()) {
    operands.push_back(in_lane_order(builder, operand));
  }
  if (call) {
    const llvm::Intrinsic::ID id = call->getIntrinsicID();
    llvm::SmallVector<llvm::Type*, 2> types;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) {
      types.push_back(type);
    }
    for (auto [i, operand] : llvm::enumerate(operands)) {
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr)) {
        types.push_back(operand->getType());
      }
    }
    return builder.CreateIntrinsic(id, types, operands);
  }
  if (const auto* order = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    return shuffle_lanes(builder, *order, operands[0], operands[1], width);
  }
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    return builder.CreateCast(conversion->getOpcode(), operands[0], type);
  }
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    return builder.CreateCmp(comparison->getPredicate(), operands[0], operands[1]);
  }
  if (llvm::isa<llvm::FreezeInst>(instruction)) {
    return builder.CreateFreeze(operands[0]);
  }
  return operands.size() == 1
             ? builder.CreateUnOp(llvm::cast<llvm::UnaryOperator>(instruction).getOpcode(),
                                  operands[0])
             : builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(),
                                   operands[0], operands[1]);
}

/// What AosValues has chosen.
void Packetizer::visit_aos(llvm::Instruction& instruction) {
  if (auto* access = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return load(*access);
  }
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* all = widen_aos(builder, instruction);
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(all)) {
    made->copyIRFlags(&instruction);
  }
  set_aos(instruction, all);
}

} // namespace vecz
