// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/group_memory.h"

#include "compiler/mux_builtins.h"
#include "vecz/work_item_memory.h"

#include <llvm/IR/IntrinsicInst.h>
#include <optional>

namespace compiler {
namespace {

std::optional<GroupAccess> access_of(llvm::Instruction& user, const llvm::Use& use) {
  GroupAccess access{&user, use.get(), user.getType()};
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) {
    return load->isSimple() ? std::optional(access) : std::nullopt;
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    access.type = access.value()->getType();
    access.writes = true;
    return store->isSimple() && use.getOperandNo() == 1 ? std::optional(access) : std::nullopt;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
    access.mask = call->getArgOperand(1);
    access.value_operand = 2;
    return access;
  }
  if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store && use.getOperandNo() == 1) {
    access.type = access.value()->getType();
    access.mask = call->getArgOperand(2);
    access.writes = true;
    return access;
  }
  return std::nullopt;
}

} // namespace

bool GroupMemory::find() {
  constexpr unsigned local_variables = 0, kept_values = 1;
  accesses.clear();
  indices.clear();
  number_of_blocks = 2;
  bool possible = true;
  for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
    if (builtin == MuxBuiltin::get_local_block || builtin == MuxBuiltin::get_private_scratch) {
      possible = possible && follow(call, builtin == MuxBuiltin::get_local_block ? local_variables
                                                                                 : kept_values);
    }
  });
  for (llvm::Argument& argument : function.args()) {
    if (vecz::is_local_pointer(argument)) {
      possible = possible && follow(argument, number_of_blocks++);
    }
  }
  return possible && llvm::any_of(accesses, [](const GroupAccess& access) {
           return access.block != kept_values;
         });
}

bool GroupMemory::follow(llvm::Value& pointer, unsigned block) {
  return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      indices.append(address->idx_begin(), address->idx_end());
      return !address->getType()->isVectorTy() && follow(*address, block);
    }
    auto access = access_of(*user, use);
    if (!access || !fits(*access)) {
      return false;
    }
    access->block = block;
    accesses.push_back(*access);
    return true;
  });
}

bool GroupMemory::fits(const GroupAccess& access) const {
  llvm::Type* element = access.type->getScalarType();
  const unsigned bits = element->getPrimitiveSizeInBits();
  return (element->isIntegerTy() || element->isFloatTy() || element->isDoubleTy()) &&
         (bits == 8 * group_element_bytes || bits == 16 * group_element_bytes) &&
         (access.elements() <= lanes || access.elements() % lanes == 0);
}

llvm::SmallVector<llvm::Value*> GroupMemory::variables() const {
  llvm::SmallVector<llvm::Value*> result(indices);
  for (const GroupAccess& access : accesses) {
    if (access.mask) {
      result.push_back(access.mask);
    }
  }
  return result;
}

} // namespace compiler
