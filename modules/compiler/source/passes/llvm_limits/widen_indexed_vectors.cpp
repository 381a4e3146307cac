// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/widen_indexed_vectors.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

/// The shortest permutation that code generation fails for.
constexpr size_t fewest = 4;

/// The element of a vector of integers that the index is, extended or frozen.
const llvm::ExtractElementInst* index_element(const llvm::Value* index) {
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::FreezeInst>(index)) {
    index = llvm::cast<llvm::Instruction>(index)->getOperand(0);
  }
  const auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(index);
  const bool is_one = element && llvm::isa<llvm::ConstantInt>(element->getIndexOperand()) &&
                      llvm::isa<llvm::FixedVectorType>(element->getVectorOperandType());
  return is_one ? element : nullptr;
}

bool is_narrower(const llvm::ExtractElementInst& use, const llvm::ExtractElementInst& index) {
  const unsigned bits = use.getType()->getScalarSizeInBits();
  return llvm::isa<llvm::FixedVectorType>(use.getVectorOperandType()) && bits >= 8 &&
         bits < index.getType()->getScalarSizeInBits();
}

void widen(llvm::ExtractElementInst& use, llvm::Type* wider) {
  llvm::IRBuilder<> builder(&use);
  llvm::Type* narrow = builder.getIntNTy(use.getType()->getScalarSizeInBits());
  llvm::Value* vector = use.getVectorOperand();
  auto count = use.getVectorOperandType()->getElementCount();
  vector = builder.CreateBitCast(vector, llvm::VectorType::get(narrow, count));
  vector = builder.CreateZExt(vector, llvm::VectorType::get(wider, count));
  llvm::Value* element = builder.CreateExtractElement(vector, use.getIndexOperand());
  element = builder.CreateBitCast(builder.CreateTrunc(element, narrow), use.getType());
  use.replaceAllUsesWith(element);
  use.eraseFromParent();
}

} // namespace

bool widen_indexed_vectors(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    // Keyed by the indexed vector and the vector of its indices.
    using Vectors = std::pair<const llvm::Value*, const llvm::Value*>;
    llvm::MapVector<Vectors, llvm::SmallVector<llvm::ExtractElementInst*, 16>> uses;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* use = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction);
      const auto* index = use ? index_element(use->getIndexOperand()) : nullptr;
      if (index && is_narrower(*use, *index)) {
        uses[{use->getVectorOperand(), index->getVectorOperand()}].push_back(use);
      }
    }
    for (const auto& [vectors, of] : uses) {
      if (of.size() >= fewest) {
        for (llvm::ExtractElementInst* use : of) {
          widen(*use, vectors.second->getType()->getScalarType());
        }
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
