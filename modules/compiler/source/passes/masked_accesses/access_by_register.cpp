// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/access_by_register.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

struct Range {
  unsigned begin, count;
};

llvm::Value* lanes_of(llvm::IRBuilder<>& builder, llvm::Value* value, Range range) {
  return builder.CreateShuffleVector(
      value, llvm::createSequentialMask(range.begin, range.count, /*NumUndefs=*/0));
}

/// The lanes' bits of a mask, moved about as integers.
llvm::Value* move_bits(llvm::IRBuilder<>& builder, const llvm::ShuffleVectorInst& shuffle,
                       Range range, unsigned element_bits) {
  llvm::Value* source = shuffle.getOperand(0);
  llvm::Value* all = builder.CreateSExt(
      source, source->getType()->getWithNewType(builder.getIntNTy(element_bits)));
  llvm::Value* some =
      builder.CreateShuffleVector(all, shuffle.getShuffleMask().slice(range.begin, range.count));
  return builder.CreateICmpSLT(some, llvm::Constant::getNullValue(some->getType()));
}

/// Some lanes of a mask for elements of so many bits. It is computed anew from the lanes of what it
/// is made of, because code generation keeps a vector of bits in several ways, and turns one into
/// the other from block to block.
llvm::Value* bits_of(llvm::IRBuilder<>& builder, llvm::Value* mask, Range range,
                     unsigned element_bits, unsigned depth = 4) {
  const auto of = [&](llvm::Value* operand) {
    return bits_of(builder, operand, range, element_bits, depth - 1);
  };
  if (depth != 0) {
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(mask)) {
      return builder.CreateCmp(compare->getPredicate(),
                               lanes_of(builder, compare->getOperand(0), range),
                               lanes_of(builder, compare->getOperand(1), range));
    }
    if (const auto* both = llvm::dyn_cast<llvm::BinaryOperator>(mask)) {
      return builder.CreateBinOp(both->getOpcode(), of(both->getOperand(0)),
                                 of(both->getOperand(1)));
    }
    const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(mask);
    if (shuffle && llvm::isa<llvm::UndefValue>(shuffle->getOperand(1))) {
      return move_bits(builder, *shuffle, range, element_bits);
    }
  }
  return lanes_of(builder, mask, range);
}

class Stores {
public:
  explicit Stores(llvm::IntrinsicInst& of)
      : store(of), value(of.getArgOperand(0)), address(of.getArgOperand(1)),
        mask(of.getArgOperand(2)), align(of.getParamAlign(1).valueOrOne()) {}

  void make(Range range) {
    llvm::LLVMContext& context = store.getContext();
    llvm::BasicBlock* before = store.getParent();
    llvm::BasicBlock* behind = llvm::SplitBlock(before, store.getIterator());
    llvm::Function* function = before->getParent();
    auto* all = llvm::BasicBlock::Create(context, "all", function, behind);
    auto* some = llvm::BasicBlock::Create(context, "some", function, behind);

    before->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(store.getDebugLoc());
    llvm::Type* bits_type = builder.getIntNTy(range.count);
    llvm::Value* bits = builder.CreateFreeze(builder.CreateBitCast(
        bits_of(builder, mask, range, value->getType()->getScalarSizeInBits()), bits_type));
    llvm::SwitchInst* choice = builder.CreateSwitch(bits, some, 2);
    choice->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::getAllOnesValue(bits_type)),
                    all);
    choice->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(bits_type, 0)), behind);
    // Of "some", "all" and none.
    choice->setMetadata(llvm::LLVMContext::MD_prof,
                        llvm::MDBuilder(context).createBranchWeights({1, 8, 1}));

    builder.SetInsertPoint(all);
    write(builder, range, nullptr);
    builder.CreateBr(behind);
    builder.SetInsertPoint(some);
    write(builder, range, bits_of(builder, mask, range, value->getType()->getScalarSizeInBits()));
    builder.CreateBr(behind);
  }

