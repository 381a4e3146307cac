// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/expand_copies.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

/// Copies and fills of up to so many elements are done one by one.
constexpr uint64_t max_elements = 64;

/// What is known of the uses of one variable.
class Uses {
public:
  Uses(llvm::AllocaInst& subject, const llvm::DataLayout& data) : variable(subject), layout(data) {}

  /// Whether all of them are loads and stores of one size, or can be made such.
  bool follow() {
    const auto bytes = variable.getAllocationSize(layout);
    if (!variable.isStaticAlloca() || !bytes || bytes->isScalable() || !follow(variable)) {
      return false;
    }
    return (size == 1 || size == 2 || size == 4 || size == 8 || size == 16) &&
           bytes->getFixedValue() % size == 0 && *bytes != llvm::TypeSize::getFixed(size) &&
           llvm::all_of(copies, [&](auto* copy) { return can_expand(*copy); });
  }

  llvm::AllocaInst& variable;
  uint64_t size = 0; ///< bytes of each access
  llvm::SmallSetVector<llvm::MemIntrinsic*, 4> copies;

private:
  bool follow(llvm::Instruction& pointer) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        return !address->getType()->isVectorTy() && use.getOperandNo() == 0 && follow(*address);
      }
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        return load->isSimple() && is_size(load->getType());
      }
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        return store->isSimple() && use.getOperandNo() == 1 &&
               is_size(store->getValueOperand()->getType());
      }
      if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        copies.insert(copy);
        return !copy->isVolatile() && !llvm::isa<llvm::MemMoveInst>(copy);
      }
      return false;
    });
  }

  bool is_size(llvm::Type* type) {
    const llvm::TypeSize bytes = layout.getTypeStoreSize(type);
    if (bytes.isScalable() || bytes != layout.getTypeAllocSize(type) ||
        (size != 0 && bytes.getFixedValue() != size)) {
      return false;
    }
    size = bytes.getFixedValue();
    return true;
  }

  [[nodiscard]] bool can_expand(const llvm::MemIntrinsic& copy) const {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&copy);
    return length && length->getZExtValue() % size == 0 &&
           length->getZExtValue() / size <= max_elements &&
           (!fill || llvm::isa<llvm::ConstantInt>(fill->getValue()));
  }

  const llvm::DataLayout& layout;
};

/// A fill or copy as loads and stores of `size` bytes.
void expand(llvm::MemIntrinsic& copy, uint64_t size) {
  llvm::IRBuilder<> builder(&copy);
  llvm::Type* type =
      size == 16 ? static_cast<llvm::Type*>(llvm::FixedVectorType::get(builder.getInt32Ty(), 4))
                 : builder.getIntNTy(8 * size);
  const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy);
  const uint64_t length = llvm::cast<llvm::ConstantInt>(copy.getLength())->getZExtValue();
  for (uint64_t offset = 0; offset < length; offset += size) {
    const auto at = [&](llvm::Value* base) {
      return builder.CreatePtrAdd(base, builder.getInt64(offset));
    };
    const auto aligned = [&](llvm::MaybeAlign align) {
      return llvm::commonAlignment(align.valueOrOne(), offset);
    };
    llvm::Value* value = nullptr;
    if (transfer) {
      value = builder.CreateAlignedLoad(type, at(transfer->getRawSource()),
                                        aligned(transfer->getSourceAlign()));
    } else {
      const auto* byte =
          llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::MemSetInst>(copy).getValue());
      value = llvm::ConstantInt::get(
          type, llvm::APInt::getSplat(type->getScalarSizeInBits(), byte->getValue()));
    }
    builder.CreateAlignedStore(value, at(copy.getRawDest()), aligned(copy.getDestAlign()));
  }
  copy.eraseFromParent();
}

} // namespace

bool expand_copies(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  bool changed = false;
  for (llvm::AllocaInst* variable : variables) {
    Uses uses(*variable, layout);
    if (!uses.follow()) {
      continue;
    }
    for (llvm::MemIntrinsic* copy : uses.copies) {
      expand(*copy, uses.size);
      changed = true;
    }
  }
  return changed;
}

} // namespace vecz
