// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/maybe_consecutive.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

constexpr llvm::StringLiteral rarely_run = "vecz.rarely_run", row = "vecz.row";

} // namespace

std::optional<Index> find_maybe_consecutive_index(const llvm::Value& pointer, uint64_t bytes,
                                                  const Uniformity& uniformity,
                                                  const Strides& strides) {
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  if (!address || uniformity.is_varying(*address->getPointerOperand())) {
    return std::nullopt;
  }
  const llvm::DataLayout& layout = address->getModule()->getDataLayout();
  llvm::Value* index = nullptr;
  for (auto it = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); it != end;
       ++it) {
    if (!uniformity.is_varying(*it.getOperand())) {
      continue;
    }
    if (index || it.isStruct() || it.getSequentialElementStride(layout) != bytes) {
      return std::nullopt;
    }
    index = it.getOperand();
  }
  if (!index || index->getType()->isVectorTy() ||
      index->getType()->getScalarSizeInBits() !=
          layout.getIndexTypeSizeInBits(address->getType())) {
    return std::nullopt;
  }
  Index result{index, false, false};
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index)) {
    result = {llvm::cast<llvm::CastInst>(index)->getOperand(0), true,
              llvm::isa<llvm::SExtInst>(index)};
  }
  const auto stride = strides.stride(*result.value);
  const bool possible = stride ? *stride == 1 : strides.is_made_of_ids(*result.value);
  // Narrow indices wrap too soon.
  return possible && result.value->getType()->getScalarSizeInBits() >= 16 ? std::optional(result)
                                                                          : std::nullopt;
}

llvm::Value* stays_in_range(llvm::IRBuilder<>& builder, llvm::Value* first, bool is_signed,
                            unsigned width) {
  const unsigned bits = first->getType()->getScalarSizeInBits();
  const llvm::APInt most =
      (is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits)) -
      (width - 1);
  llvm::Value* limit = builder.getInt(most);
  return is_signed ? builder.CreateICmpSLE(first, limit) : builder.CreateICmpULE(first, limit);
}

void mark_rarely_run(llvm::Instruction& access) {
  access.setMetadata(rarely_run, llvm::MDNode::get(access.getContext(), {}));
}

bool is_rarely_run(const llvm::Instruction& access) { return access.hasMetadata(rarely_run); }

void mark_row(llvm::Instruction& access) {
  access.setMetadata(row, llvm::MDNode::get(access.getContext(), {}));
}

bool is_row(const llvm::Instruction& access) { return access.hasMetadata(row); }

llvm::Value* counts_up(llvm::IRBuilder<>& builder, llvm::Value* distance) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(distance->getType());
  llvm::SmallVector<llvm::Constant*> steps;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    steps.push_back(llvm::ConstantInt::get(type->getElementType(), lane));
  }
  return builder.CreateICmpEQ(distance, llvm::ConstantVector::get(steps));
}

llvm::Value* without_summands(llvm::Value* index, const Uniformity& uniformity,
                              llvm::SmallVectorImpl<llvm::Value*>& summands) {
  while (auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index)) {
    llvm::Value *left = sum->getOperand(0), *right = sum->getOperand(1);
    if (sum->getOpcode() != llvm::Instruction::Add ||
        uniformity.is_varying(*left) == uniformity.is_varying(*right)) {
      break;
    }
    const bool is_left = uniformity.is_varying(*left);
    index = is_left ? left : right;
    summands.push_back(is_left ? right : left);
  }
  return index;
}

} // namespace vecz