private:
  void write(llvm::IRBuilder<>& builder, Range range, llvm::Value* lanes) {
    const uint64_t offset = range.begin * (value->getType()->getScalarSizeInBits() / 8);
    const llvm::Align there = llvm::commonAlignment(align, offset);
    llvm::Value* to = builder.CreatePtrAdd(address, builder.getInt64(offset));
    llvm::Value* part = lanes_of(builder, value, range);
    llvm::Instruction* made =
        lanes ? static_cast<llvm::Instruction*>(builder.CreateMaskedStore(part, to, there, lanes))
              : builder.CreateAlignedStore(part, to, there);
    made->setAAMetadata(store.getAAMetadata());
  }

  llvm::IntrinsicInst& store;
  llvm::Value *value, *address, *mask;
  const llvm::Align align;
};

/// The lanes of a register; 0 if the access does not fill registers.
unsigned lanes_of_register(llvm::Type* accessed, unsigned register_bits) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(accessed);
  const unsigned bits = type ? type->getScalarSizeInBits() : 0;
  if (bits == 0) {
    return 0;
  }
  const unsigned lanes = std::min(register_bits / bits, type->getNumElements());
  return lanes != 0 && type->getNumElements() % lanes == 0 ? lanes : 0;
}

} // namespace

bool store_by_register(llvm::IntrinsicInst& store, unsigned register_bits) {
  const unsigned lanes = lanes_of_register(store.getArgOperand(0)->getType(), register_bits);
  if (lanes == 0 || llvm::isa<llvm::Constant>(store.getArgOperand(2))) {
    return false;
  }
  const auto* type = llvm::cast<llvm::FixedVectorType>(store.getArgOperand(0)->getType());
  Stores stores(store);
  for (unsigned begin = 0; begin < type->getNumElements(); begin += lanes) {
    stores.make({begin, lanes});
  }
  store.eraseFromParent();
  return true;
}

bool repeat_mask_by_register(llvm::IntrinsicInst& access, unsigned register_bits) {
  const bool is_store = access.getIntrinsicID() == llvm::Intrinsic::masked_store;
  if (!is_store && access.getIntrinsicID() != llvm::Intrinsic::masked_load) {
    return false;
  }
  llvm::Value* stored = is_store ? access.getArgOperand(0) : nullptr;
  llvm::Value* address = access.getArgOperand(is_store ? 1 : 0);
  llvm::Value* mask = access.getArgOperand(is_store ? 2 : 1);
  llvm::Value* other = is_store ? nullptr : access.getArgOperand(2);
  const llvm::Align align = access.getParamAlign(is_store ? 1 : 0).valueOrOne();
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(mask);
  auto* type =
      llvm::dyn_cast<llvm::FixedVectorType>(is_store ? stored->getType() : access.getType());
  const unsigned lanes = lanes_of_register(type, register_bits);
  if (lanes == 0 || !shuffle || !llvm::isa<llvm::UndefValue>(shuffle->getOperand(1)) ||
      lanes == type->getNumElements()) {
    return false;
  }
  const unsigned bits = type->getScalarSizeInBits();
  llvm::IRBuilder<> builder(&access);
  llvm::SmallVector<llvm::Value*> parts;
  for (unsigned begin = 0; begin < type->getNumElements(); begin += lanes) {
    const Range range{begin, lanes};
    const uint64_t offset = uint64_t(begin) * bits / 8;
    const llvm::Align there = llvm::commonAlignment(align, offset);
    llvm::Value* at = builder.CreatePtrAdd(address, builder.getInt64(offset));
    llvm::Value* active = bits_of(builder, mask, range, bits);
    llvm::Instruction* made =
        is_store
            ? static_cast<llvm::Instruction*>(
                  builder.CreateMaskedStore(lanes_of(builder, stored, range), at, there, active))
            : builder.CreateMaskedLoad(llvm::FixedVectorType::get(type->getElementType(), lanes),
                                       at, there, active, lanes_of(builder, other, range));
    made->setAAMetadata(access.getAAMetadata());
    parts.push_back(made);
  }
  if (!is_store) {
    llvm::Value* all = llvm::concatenateVectors(builder, parts);
    all->takeName(&access);
    access.replaceAllUsesWith(all);
  }
  access.eraseFromParent();
  return true;
}

} // namespace compiler
