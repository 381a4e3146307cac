// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/matrices/multiply_matrices.h"

#include "host/kernel_abi.h"
#include "host_passes/entry_functions.h"
#include "host_passes/matrices/plain_products.h"
#include "host_passes/matrices/tile_products.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

/// Functions with products, and those that call them.
llvm::SmallVector<llvm::Function*> functions_with_products(llvm::Module& module) {
  llvm::SmallSetVector<llvm::Function*, 4> found;
  for (llvm::Function& function : module) {
    if (!matrix_products(function).empty()) {
      found.insert(&function);
    }
  }
  for (size_t i = 0; i < found.size(); ++i) {
    for (llvm::User* user : found[i]->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        found.insert(call->getFunction());
      }
    }
  }
  return llvm::SmallVector<llvm::Function*>(found.begin(), found.end());
}

using Copies = llvm::MapVector<llvm::Function*, llvm::Function*>;

/// Copies that call each other.
Copies copy(llvm::ArrayRef<llvm::Function*> functions) {
  Copies copies;
  for (llvm::Function* function : functions) {
    llvm::ValueToValueMapTy values;
    llvm::Function* made = llvm::CloneFunction(function, values);
    made->setName("tiles." + function->getName());
    made->setLinkage(llvm::GlobalValue::InternalLinkage);
    copies[function] = made;
  }
  for (const auto& [function, made] : copies) {
    for (llvm::Instruction& instruction : llvm::instructions(*made)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && copies.contains(callee)) {
        call->setCalledFunction(copies[callee]);
      }
    }
  }
  return copies;
}

/// Lets an entry function run its copy if tiles may be used.
void choose(llvm::Function& entry, llvm::Function& with_tiles) {
  llvm::BasicBlock& first = entry.getEntryBlock();
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : first) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && variable->isStaticAlloca()) {
      variables.push_back(variable);
    }
  }
  llvm::BasicBlock* vectors = first.splitBasicBlock(first.begin(), "vectors");
  for (llvm::AllocaInst* variable : variables) {
    variable->moveBefore(first.getTerminator()->getIterator());
  }
  auto* tiles = llvm::BasicBlock::Create(entry.getContext(), "tiles", &entry, vectors);
  llvm::IRBuilder<> builder(first.getTerminator());
  llvm::Value* at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry.getArg(1),
                                                       offsetof(schedule, has_tiles));
  llvm::Value* has_tiles =
      builder.CreateAlignedLoad(builder.getInt32Ty(), at, llvm::Align(4), "has.tiles");
  builder.CreateCondBr(builder.CreateICmpNE(has_tiles, builder.getInt32(0)), tiles, vectors);
  first.getTerminator()->eraseFromParent();
  builder.SetInsertPoint(tiles);
  if (llvm::DISubprogram* subprogram = entry.getSubprogram()) {
    builder.SetCurrentDebugLocation(llvm::DILocation::get(entry.getContext(), 0, 0, subprogram));
  }
  builder.CreateCall(&with_tiles, {entry.getArg(0), entry.getArg(1)});
  builder.CreateRetVoid();
}

} // namespace

bool multiply_matrices(llvm::Module& module, const Cpu& cpu) {
  const auto functions = functions_with_products(module);
  if (cpu.tiles) {
    for (const auto& [function, made] : copy(functions)) {
      if (function->getName().starts_with(entry_name(""))) {
        choose(*function, *made);
      }
      use_tiles(*made);
    }
  }
  for (llvm::Function* function : functions) {
    use_vectors(*function, cpu);
  }
  return !functions.empty();
}

} // namespace host
