// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/split_accesses.h"

#include "preparation/variable_uses.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace vecz {
namespace {

/// All accesses to one variable.
class Accesses {
public:
  explicit Accesses(llvm::AllocaInst& variable)
      : layout(variable.getModule()->getDataLayout()), uses(variable) {}

  [[nodiscard]] bool split() {
    const auto is_vector = [](const llvm::Instruction* access) {
      return llvm::getLoadStoreType(access)->isVectorTy();
    };
    // Copies and fills become accesses to elements (expand_copies.h).
    if (uses.has_others || !has_elements_only() || llvm::none_of(uses.accesses, is_vector) ||
        llvm::all_equal(types())) {
      return false;
    }
    for (llvm::Instruction* access : uses.accesses) {
      if (!is_vector(access)) {
        continue;
      }
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access)) {
        split(*load);
      } else {
        split(*llvm::cast<llvm::StoreInst>(access));
      }
    }
    return true;
  }

private:
  /// Whether the accesses are to elements of one size and vectors of them.
  bool has_elements_only() {
    return llvm::all_of(uses.accesses, [&](const llvm::Instruction* access) {
      return has_element(*llvm::getLoadStoreType(access));
    });
  }

  bool has_element(llvm::Type& type) {
    if (type.isAggregateType() || llvm::isa<llvm::ScalableVectorType>(type)) {
      return false;
    }
    llvm::Type* scalar = type.getScalarType();
    const uint64_t bits = layout.getTypeSizeInBits(scalar);
    if (bits % 8 != 0 || bits != layout.getTypeAllocSizeInBits(scalar) ||
        (element != 0 && element * 8 != bits)) {
      return false;
    }
    element = bits / 8;
    return true;
  }

  [[nodiscard]] llvm::SmallVector<uint64_t> types() const {
    llvm::SmallVector<uint64_t> sizes;
    for (const llvm::Instruction* access : uses.accesses) {
      sizes.push_back(layout.getTypeSizeInBits(llvm::getLoadStoreType(access)));
    }
    return sizes;
  }

  llvm::Value* address(llvm::IRBuilder<>& builder, llvm::Value* first, unsigned number) const {
    return number == 0 ? first : builder.CreatePtrAdd(first, builder.getInt64(number * element));
  }

  void split(llvm::LoadInst& load) const {
    llvm::IRBuilder<> builder(&load);
    auto* type = llvm::cast<llvm::FixedVectorType>(load.getType());
    llvm::Value* vector = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      llvm::Value* part = builder.CreateAlignedLoad(
          type->getElementType(), address(builder, load.getPointerOperand(), i),
          llvm::commonAlignment(load.getAlign(), i * element));
      vector = builder.CreateInsertElement(vector, part, i);
    }
    load.replaceAllUsesWith(vector);
    load.eraseFromParent();
  }

  void split(llvm::StoreInst& store) const {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* vector = store.getValueOperand();
    auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      builder.CreateAlignedStore(builder.CreateExtractElement(vector, i),
                                 address(builder, store.getPointerOperand(), i),
                                 llvm::commonAlignment(store.getAlign(), i * element));
    }
    store.eraseFromParent();
  }

  const llvm::DataLayout& layout;
  const VariableUses uses;
  uint64_t element = 0; ///< bytes
};

} // namespace

bool split_accesses(llvm::Function& function) {
  bool changed = false;
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  for (llvm::AllocaInst* variable : variables) {
    changed |= Accesses(*variable).split();
  }
  return changed;
}

} // namespace vecz
