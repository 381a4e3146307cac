// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/expand_copies.h"

#include "preparation/variable_uses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

/// Copies and fills of up to so many elements are done one by one.
constexpr uint64_t max_elements = 64;

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

/// The copies and fills of one variable, if all its accesses are of one size or can be made such.
class Copies {
public:
  Copies(llvm::AllocaInst& subject, const llvm::DataLayout& data)
      : variable(subject), layout(data), uses(subject) {}

  [[nodiscard]] bool can_expand() {
    const auto bytes = variable.getAllocationSize(layout);
    if (!variable.isStaticAlloca() || !bytes || bytes->isScalable() || uses.has_others ||
        uses.has_markers || !has_one_size()) {
      return false;
    }
    return (size == 1 || size == 2 || size == 4 || size == 8 || size == 16) &&
           bytes->getFixedValue() % size == 0 && *bytes != llvm::TypeSize::getFixed(size) &&
           llvm::all_of(uses.copies, [&](auto* copy) { return can_expand(*copy); });
  }

  /// Whether there were any.
  [[nodiscard]] bool expand() const {
    for (llvm::MemIntrinsic* copy : uses.copies) {
      vecz::expand(*copy, size);
    }
    return !uses.copies.empty();
  }

private:
  bool has_one_size() {
    return llvm::all_of(uses.accesses, [&](const llvm::Instruction* access) {
      return is_size(llvm::getLoadStoreType(access));
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
    return length && !llvm::isa<llvm::MemMoveInst>(copy) && length->getZExtValue() % size == 0 &&
           length->getZExtValue() / size <= max_elements &&
           (!fill || llvm::isa<llvm::ConstantInt>(fill->getValue()));
  }

  llvm::AllocaInst& variable;
  const llvm::DataLayout& layout;
  const VariableUses uses;
  uint64_t size = 0; ///< bytes of each access
};

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
    Copies copies(*variable, layout);
    changed |= copies.can_expand() && copies.expand();
  }
  return changed;
}

} // namespace vecz
