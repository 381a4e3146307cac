// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packetizer.h"

#include "control_flow/repair_values.h"

#include <llvm/IR/Intrinsics.h>

namespace vecz {
namespace {

/// From so many lanes on there is one copy in a loop, and not one for each: calls and atomic
/// operations take longer than the loop does, and a copy for each longer to compile.
constexpr unsigned many_lanes = 32;

/// Values that lanes have in memory, one after another; a bit is a byte there.
class Slot {
public:
  Slot(llvm::Type* type, llvm::AllocaInst& where)
      : leaf(type), stored(in_memory(type)),
        all(llvm::FixedVectorType::get(stored, where.getAllocatedType()->getArrayNumElements())),
        memory(&where) {}

  static llvm::Type* in_memory(llvm::Type* leaf) {
    return leaf->isIntegerTy(1) ? llvm::Type::getInt8Ty(leaf->getContext()) : leaf;
  }

  void write_all(llvm::IRBuilderBase& builder, llvm::Value* packet) {
    if (llvm::isa<llvm::PoisonValue>(packet)) {
      return; // whatever is there will do
    }
    if (stored != leaf) {
      packet = builder.CreateZExt(packet, all);
    }
    builder.CreateAlignedStore(packet, memory, memory->getAlign());
  }
  llvm::Value* read_all(llvm::IRBuilderBase& builder) {
    llvm::Value* packet = builder.CreateAlignedLoad(all, memory, memory->getAlign());
    return stored == leaf ? packet
                          : builder.CreateICmpNE(packet, llvm::Constant::getNullValue(all));
  }
  void write(llvm::IRBuilderBase& builder, llvm::Value* value, llvm::Value* lane) {
    builder.CreateStore(stored == leaf ? value : builder.CreateZExt(value, stored),
                        place(builder, lane));
  }
  llvm::Value* read(llvm::IRBuilderBase& builder, llvm::Value* lane) {
    llvm::Value* value = builder.CreateLoad(stored, place(builder, lane));
    return stored == leaf ? value : builder.CreateTrunc(value, leaf);
  }

private:
  llvm::Value* place(llvm::IRBuilderBase& builder, llvm::Value* lane) {
    return builder.CreateInBoundsGEP(stored, memory, lane);
  }

  llvm::Type *leaf, *stored;
  llvm::FixedVectorType* all;
  llvm::AllocaInst* memory;
};

/// Whether it lies in memory as it does in a vector, without gaps.
bool fits_slots(llvm::Type* type, const llvm::DataLayout& layout) {
  return llvm::all_of(leaves_of(type), [&](llvm::Type* leaf) {
    return leaf->isIntegerTy(1) ||
           layout.getTypeSizeInBits(leaf) == layout.getTypeAllocSizeInBits(leaf);
  });
}

bool takes_longer_than_a_loop(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::CallBase, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

} // namespace

/// The loops share their slots, as nothing stays in them. `used` counts those of this loop.
llvm::AllocaInst& Packetizer::slot_memory(llvm::Type* stored, SlotCounts& used) {
  auto& known = slots[stored];
  const unsigned number = used[stored]++;
  if (number == known.size()) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    known.push_back(builder.CreateAlloca(llvm::ArrayType::get(stored, width), nullptr, "slot"));
    known.back()->setAlignment(function.getDataLayout().getPrefTypeAlign(widened(stored)));
  }
  return *known[number];
}

/// The value of the lane whose number is known when the kernel runs; the instructions for that are
/// put at `before`.
llvm::Value* Packetizer::of_any_lane(llvm::IRBuilderBase& builder, llvm::Value* value,
                                     llvm::Value* lane, llvm::Instruction& before,
                                     SlotCounts& used) {
  if (!varies(*value)) {
    return value;
  }
  if (const auto stride = strides.stride(*value)) {
    llvm::Value* step =
        builder.CreateMul(lane, llvm::ConstantInt::getSigned(lane->getType(), *stride));
    return value->getType()->isPointerTy()
               ? builder.CreatePtrAdd(value, step)
               : builder.CreateAdd(value, builder.CreateZExtOrTrunc(step, value->getType()));
  }
  Packet leaves;
  llvm::IRBuilder<> writer(&before);
  for (llvm::Value* packet : pack(value)) {
    llvm::Type* leaf = packet->getType()->getScalarType();
    Slot slot(leaf, slot_memory(Slot::in_memory(leaf), used));
    slot.write_all(writer, packet);
    leaves.push_back(slot.read(builder, lane));
  }
  return put_together(builder, value->getType(), leaves);
}

/// The same in a loop over active lanes, as
///
///   for (bits = mask; bits != 0; bits &= bits - 1) results[ctz(bits)] = f(operands[ctz(bits)]);
///
/// Gives whether it was done; otherwise nothing was.
bool Packetizer::loop_over_lanes(llvm::Instruction& instruction, bool masked) {
  const llvm::DataLayout& layout = function.getDataLayout();
  const auto fits = [&](llvm::Type* type) { return type->isVoidTy() || fits_slots(type, layout); };
  if (width < many_lanes || width > 64 || !takes_longer_than_a_loop(instruction) ||
      !fits(instruction.getType()) ||
      !llvm::all_of(instruction.operands(), [&](llvm::Value* operand) {
        return !varies(*operand) || fits(operand->getType());
      })) {
    return false;
  }
  SlotCounts used;
  llvm::SmallVector<Slot> results;
  if (!instruction.getType()->isVoidTy()) {
    llvm::IRBuilder<> builder(&instruction);
    for (llvm::Type* leaf : leaves_of(instruction.getType())) {
      results.emplace_back(leaf, slot_memory(Slot::in_memory(leaf), used));
      if (masked && mask) {
        results.back().write_all(builder, no_value(widened(leaf)));
      }
    }
  }
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* active = builder.getInt64(width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1);
  if (masked && mask) {
    active = builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(width)),
                                builder.getInt64Ty());
  }
  llvm::BasicBlock* before = instruction.getParent();
  llvm::BasicBlock* end = before->splitBasicBlock(instruction.getIterator(), "lanes.end");
  llvm::BasicBlock* head = llvm::BasicBlock::Create(function.getContext(), "lanes", &function, end);
  llvm::BasicBlock* body = llvm::BasicBlock::Create(function.getContext(), "lane", &function, end);
  before->getTerminator()->setSuccessor(0, head);

  builder.SetInsertPoint(head);
  llvm::PHINode* bits = builder.CreatePHI(builder.getInt64Ty(), 2, "bits");
  bits->addIncoming(active, before);
  builder.CreateCondBr(builder.CreateICmpNE(bits, builder.getInt64(0)), body, end);

  builder.SetInsertPoint(body);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  llvm::Value* lane =
      builder.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  bits->addIncoming(builder.CreateAnd(bits, builder.CreateSub(bits, builder.getInt64(1))), body);
  llvm::Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) {
    operand.set(of_any_lane(builder, operand, lane, *before->getTerminator(), used));
  }
  builder.Insert(copy);
  if (!results.empty()) {
    for (auto [result, leaf] : llvm::zip(results, take_apart(builder, copy))) {
      result.write(builder, leaf, lane);
    }
  }
  builder.CreateBr(head);

  if (results.empty()) {
    replaced.push_back(&instruction);
    return true;
  }
  builder.SetInsertPoint(&instruction);
  Packet packet;
  for (Slot& result : results) {
    packet.push_back(result.read_all(builder));
  }
  set(instruction, std::move(packet));
  return true;
}

} // namespace vecz
