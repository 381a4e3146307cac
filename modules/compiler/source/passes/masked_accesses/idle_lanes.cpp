// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/idle_lanes.h"

#include <optional>

namespace compiler {
namespace {

constexpr unsigned max_lanes = 16;
/// The largest row that idle lanes access, and the largest alignment of its elements.
constexpr unsigned largest_row = 64; // bytes
constexpr auto largest_alignment = llvm::Align::Constant<64>();

/// Whether memory of the function's own can take the place of the accessed memory.
bool fits(const MaskedAccess& access) {
  return access.first_alignment <= largest_alignment && access.alignment <= largest_alignment &&
         access.address->getType()->getPointerAddressSpace() == 0;
}

/// A vector of addresses, the mask of the lanes that have them, and one of the lanes.
struct Lane {
  llvm::Value *addresses, *mask;
  uint64_t number;
};

/// The lane whose row is accessed.
std::optional<Lane> lane_of(const MaskedAccess& access) {
  auto* address = llvm::dyn_cast<llvm::ExtractElementInst>(access.address);
  const auto* number =
      address ? llvm::dyn_cast<llvm::ConstantInt>(address->getIndexOperand()) : nullptr;
  const auto* bits = llvm::dyn_cast<llvm::ShuffleVectorInst>(access.mask);
  if (!number || !bits) {
    return std::nullopt;
  }
  llvm::Value* mask = bits->getOperand(0);
  const auto lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  const bool is_same =
      number->getValue().ult(lanes) && llvm::all_of(bits->getShuffleMask(), [&](int element) {
        return number->equalsInt(static_cast<uint64_t>(element));
      });
  const auto* all = llvm::cast<llvm::FixedVectorType>(address->getVectorOperandType());
  return is_same && all->getNumElements() == lanes
             ? std::optional(Lane{address->getVectorOperand(), mask, number->getZExtValue()})
             : std::nullopt;
}

/// Puts a plain access in own_memory of a masked one.
void replace(llvm::IRBuilderBase& builder, const MaskedAccess& access, llvm::Instruction* made) {
  made->setAAMetadata(access.call->getAAMetadata());
  if (!access.stored) {
    const bool any = llvm::isa<llvm::UndefValue>(access.other);
    llvm::Value* result = any ? made : builder.CreateSelect(access.mask, made, access.other);
    result->takeName(access.call);
    access.call->replaceAllUsesWith(result);
  }
  access.call->eraseFromParent();
}

} // namespace

bool IdleLanes::redirect_inactive_lanes(const MaskedAccess& access) {
  if (!access.has_addresses() || !access.becomes_branches() || access.lanes() > max_lanes ||
      !fits(access)) {
    return false;
  }
  llvm::IRBuilder<> builder(access.call);
  llvm::Value* places = builder.CreateSelect(access.mask, access.address,
                                             builder.CreateVectorSplat(access.lanes(), variable()));
  replace(builder, access,
          access.stored ? static_cast<llvm::Instruction*>(
                              builder.CreateMaskedScatter(access.stored, places, access.alignment))
                        : builder.CreateMaskedGather(access.type, places, access.alignment));
  return true;
}

bool IdleLanes::redirect_inactive_row(const MaskedAccess& access) {
  if (access.has_addresses() || !fits(access) ||
      access.type->getPrimitiveSizeInBits() > largest_row * 8) {
    return false;
  }
  const std::optional<Lane> lane = lane_of(access);
  if (!lane) {
    return false;
  }
  llvm::IRBuilder<> builder(access.call);
  llvm::Value* address = builder.CreateExtractElement(
      select_places(builder, lane->mask, lane->addresses), lane->number);
  replace(builder, access,
          access.stored ? static_cast<llvm::Instruction*>(builder.CreateAlignedStore(
                              access.stored, address, access.first_alignment))
                        : builder.CreateAlignedLoad(access.type, address, access.first_alignment));
  return true;
}

llvm::Value* IdleLanes::select_places(llvm::IRBuilderBase& builder, llvm::Value* mask,
                                      llvm::Value* addresses) {
  llvm::WeakVH& made = places_of[{builder.GetInsertBlock(), mask, addresses}];
  if (!made) {
    const auto lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getElementCount();
    made = builder.CreateSelect(mask, addresses, builder.CreateVectorSplat(lanes, variable()));
  }
  return made;
}

llvm::AllocaInst* IdleLanes::variable() {
  if (!own_memory) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    own_memory = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), largest_row),
                                      nullptr, "elsewhere");
    own_memory->setAlignment(largest_alignment);
  }
  return own_memory;
}

} // namespace compiler
