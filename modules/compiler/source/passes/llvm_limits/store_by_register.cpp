// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/store_by_register.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

struct Range {
  unsigned begin, count;
};

/// Some lanes of a vector. Masks are computed anew from the lanes of what they are made of, because
/// code generation keeps a vector of bits in several ways, and turns one into the other from block
/// to block.
llvm::Value* lanes_of(llvm::IRBuilder<>& builder, llvm::Value* value, Range range,
                      unsigned depth = 4) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const auto operand = [&](unsigned i) {
    return lanes_of(builder, instruction->getOperand(i), range, depth - 1);
  };
  if (instruction && depth != 0 && value->getType()->getScalarType()->isIntegerTy(1)) {
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(instruction)) {
      return builder.CreateCmp(compare->getPredicate(), operand(0), operand(1));
    }
    if (const auto* both = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
      return builder.CreateBinOp(both->getOpcode(), operand(0), operand(1));
    }
  }
  return builder.CreateShuffleVector(
      value, llvm::createSequentialMask(range.begin, range.count, /*NumUndefs=*/0));
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
    llvm::Value* bits =
        builder.CreateFreeze(builder.CreateBitCast(lanes_of(builder, mask, range), bits_type));
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
    write(builder, range, lanes_of(builder, mask, range));
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

} // namespace

bool store_by_register(llvm::IntrinsicInst& store, unsigned register_bits) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(store.getArgOperand(0)->getType());
  const unsigned bits = type ? type->getScalarSizeInBits() : 0;
  if (bits == 0 || llvm::isa<llvm::Constant>(store.getArgOperand(2))) {
    return false;
  }
  const unsigned lanes = std::min(register_bits / bits, type->getNumElements());
  if (lanes == 0 || type->getNumElements() % lanes != 0) {
    return false;
  }
  Stores stores(store);
  for (unsigned begin = 0; begin < type->getNumElements(); begin += lanes) {
    stores.make({begin, lanes});
  }
  store.eraseFromParent();
  return true;
}

} // namespace compiler
