// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/stored_bits.h"

#include "cuda_passes/arithmetic/by_element.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace cuda {
namespace {

using namespace llvm::PatternMatch;

/// The integer type, or vector of such, with the elements' sizes.
llvm::Type* integers_like(llvm::Type* type) {
  return type->getWithNewType(
      llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits()));
}

/// A copy of an integer that a register holds.
llvm::Value* copy(llvm::IRBuilder<>& builder, llvm::Value* value) {
  struct Move {
    unsigned bits;
    const char *instruction, *registers;
  };
  for (const Move& move : {Move{16, "mov.b16 $0, $1;", "=h,h"},
                           {32, "mov.b32 $0, $1;", "=r,r"},
                           {64, "mov.b64 $0, $1;", "=l,l"}}) {
    llvm::Type* const type = value->getType();
    if (type->isIntegerTy(move.bits)) {
      return builder.CreateCall(llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false),
                                                     move.instruction, move.registers, false),
                                {value});
    }
  }
  return value;
}

llvm::Value* copies(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return by_element(builder, {value}, [&](llvm::ArrayRef<llvm::Value*> element) {
    return copy(builder, element.front());
  });
}

/// Whether code generation stores elements of the value byte by byte, say.
bool splits(const llvm::StoreInst& store) {
  return store.getAlign().value() * 8 < store.getValueOperand()->getType()->getScalarSizeInBits();
}

/// Whether low bits of a value, or of elements of it, are used as a narrower integer.
bool is_narrowed(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction || !seen.insert(instruction).second) {
      return false;
    }
    switch (instruction->getOpcode()) {
    case llvm::Instruction::Trunc:
      return true;
    case llvm::Instruction::Store:
      return splits(llvm::cast<llvm::StoreInst>(*instruction));
    case llvm::Instruction::And:
      return match(instruction, m_And(m_Value(), m_LowBitMask()));
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::Freeze:
      return is_narrowed(*instruction, seen);
    default:
      return false;
    }
  });
}

bool copy_for_store(llvm::StoreInst& store) {
  llvm::Value* const value = store.getValueOperand();
  llvm::Type* const type = value->getType();
  if (!type->isFPOrFPVectorTy() || llvm::isa<llvm::Constant>(value) || !splits(store)) {
    return false;
  }
  llvm::IRBuilder<> builder(&store);
  store.setOperand(0, copies(builder, builder.CreateBitCast(value, integers_like(type), "bits")));
  return true;
}

bool copy_behind(llvm::BitCastInst& cast) {
  llvm::Type *const from = cast.getSrcTy(), *const to = cast.getDestTy();
  if (!from->isFPOrFPVectorTy() || !to->isIntOrIntVectorTy()) {
    return false;
  }
  llvm::IRBuilder<> builder(&cast);
  if (to->getScalarSizeInBits() < from->getScalarSizeInBits()) {
    cast.setOperand(
        0, copies(builder, builder.CreateBitCast(cast.getOperand(0), integers_like(from), "bits")));
    return true;
  }
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  if (!is_narrowed(cast, seen)) {
    return false;
  }
  llvm::SmallVector<llvm::Use*> uses;
  for (llvm::Use& use : cast.uses()) {
    uses.push_back(&use);
  }
  builder.SetInsertPoint(cast.getNextNode());
  llvm::Value* const copied = copies(builder, &cast);
  for (llvm::Use* use : uses) {
    use->set(copied);
  }
  return true;
}

} // namespace

bool copy_stored_bits(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        changed |= copy_for_store(*store);
      } else if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) {
        changed |= copy_behind(*cast);
      }
    }
  }
  return changed;
}

} // namespace cuda
