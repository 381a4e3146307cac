// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"
#include "sycl_compiler/stages.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace sycl_compiler {

namespace {

/// The phi of one element. A block that comes several times has one value.
llvm::PHINode* phi_of_element(llvm::PHINode& phi, unsigned element) {
  llvm::IRBuilder<> builder(&phi);
  llvm::PHINode* const made = builder.CreatePHI(
      llvm::ExtractValueInst::getIndexedType(phi.getType(), element), phi.getNumIncomingValues());
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> values;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* const block = phi.getIncomingBlock(i);
    llvm::Value*& value = values[block];
    if (!value) {
      builder.SetInsertPoint(block->getTerminator());
      value = builder.CreateExtractValue(phi.getIncomingValue(i), element);
    }
    made->addIncoming(value, block);
  }
  return made;
}

void split(llvm::PHINode& phi) {
  const unsigned count = phi.getType()->isStructTy()
                             ? phi.getType()->getStructNumElements()
                             : unsigned(phi.getType()->getArrayNumElements());
  std::vector<llvm::PHINode*> elements;
  for (unsigned i = 0; i < count; ++i) {
    elements.push_back(phi_of_element(phi, i));
  }
  for (llvm::User* user : llvm::make_early_inc_range(phi.users())) {
    auto* const extract = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (extract && extract->getNumIndices() == 1) {
      extract->replaceAllUsesWith(elements[extract->getIndices()[0]]);
      extract->eraseFromParent();
    }
  }
  if (!phi.use_empty()) {
    llvm::IRBuilder<> builder(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    llvm::Value* whole = llvm::PoisonValue::get(phi.getType());
    for (unsigned i = 0; i < count; ++i) {
      whole = builder.CreateInsertValue(whole, elements[i], i);
    }
    phi.replaceAllUsesWith(whole);
  }
  phi.eraseFromParent();
}

} // namespace

void split_aggregate_phis(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::PHINode* phi : instructions_of<llvm::PHINode>(function)) {
      if (phi->getType()->isAggregateType()) {
        split(*phi);
      }
    }
  }
}

} // namespace sycl_compiler
