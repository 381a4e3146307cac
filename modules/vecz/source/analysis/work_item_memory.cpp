// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Operator.h>

namespace vecz {
namespace {

/// Values that are looked at before the answer is "unknown".
constexpr size_t max_visited = 64;

AddressSpace named_space(const llvm::Value& pointer) {
  const unsigned number = pointer.getType()->getPointerAddressSpace();
  return number < generic_space ? AddressSpace(number) : generic_space;
}

} // namespace

bool is_work_item_object(const llvm::Value& value) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&value);
  return variable && !variable->hasMetadata(group_variable);
}

AddressSpace address_space_of(const llvm::Value& pointer) {
  if (const AddressSpace named = named_space(pointer); named != generic_space) {
    return named;
  }
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*> work = {&pointer};
  AddressSpace found = generic_space;
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    if (!seen.insert(value).second) {
      continue;
    }
    if (seen.size() > max_visited) {
      return generic_space;
    }
    if (const AddressSpace named = named_space(*value); named != generic_space) {
      if (found != generic_space && found != named) {
        return generic_space;
      }
      found = named;
    } else if (llvm::isa<llvm::UndefValue>(value)) {
      continue; // as much in the space of the others as anywhere
    } else if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
      work.push_back(cast->getPointerOperand());
    } else if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      work.push_back(address->getPointerOperand());
    } else if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      work.append(phi->value_op_begin(), phi->value_op_end());
    } else if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(value)) {
      work.push_back(freeze->getOperand(0));
    } else {
      return generic_space;
    }
  }
  return found;
}

bool may_be_work_item_memory(const llvm::Value& pointer) {
  const AddressSpace space = address_space_of(pointer);
  return space == private_space || space == generic_space;
}

bool is_work_item_memory(const llvm::Value& pointer) {
  return address_space_of(pointer) == private_space;
}

} // namespace vecz
