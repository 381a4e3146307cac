// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/idle_lanes.h"

#include <llvm/IR/IRBuilder.h>

namespace compiler {
namespace {

constexpr unsigned max_lanes = 16;
constexpr auto largest_alignment = llvm::Align::Constant<16>(); ///< of an element

} // namespace

bool IdleLanes::send_elsewhere(const MaskedAccess& access) {
  if (!access.has_addresses() || !access.becomes_branches() || access.lanes() > max_lanes ||
      access.alignment > largest_alignment ||
      access.address->getType()->getPointerAddressSpace() != 0) {
    return false;
  }
  llvm::IRBuilder<> builder(access.call);
  llvm::Value* places = builder.CreateSelect(access.mask, access.address,
                                             builder.CreateVectorSplat(access.lanes(), variable()));
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

llvm::AllocaInst* IdleLanes::variable() {
  if (!place) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    place = builder.CreateAlloca(
        llvm::ArrayType::get(builder.getInt8Ty(), largest_alignment.value()), nullptr, "elsewhere");
    place->setAlignment(largest_alignment);
  }
  return place;
}

} // namespace compiler
