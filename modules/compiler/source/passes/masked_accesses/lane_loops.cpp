// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/lane_loops.h"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

/// The largest alignment of arrays: more than registers have would only cost stack.
constexpr auto largest_alignment = llvm::Align::Constant<64>();

llvm::Value* place(llvm::IRBuilderBase& builder, llvm::AllocaInst* array, llvm::Value* lane) {
  return builder.CreateInBoundsGEP(array->getAllocatedType()->getArrayElementType(), array, lane);
}

} // namespace

void LaneLoops::expand(const MaskedAccess& access) {
  llvm::IRBuilder<> builder(access.call);
  builder.SetCurrentDebugLocation(access.call->getDebugLoc());
  const bool has_addresses = access.has_addresses();
  llvm::AllocaInst* addresses = has_addresses ? write(builder, access.address, 0) : nullptr;
  llvm::AllocaInst* values = write(builder, access.stored ? access.stored : access.other, 1);
  llvm::Type* bits_type = builder.getIntNTy(access.lanes());
  llvm::Value* all_bits = builder.CreateBitCast(access.mask, bits_type, "bits");
  llvm::Value* zero = llvm::ConstantInt::get(bits_type, 0);

  llvm::BasicBlock* before = access.call->getParent();
  llvm::BasicBlock* behind = llvm::SplitBlock(before, access.call->getIterator());
  auto* loop = llvm::BasicBlock::Create(context, "lane", &function, behind);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(before);
  builder.CreateCondBr(builder.CreateICmpNE(all_bits, zero), loop, behind);

  builder.SetInsertPoint(loop);
  llvm::PHINode* bits = builder.CreatePHI(bits_type, 2);
  bits->addIncoming(all_bits, before);
  llvm::Value* lane = builder.CreateZExtOrTrunc(
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, builder.getTrue()),
      builder.getInt64Ty());
  llvm::Type* element = access.type->getElementType();
  llvm::Value* address = has_addresses
                             ? builder.CreateLoad(access.address->getType()->getScalarType(),
                                                  place(builder, addresses, lane))
                             : builder.CreateGEP(element, access.address, lane);
  llvm::Value* value_place = place(builder, values, lane);
  llvm::Instruction* done;
  if (access.stored) {
    done = builder.CreateAlignedStore(builder.CreateLoad(element, value_place), address,
                                      access.alignment);
  } else {
    llvm::LoadInst* value = builder.CreateAlignedLoad(element, address, access.alignment);
    builder.CreateStore(value, value_place);
    done = value;
  }
  done->setAAMetadata(access.call->getAAMetadata());
  llvm::Value* rest =
      builder.CreateAnd(bits, builder.CreateAdd(bits, llvm::Constant::getAllOnesValue(bits_type)));
  bits->addIncoming(rest, loop);
  builder.CreateCondBr(builder.CreateICmpNE(rest, zero), loop, behind);

  builder.SetInsertPoint(access.call);
  if (!access.stored) {
    llvm::Value* result = builder.CreateAlignedLoad(access.type, values, values->getAlign());
    result->takeName(access.call);
    access.call->replaceAllUsesWith(result);
  }
  access.call->eraseFromParent();
}

llvm::AllocaInst* LaneLoops::write(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                   unsigned use) {
  llvm::AllocaInst*& array = arrays[{vector->getType(), use}];
  if (!array) {
    auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    array = at_entry.CreateAlloca(
        llvm::ArrayType::get(type->getElementType(), type->getNumElements()), nullptr, "lanes");
    array->setAlignment(
        std::min(function.getDataLayout().getPrefTypeAlign(type), largest_alignment));
  }
  if (!llvm::isa<llvm::UndefValue>(vector)) { // otherwise whatever is there will do
    builder.CreateAlignedStore(vector, array, array->getAlign());
  }
  return array;
}

} // namespace compiler
