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

/// Some lanes of a mask for elements of so many bits. It is recomputed from the lanes of its
/// operands, because code generation keeps a vector of bits in several ways, and turns one into the
/// other from block to block.
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

/// The registers of one access.
class Registers {
public:
  explicit Registers(const MaskedAccess& of)
      : whole(of), element_bits(of.type->getScalarSizeInBits()) {}

  /// The lanes of each; 0 if the access does not fill registers.
  [[nodiscard]] unsigned lanes(unsigned register_bits) const {
    if (element_bits == 0) {
      return 0;
    }
    const unsigned lanes = std::min(register_bits / element_bits, whole.lanes());
    return lanes != 0 && whole.lanes() % lanes == 0 ? lanes : 0;
  }

  llvm::Value* active(llvm::IRBuilder<>& builder, Range range) const {
    return bits_of(builder, whole.mask, range, element_bits);
  }

  /// Accesses one under a mask; null: all of it.
  llvm::Instruction* access(llvm::IRBuilder<>& builder, Range range, llvm::Value* mask) const {
    const uint64_t offset = uint64_t(range.begin) * element_bits / 8;
    const llvm::Align align = llvm::commonAlignment(whole.first_alignment, offset);
    llvm::Value* at = builder.CreatePtrAdd(whole.address, builder.getInt64(offset));
    llvm::Value* part = lanes_of(builder, whole.stored ? whole.stored : whole.other, range);
    llvm::Instruction* made = nullptr;
    if (!whole.stored) {
      made = builder.CreateMaskedLoad(part->getType(), at, align, mask, part);
    } else if (mask) {
      made = builder.CreateMaskedStore(part, at, align, mask);
    } else {
      made = builder.CreateAlignedStore(part, at, align);
    }
    made->setAAMetadata(whole.call->getAAMetadata());
    return made;
  }

  /// A store by branches on the mask's bits.
  void store_by_bits(Range range) const {
    llvm::IntrinsicInst& store = *whole.call;
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
        builder.CreateFreeze(builder.CreateBitCast(active(builder, range), bits_type));
    llvm::SwitchInst* choice = builder.CreateSwitch(bits, some, 2);
    choice->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::getAllOnesValue(bits_type)),
                    all);
    choice->addCase(llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(bits_type, 0)), behind);
    // The weights of "some", "all" and none.
    choice->setMetadata(llvm::LLVMContext::MD_prof,
                        llvm::MDBuilder(context).createBranchWeights({1, 8, 1}));

    builder.SetInsertPoint(all);
    access(builder, range, nullptr);
    builder.CreateBr(behind);
    builder.SetInsertPoint(some);
    access(builder, range, active(builder, range));
    builder.CreateBr(behind);
  }

private:
  const MaskedAccess& whole;
  const unsigned element_bits;
};

} // namespace

bool store_by_register(const MaskedAccess& store, unsigned register_bits) {
  const Registers registers(store);
  const unsigned lanes = registers.lanes(register_bits);
  if (lanes == 0 || store.has_addresses() || llvm::isa<llvm::Constant>(store.mask)) {
    return false;
  }
  for (unsigned begin = 0; begin < store.lanes(); begin += lanes) {
    registers.store_by_bits({begin, lanes});
  }
  store.call->eraseFromParent();
  return true;
}

bool repeat_mask_by_register(const MaskedAccess& access, unsigned register_bits) {
  const Registers registers(access);
  const unsigned lanes = registers.lanes(register_bits);
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  if (access.has_addresses() || lanes == 0 || lanes == access.lanes() || !shuffle ||
      !llvm::isa<llvm::UndefValue>(shuffle->getOperand(1))) {
    return false;
  }
  llvm::IRBuilder<> builder(access.call);
  llvm::SmallVector<llvm::Value*> parts;
  for (unsigned begin = 0; begin < access.lanes(); begin += lanes) {
    const Range range{begin, lanes};
    parts.push_back(registers.access(builder, range, registers.active(builder, range)));
  }
  if (!access.stored) {
    llvm::Value* all = llvm::concatenateVectors(builder, parts);
    all->takeName(access.call);
    access.call->replaceAllUsesWith(all);
  }
  access.call->eraseFromParent();
  return true;
}

} // namespace compiler
