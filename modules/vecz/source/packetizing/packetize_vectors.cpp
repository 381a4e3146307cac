// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packetizer.h"

namespace vecz {

/// Of a number without a sign either extension, and either conversion, is the same. Code generation
/// makes gathers with 32-bit indices of signed ones only, and some CPUs convert signed numbers
/// only.
static llvm::Instruction::CastOps signed_opcode(const llvm::CastInst& cast) {
  const bool is_int = cast.getSrcTy()->isIntOrIntVectorTy(32);
  if (is_int && llvm::isa<llvm::ZExtInst, llvm::UIToFPInst>(cast) && cast.hasNonNeg()) {
    return llvm::isa<llvm::ZExtInst>(cast) ? llvm::Instruction::SExt : llvm::Instruction::SIToFP;
  }
  return cast.getOpcode();
}

void Packetizer::cast(llvm::CastInst& instruction) {
  const size_t from = leaves_of(instruction.getSrcTy()).size();
  const auto to = leaves_of(instruction.getDestTy());
  if (from == to.size()) {
    return each_leaf(instruction, [&](auto& builder, auto operands) {
      return builder.CreateCast(signed_opcode(instruction), operands[0],
                                operands[0]->getType()->getWithNewType(to[0]));
    });
  }
  // A bitcast that groups bits anew: by way of the lanes' images in memory.
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* all =
      vecz::interleave(builder, pack(instruction.getOperand(0)), Shuffles::of_registers);
  all = builder.CreateBitCast(all, llvm::FixedVectorType::get(to[0], to.size() * width));
  set(instruction, deinterleave(builder, all, to.size(), to.size(), width, Shuffles::of_registers));
}

void Packetizer::extract_element(llvm::ExtractElementInst& extract) {
  const Packet leaves = pack(extract.getVectorOperand());
  llvm::Value* index = extract.getIndexOperand();
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    const uint64_t number = constant->getZExtValue();
    return set(extract, {number < leaves.size() ? leaves[number]
                                                : llvm::PoisonValue::get(leaves[0]->getType())});
  }
  llvm::IRBuilder<> builder(&extract);
  llvm::Value* at = varies(*index) ? pack_scalar(index) : index;
  llvm::Value* result = leaves[0];
  for (size_t i = 1; i < leaves.size(); ++i) {
    llvm::Value* here = builder.CreateICmpEQ(at, llvm::ConstantInt::get(at->getType(), i));
    result = builder.CreateSelect(here, leaves[i], result);
  }
  set(extract, {result});
}

void Packetizer::insert_element(llvm::InsertElementInst& insert) {
  Packet leaves = pack(insert.getOperand(0));
  llvm::Value* value = pack_scalar(insert.getOperand(1));
  llvm::Value* index = insert.getOperand(2);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    if (constant->getValue().ult(leaves.size())) {
      leaves[constant->getZExtValue()] = value;
    }
    return set(insert, std::move(leaves));
  }
  llvm::IRBuilder<> builder(&insert);
  llvm::Value* at = varies(*index) ? pack_scalar(index) : index;
  for (size_t i = 0; i < leaves.size(); ++i) {
    llvm::Value* here = builder.CreateICmpEQ(at, llvm::ConstantInt::get(at->getType(), i));
    leaves[i] = builder.CreateSelect(here, value, leaves[i]);
  }
  set(insert, std::move(leaves));
}

void Packetizer::shuffle(llvm::ShuffleVectorInst& shuffle) {
  Packet from = pack(shuffle.getOperand(0));
  from.append(pack(shuffle.getOperand(1)));
  Packet leaves;
  for (const int index : shuffle.getShuffleMask()) {
    leaves.push_back(index < 0 ? llvm::PoisonValue::get(from[0]->getType()) : from[index]);
  }
  set(shuffle, std::move(leaves));
}

void Packetizer::extract_value(llvm::ExtractValueInst& extract) {
  llvm::Value* whole = extract.getAggregateOperand();
  const Packet& leaves = pack(whole);
  const unsigned first = leaf_index(whole->getType(), extract.getIndices());
  const size_t count = leaves_of(extract.getType()).size();
  set(extract, Packet(leaves.begin() + first, leaves.begin() + first + count));
}

void Packetizer::insert_value(llvm::InsertValueInst& insert) {
  Packet leaves = pack(insert.getAggregateOperand());
  const Packet part = pack(insert.getInsertedValueOperand());
  const unsigned first = leaf_index(insert.getType(), insert.getIndices());
  llvm::copy(part, leaves.begin() + first);
  set(insert, std::move(leaves));
}

} // namespace vecz
