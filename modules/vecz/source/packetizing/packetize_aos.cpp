// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packetizer.h"

#include <llvm/ADT/Sequence.h>

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
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(value)) {
    copy_arithmetic_flags(*made, instruction);
  }
  if (instruction.hasName() && !value->hasName()) {
    value->takeName(&instruction);
  }
  aos_packets[&instruction] = value;
  replaced.push_back(&instruction);
}

/// A short vector of all lanes, lane after lane.
llvm::Value* Packetizer::in_lane_order(llvm::IRBuilderBase& builder, llvm::Value* value,
                                       Shuffles shuffles) {
  if (llvm::Value* all = aos_packets.lookup(value)) {
    return all;
  }
  if (!varies(*value)) {
    return value->getType()->isVectorTy() ? repeat_for_lanes(builder, value, width)
                                          : builder.CreateVectorSplat(width, value);
  }
  return vecz::interleave(builder, pack(value), shuffles);
}

/// Widens instructions that AosValues has chosen. Null for accesses and for those done leaf by
/// leaf, which set their results by themselves.
llvm::Value* Packetizer::widen_aos(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    phis.push_back(phi);
    return builder.CreatePHI(llvm::FixedVectorType::get(instruction.getType()->getScalarType(),
                                                        components(instruction) * width),
                             phi->getNumIncomingValues());
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
  if (const auto* order = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    return shuffle_lanes(builder, *order, in_lane_order(builder, order->getOperand(0)),
                         in_lane_order(builder, order->getOperand(1)), width);
  }
  return nullptr;
}

/// Whether it was one of them.
bool Packetizer::visit_aos(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* all = widen_aos(builder, instruction);
  if (all) {
    set_aos(instruction, all);
  }
  return all != nullptr;
}

} // namespace vecz
