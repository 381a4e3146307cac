// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/split_accesses.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace vecz {
namespace {

/// All accesses to one variable.
class Accesses {
public:
  explicit Accesses(llvm::AllocaInst& variable) : layout(variable.getModule()->getDataLayout()) {
    suitable = follow(variable);
  }

  [[nodiscard]] bool split() {
    const auto is_vector = [](const llvm::Instruction* access) {
      return llvm::getLoadStoreType(access)->isVectorTy();
    };
    if (!suitable || llvm::none_of(all, is_vector) || llvm::all_equal(types())) {
      return false;
    }
    for (llvm::Instruction* access : all) {
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
  /// False if the variable is used for anything but elements of one size and vectors of them.
  bool follow(llvm::Instruction& pointer) {
    return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        return !address->getType()->isVectorTy() && follow(*address);
      }
      if (llvm::isa<llvm::MemIntrinsic>(user)) {
        return true; // expand_copies.h
      }
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      if (store ? store->isSimple() && use.getOperandNo() == store->getPointerOperandIndex()
                : load && load->isSimple()) {
        all.push_back(user);
        return has_element(*llvm::getLoadStoreType(user));
      }
      return user->isLifetimeStartOrEnd();
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
    for (const llvm::Instruction* access : all) {
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
  llvm::SmallVector<llvm::Instruction*> all;
  uint64_t element = 0; ///< bytes
  bool suitable = false;
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
