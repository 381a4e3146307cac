// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/expand_masked_accesses.h"

#include "passes/llvm_limits/access_by_register.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

/// An access, taken apart. A gather has no stored value, a store no other one.
struct Access {
  llvm::IntrinsicInst* call = nullptr;
  llvm::Value *address = nullptr, *mask = nullptr;
  llvm::Value* stored = nullptr;         ///< what is written
  llvm::Value* other = nullptr;          ///< what lanes that do not read get
  llvm::FixedVectorType* type = nullptr; ///< of all lanes
  llvm::Align alignment;                 ///< of each element

  [[nodiscard]] unsigned lanes() const { return type->getNumElements(); }
};

std::optional<Access> access_of(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) {
    return std::nullopt;
  }
  Access access;
  access.call = call;
  bool is_store = false;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::masked_scatter:
  case llvm::Intrinsic::masked_store:
    is_store = true;
    break;
  case llvm::Intrinsic::masked_gather:
  case llvm::Intrinsic::masked_load:
    break;
  default:
    return std::nullopt;
  }
  const unsigned address = is_store ? 1 : 0;
  access.address = call->getArgOperand(address);
  access.mask = call->getArgOperand(address + 1);
  (is_store ? access.stored : access.other) = call->getArgOperand(is_store ? 0 : 2);
  access.type =
      llvm::dyn_cast<llvm::FixedVectorType>(is_store ? access.stored->getType() : call->getType());
  if (!access.type) {
    return std::nullopt;
  }
  const llvm::DataLayout& layout = call->getDataLayout();
  llvm::Type* element = access.type->getElementType();
  if (!layout.typeSizeEqualsStoreSize(element)) {
    return std::nullopt;
  }
  access.alignment = call->getParamAlign(address).valueOrOne();
  if (!access.address->getType()->isVectorTy()) { // elements behind the first are aligned less
    access.alignment =
        llvm::commonAlignment(access.alignment, layout.getTypeStoreSize(element).getFixedValue());
  }
  return access;
}

/// Whether LLVM makes a branch for each lane. Where all lanes are active it makes none.
bool becomes_branches(const Access& access) {
  return !llvm::PatternMatch::match(access.mask, llvm::PatternMatch::m_AllOnes());
}

/// The bit that is the same for all elements of a load or store; null if there is none that is
/// known to be.
llvm::Value* only_bit(const Access& access, llvm::IRBuilderBase& builder) {
  if (access.address->getType()->isVectorTy() || llvm::isa<llvm::Constant>(access.mask)) {
    return nullptr;
  }
  if (llvm::Value* bit = llvm::getSplatValue(access.mask)) {
    return bit;
  }
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  const int element = shuffle ? llvm::getSplatIndex(shuffle->getShuffleMask()) : -1;
  if (element < 0) {
    return nullptr;
  }
  const auto* first = llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType());
  const auto count = static_cast<int>(first->getNumElements());
  return builder.CreateExtractElement(shuffle->getOperand(element < count ? 0 : 1),
                                      static_cast<uint64_t>(element % count));
}

/// Makes a branch around a plain access, if all elements are accessed or none.
bool access_all_or_none(const Access& access) {
  llvm::IRBuilder<> builder(access.call);
  llvm::Value* bit = only_bit(access, builder);
  if (bit == nullptr) {
    return false;
  }
  llvm::BasicBlock* before = access.call->getParent();
  llvm::Instruction* end =
      llvm::SplitBlockAndInsertIfThen(builder.CreateFreeze(bit), access.call->getIterator(), false);
  const llvm::Align alignment =
      access.call->getParamAlign(access.stored ? 1 : 0).valueOrOne(); // of all elements
  builder.SetInsertPoint(end);
  llvm::Instruction* done =
      access.stored ? static_cast<llvm::Instruction*>(
                          builder.CreateAlignedStore(access.stored, access.address, alignment))
                    : builder.CreateAlignedLoad(access.type, access.address, alignment);
  done->setAAMetadata(access.call->getAAMetadata());
  if (!access.stored) {
    builder.SetInsertPoint(access.call);
    llvm::PHINode* value = builder.CreatePHI(access.type, 2);
    value->addIncoming(done, end->getParent());
    value->addIncoming(access.other, before);
    value->takeName(access.call);
    access.call->replaceAllUsesWith(value);
  }
  access.call->eraseFromParent();
  return true;
}

/// Lets lanes that are not active access memory of the function's own, so that a gather or scatter
/// needs no branches: LLVM makes plain accesses of one where all lanes are active.
class Elsewhere {
public:
  explicit Elsewhere(llvm::Function& subject) : function(subject) {}

