// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/promises.h"

#include "vecz/work_item_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>

namespace vecz {
namespace {

using Scopes = llvm::SmallPtrSet<const llvm::Metadata*, 8>;

constexpr unsigned alias_kinds[] = {llvm::LLVMContext::MD_alias_scope,
                                    llvm::LLVMContext::MD_noalias};

Scopes declared_scopes(const llvm::Function& function) {
  Scopes scopes;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* declaration = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&instruction)) {
      scopes.insert_range(declaration->getScopeList()->operands());
    }
  }
  return scopes;
}

/// The metadata without the scopes that are not declared: null if none is left.
llvm::MDNode* declared_part(const llvm::MDNode& list, const Scopes& declared) {
  llvm::SmallVector<llvm::Metadata*> kept;
  for (const llvm::MDOperand& scope : list.operands()) {
    if (declared.contains(scope.get())) {
      kept.push_back(scope.get());
    }
  }
  return kept.empty() ? nullptr : llvm::MDNode::get(list.getContext(), kept);
}

bool is_masked(const llvm::Instruction& access) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&access);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                  call->getIntrinsicID() == llvm::Intrinsic::masked_gather);
}

/// A message about an invalid promise of one access; empty if there is none.
llvm::StringRef check(const llvm::Instruction& access, const Scopes& declared) {
  for (const unsigned kind : alias_kinds) {
    const llvm::MDNode* list = access.getMetadata(kind);
    if (list && llvm::any_of(list->operands(), [&](const llvm::MDOperand& scope) {
          return !declared.contains(scope.get());
        })) {
      return "it names an alias scope that its function does not declare";
    }
  }
  if (is_masked(access) && (access.hasMetadata(llvm::LLVMContext::MD_noundef) ||
                            access.hasMetadata(llvm::LLVMContext::MD_range))) {
    return "it says something of the values of lanes that may be inactive";
  }
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  if (pointer && access.mayWriteToMemory() &&
      access.hasMetadata(llvm::LLVMContext::MD_access_group) &&
      is_work_item_object(*llvm::getUnderlyingObject(pointer))) {
    return "it is marked as parallel, but work-items use its memory one after the other";
  }
  if (pointer && access.hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
      (is_work_item_object(*llvm::getUnderlyingObject(pointer)) ||
       address_space_of(*pointer) == local_space)) {
    return "it is marked as invariant, but its memory may be written";
  }
  return "";
}

} // namespace

void drop_alias_scopes(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    for (const unsigned kind : alias_kinds) {
      instruction.setMetadata(kind, nullptr);
    }
    if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction)) {
      instruction.eraseFromParent();
    }
  }
}

void drop_undeclared_alias_scopes(llvm::Function& function) {
  const Scopes declared = declared_scopes(function);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const unsigned kind : alias_kinds) {
      if (const llvm::MDNode* list = instruction.getMetadata(kind)) {
        instruction.setMetadata(kind, declared_part(*list, declared));
      }
    }
  }
}

std::string find_broken_promise(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    const Scopes declared = declared_scopes(function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!instruction.hasMetadata()) {
        continue;
      }
      if (const llvm::StringRef broken = check(instruction, declared); !broken.empty()) {
        std::string text;
        llvm::raw_string_ostream(text)
            << broken << ":" << instruction << " in " << function.getName();
        return text;
      }
    }
  }
  return "";
}

} // namespace vecz
