// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/interleave_variables.h"

#include "preparation/variable_uses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral metadata = "vecz.interleaved";

/// The offset of an address as constants and multiples of values.
struct Offset {
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt constant;
};

class Interleaving {
public:
  Interleaving(llvm::AllocaInst& subject, unsigned lanes)
      : variable(subject), width(lanes), layout(subject.getModule()->getDataLayout()),
        uses(subject) {}

  bool run() {
    const auto size = variable.getAllocationSize(layout);
    if (!variable.isStaticAlloca() || !size || size->isScalable() || !has_elements_only() ||
        element == 0 || size->getFixedValue() % element != 0 || size->getFixedValue() == element ||
        !llvm::all_of(uses.addresses,
                      [&](auto* address) { return consists_of_elements(*address); })) {
      return false;
    }
    for (llvm::GetElementPtrInst* address : uses.addresses) {
      stretch(*address);
    }
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&variable)) {
      record->eraseFromParent(); // a debugger would show neighbours' elements
    }
    llvm::LLVMContext& context = variable.getContext();
    variable.setMetadata(
        metadata, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                                 llvm::Type::getInt64Ty(context), element))));
    return true;
  }

private:
  /// Whether the variable is used for elements of one size only.
  bool has_elements_only() {
    return !uses.has_others && uses.copies.empty() &&
           llvm::all_of(uses.accesses, [&](const llvm::Instruction* access) {
             return is_element(*llvm::getLoadStoreType(access));
           });
  }

  bool is_element(llvm::Type& type) {
    const uint64_t size = layout.getTypeStoreSize(&type);
    if (type.isAggregateType() || size != layout.getTypeAllocSize(&type)) {
      return false;
    }
    element = element == 0 ? size : element;
    return element == size;
  }

  [[nodiscard]] std::optional<Offset> offset_of(const llvm::GetElementPtrInst& address) const {
    const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
    Offset offset{{}, llvm::APInt(bits, 0)};
    if (!llvm::cast<llvm::GEPOperator>(address).collectOffset(layout, bits, offset.variable,
                                                              offset.constant)) {
      return std::nullopt;
    }
    return offset;
  }

  [[nodiscard]] bool consists_of_elements(const llvm::GetElementPtrInst& address) const {
    const auto is_multiple = [&](const llvm::APInt& bytes) {
      return bytes.getSExtValue() % int64_t(element) == 0;
    };
    const auto offset = offset_of(address);
    return offset && is_multiple(offset->constant) &&
           llvm::all_of(offset->variable,
                        [&](const auto& part) { return is_multiple(part.second); });
  }

  void stretch(llvm::GetElementPtrInst& address) {
    const auto offset = offset_of(address); // which there is: consists_of_elements
    llvm::IRBuilder<> builder(&address);
    llvm::Type* type = layout.getIndexType(address.getType());
    const auto stretched = [&](const llvm::APInt& bytes) {
      return llvm::ConstantInt::get(type, bytes * width);
    };
    llvm::Value* sum = stretched(offset->constant);
    for (const auto& [index, scale] : offset->variable) {
      llvm::Value* wide = builder.CreateSExtOrTrunc(index, type);
      sum = builder.CreateAdd(builder.CreateMul(wide, stretched(scale)), sum);
    }
    address.replaceAllUsesWith(builder.CreatePtrAdd(address.getPointerOperand(), sum));
    address.eraseFromParent();
  }

  llvm::AllocaInst& variable;
  const unsigned width;
  const llvm::DataLayout& layout;
  uint64_t element = 0;
  const VariableUses uses;
};

} // namespace

bool interleave_variables(llvm::Function& function, unsigned width) {
  llvm::SmallVector<llvm::AllocaInst*>
      variables; // addresses, any of which may follow, are replaced
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  bool changed = false;
  for (llvm::AllocaInst* variable : variables) {
    changed |= Interleaving(*variable, width).run();
  }
  return changed;
}

std::optional<uint64_t> element_size(const llvm::AllocaInst& variable) {
  const llvm::MDNode* node = variable.getMetadata(metadata);
  return node ? std::optional(
                    llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue())
              : std::nullopt;
}

} // namespace vecz
