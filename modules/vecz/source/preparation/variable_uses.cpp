// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/variable_uses.h"

namespace vecz {

VariableUses::VariableUses(llvm::AllocaInst& variable) { add_uses_of(variable); }

void VariableUses::add_uses_of(llvm::Instruction& pointer) {
  for (const llvm::Use& use : pointer.uses()) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      addresses.push_back(address);
      has_others |= address->getType()->isVectorTy();
      add_uses_of(*address);
    } else if ((load && load->isSimple()) ||
               (store && store->isSimple() &&
                use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())) {
      accesses.push_back(user);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      copies.insert(copy);
      has_others |= copy->isVolatile();
    } else if (user->isLifetimeStartOrEnd()) {
      has_markers = true;
    } else {
      has_others = true;
    }
  }
}

} // namespace vecz
