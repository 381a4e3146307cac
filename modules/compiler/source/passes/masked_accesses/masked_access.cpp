// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/masked_access.h"

#include <llvm/IR/PatternMatch.h>

namespace compiler {

bool MaskedAccess::becomes_branches() const {
  return !llvm::PatternMatch::match(mask, llvm::PatternMatch::m_AllOnes());
}

std::optional<MaskedAccess> masked_access_of(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) {
    return std::nullopt;
  }
  MaskedAccess access;
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
  access.first_alignment = call->getParamAlign(address).valueOrOne();
  access.alignment = access.first_alignment;
  if (!access.has_addresses()) { // elements behind the first are aligned less
    access.alignment =
        llvm::commonAlignment(access.alignment, layout.getTypeStoreSize(element).getFixedValue());
  }
  return access;
}

} // namespace compiler