  bool send(const Access& access) {
    constexpr unsigned max_lanes = 16;
    if (!access.address->getType()->isVectorTy() || !becomes_branches(access) ||
        access.lanes() > max_lanes || access.alignment > slot_align) {
      return false;
    }
    llvm::IRBuilder<> builder(access.call);
    llvm::Value* places = builder.CreateSelect(access.mask, access.address,
                                               builder.CreateVectorSplat(access.lanes(), slot()));
    llvm::Instruction* made =
        access.stored ? static_cast<llvm::Instruction*>(
                            builder.CreateMaskedScatter(access.stored, places, access.alignment))
                      : builder.CreateMaskedGather(access.type, places, access.alignment);
    made->setAAMetadata(access.call->getAAMetadata());
    if (!access.stored) {
      const bool any = llvm::isa<llvm::UndefValue>(access.other);
      llvm::Value* result = any ? made : builder.CreateSelect(access.mask, made, access.other);
      result->takeName(access.call);
      access.call->replaceAllUsesWith(result);
    }
    access.call->eraseFromParent();
    return true;
  }

private:
  static constexpr auto slot_align = llvm::Align::Constant<16>();

  llvm::AllocaInst* slot() {
    if (!place) {
      llvm::BasicBlock& entry = function.getEntryBlock();
      llvm::IRBuilder<> builder(&entry, entry.begin());
      place = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), slot_align.value()),
                                   nullptr, "elsewhere");
      place->setAlignment(slot_align);
    }
    return place;
  }

  llvm::Function& function;
  llvm::AllocaInst* place = nullptr;
};

/// Registers of a function that are stored one by one.
constexpr unsigned max_divided = 128;
/// How many branches LLVM may make in a function, and the lanes from which an access becomes a loop
/// as long as there are no more, and if there are.
constexpr unsigned max_branches = 512, wide = 32, wide_beside_many = 4, wide_without_branches = 64;

bool is_wide(const Access& access, unsigned branches) {
  if (!becomes_branches(access)) {
    return access.lanes() >= wide_without_branches;
  }
  return access.lanes() >= (branches > max_branches ? wide_beside_many : wide);
}

/// Of arrays: beyond what registers have it would only cost stack.
constexpr auto largest_alignment = llvm::Align::Constant<64>();

/// Makes loops in one function. They share their arrays, as nothing stays in them.
class Expander {
public:
  explicit Expander(llvm::Function& subject) : function(subject), context(subject.getContext()) {}

  void expand(const Access& access) {
    llvm::IRBuilder<> builder(access.call);
    builder.SetCurrentDebugLocation(access.call->getDebugLoc());
    const bool has_addresses = access.address->getType()->isVectorTy();
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
    llvm::Value* rest = builder.CreateAnd(
        bits, builder.CreateAdd(bits, llvm::Constant::getAllOnesValue(bits_type)));
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

private:
  /// The `use`th array of this type, with a vector's elements.
  llvm::AllocaInst* write(llvm::IRBuilderBase& builder, llvm::Value* vector, unsigned use) {
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

  static llvm::Value* place(llvm::IRBuilderBase& builder, llvm::AllocaInst* array,
                            llvm::Value* lane) {
    return builder.CreateInBoundsGEP(array->getAllocatedType()->getArrayElementType(), array, lane);
  }

  llvm::Function& function;
  llvm::LLVMContext& context;
  llvm::DenseMap<std::pair<llvm::Type*, unsigned>, llvm::AllocaInst*> arrays;
};

} // namespace

bool expand_masked_accesses(llvm::Module& module,
                            llvm::function_ref<MaskedSupport(const llvm::IntrinsicInst&)> support,
                            unsigned register_bits) {
  bool changed = false;
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::Instruction*> worklist;
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto access = access_of(instruction);
      if (!access) {
        continue;
      }
      const MaskedSupport there = support(*access->call);
      const bool stays =
          there == MaskedSupport::fast || (there == MaskedSupport::slow && !access->stored);
      if (!stays) {
        worklist.push_back(&instruction);
      } else if (repeat_mask_by_register(*access->call, register_bits)) {
        changed = true;
      }
    }
    unsigned branches = 0, divided = 0;
    Elsewhere elsewhere(function);
    llvm::erase_if(worklist, [&](llvm::Instruction* instruction) {
      const Access access = *access_of(*instruction);
      const bool slow = support(*access.call) == MaskedSupport::slow;
      const auto registers = static_cast<unsigned>(
          llvm::divideCeil(access.type->getPrimitiveSizeInBits().getFixedValue(), register_bits));
      const bool may_divide = slow && access.stored && divided + registers <= max_divided;
      if (access_all_or_none(access)) {
        changed = true;
        return true;
      }
      if (!slow && elsewhere.send(access)) {
        changed = true;
        return true;
      }
      if (may_divide && store_by_register(*access.call, register_bits)) {
        divided += registers;
        changed = true;
        return true;
      }
      branches += !slow && becomes_branches(access) ? access.lanes() : 0;
      return slow;
    });
    llvm::erase_if(worklist, [&](llvm::Instruction* instruction) {
      return !is_wide(*access_of(*instruction), branches);
    });
    Expander expander(function);
    for (llvm::Instruction* instruction : worklist) {
      expander.expand(*access_of(*instruction)); // the one before may have replaced its operands
    }
    changed = changed || !worklist.empty();
  }
  return changed;
}

} // namespace compiler
