// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/plain_loads.h"

#include <llvm/ADT/bit.h>
#include <llvm/CodeGen/ValueTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

/// Pointers are as integers of their size to code generation.
bool has_plain_type(const llvm::LoadInst& load) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (!type) {
    return true;
  }
  llvm::Type* element = type->getElementType();
  if (element->isPointerTy()) {
    element = load.getDataLayout().getIntPtrType(element);
  }
  return llvm::EVT::getVectorVT(load.getContext(),
                                llvm::EVT::getEVT(element, /*HandleUnknown=*/true),
                                type->getNumElements())
      .isSimple();
}

/// `count` elements from number `first` on; a single one is no vector.
llvm::Value* load_part(llvm::IRBuilderBase& builder, const llvm::LoadInst& load, unsigned first,
                       unsigned count) {
  const llvm::DataLayout& layout = load.getDataLayout();
  llvm::Type* element = load.getType()->getScalarType();
  llvm::Type* type = count == 1 ? element : llvm::FixedVectorType::get(element, count);
  const uint64_t offset = first * layout.getTypeStoreSize(element).getFixedValue();
  auto* address = const_cast<llvm::Value*>(load.getPointerOperand());
  llvm::LoadInst* part = builder.CreateAlignedLoad(
      type,
      offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset) : address,
      llvm::commonAlignment(load.getAlign(), offset));
  part->setAAMetadata(load.getAAMetadata().adjustForAccess(offset, type, layout));
  return part;
}

void divide(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  const unsigned length = llvm::cast<llvm::FixedVectorType>(load.getType())->getNumElements();
  llvm::Value* whole = llvm::PoisonValue::get(load.getType());
  for (unsigned first = 0; first < length;) {
    const unsigned count = llvm::bit_floor(length - first);
    llvm::Value* part = load_part(builder, load, first, count);
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* element = count == 1 ? part : builder.CreateExtractElement(part, i);
      whole = builder.CreateInsertElement(whole, element, first + i);
    }
    first += count;
  }
  whole->takeName(&load);
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

/// Whether its elements lie side by side in whole bytes, so that a part has an address.
bool can_be_divided(const llvm::LoadInst& load) {
  llvm::Type* element = load.getType()->getScalarType();
  return load.isSimple() && load.getDataLayout().typeSizeEqualsStoreSize(element);
}

} // namespace

bool plain_loads(llvm::Module& module) {
  llvm::SmallVector<llvm::LoadInst*> worklist;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && !has_plain_type(*load) && can_be_divided(*load)) {
        worklist.push_back(load);
      }
    }
  }
  for (llvm::LoadInst* load : worklist) {
    divide(*load);
  }
  return !worklist.empty();
}

} // namespace compiler
