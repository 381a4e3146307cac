// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interleave_private.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral interleaved = "vecz.interleaved";

/// Copies and fills of up to so many elements are done one by one.
constexpr uint64_t most_elements = 64;

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
           llvm::all_of(addresses, [&](auto* address) { return steps_whole_elements(*address); }) &&
           llvm::all_of(copies, [&](auto* copy) { return can_expand(*copy); });
  }

  llvm::AllocaInst& variable;
  uint64_t size = 0; ///< bytes of each access
  llvm::SmallVector<llvm::GetElementPtrInst*> addresses;
  llvm::SmallSetVector<llvm::MemIntrinsic*, 4> copies;

private:
  bool follow(llvm::Instruction& pointer) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        addresses.push_back(address);
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

  [[nodiscard]] bool steps_whole_elements(const llvm::GetElementPtrInst& address) const {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
    llvm::APInt constant(layout.getIndexTypeSizeInBits(address.getType()), 0);
    return llvm::cast<llvm::GEPOperator>(address).collectOffset(layout, constant.getBitWidth(),
                                                                variables, constant) &&
           constant.srem(int64_t(size)) == 0 && llvm::all_of(variables, [&](const auto& step) {
             return step.second.srem(int64_t(size)) == 0;
           });
  }

  [[nodiscard]] bool can_expand(const llvm::MemIntrinsic& copy) const {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&copy);
    return length && length->getZExtValue() % size == 0 &&
           length->getZExtValue() / size <= most_elements &&
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

/// Distances within the variable become `width` times as large.
void stretch(llvm::GetElementPtrInst& address, const llvm::DataLayout& layout, unsigned width) {
  llvm::IRBuilder<> builder(&address);
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  llvm::APInt constant(bits, 0);
  [[maybe_unused]] const bool known =
      llvm::cast<llvm::GEPOperator>(address).collectOffset(layout, bits, variables, constant);
  assert(known);
  llvm::Value* offset = constant.isZero() ? nullptr : builder.getInt(constant * width);
  for (const auto& [index, step] : variables) {
    llvm::Value* wide = builder.CreateSExtOrTrunc(index, builder.getIntNTy(bits));
    llvm::Value* distance = builder.CreateMul(wide, builder.getInt(step * width));
    offset = offset ? builder.CreateAdd(offset, distance) : distance;
  }
  offset = offset ? offset : builder.getInt(constant);
  llvm::Value* stretched = builder.CreatePtrAdd(address.getPointerOperand(), offset);
  stretched->takeName(&address);
  address.replaceAllUsesWith(stretched);
  address.eraseFromParent();
}

void interleave(Uses& uses, const llvm::DataLayout& layout, unsigned width) {
  llvm::AllocaInst& variable = uses.variable;
  llvm::LLVMContext& context = variable.getContext();
  const uint64_t bytes = variable.getAllocationSize(layout)->getFixedValue() * width;
  variable.setAllocatedType(llvm::ArrayType::get(llvm::Type::getInt8Ty(context), bytes));
  variable.setOperand(0, llvm::ConstantInt::get(variable.getArraySize()->getType(), 1));
  auto* stride = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), uses.size);
  variable.setMetadata(interleaved,
                       llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(stride)));
  for (llvm::GetElementPtrInst* address : uses.addresses) {
    stretch(*address, layout, width);
  }
}

} // namespace

bool interleave_private(llvm::Function& function, unsigned width) {
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
    }
    Uses expanded(*variable, layout);
    if (expanded.follow()) {
      interleave(expanded, layout, width);
      changed = true;
    }
  }
  return changed;
}

std::optional<int64_t> interleaved_stride(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(interleaved);
  return node ? std::optional(
                    llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getSExtValue())
              : std::nullopt;
}

} // namespace vecz
