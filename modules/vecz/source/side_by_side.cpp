// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "side_by_side.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

constexpr int deepest = 12;
/// Looked at for one address; a value may be one of its parts several times.
constexpr size_t most_values = 256;
constexpr llvm::StringLiteral seldom = "vecz.seldom";

/// Whether all that varies in `value` are ids; what was read from memory seldom lies in order.
bool is_made_of_ids(const llvm::Value& value, const CallInfo& calls, const Uniformity& uniformity,
                    int depth, llvm::SmallDenseMap<const llvm::Value*, int>& seen) {
  if (!uniformity.is_varying(value)) {
    return true;
  }
  if (depth == 0 || seen.size() == most_values) {
    return false;
  }
  // Not again, unless less deep than before: the first part that is none of this ends it all.
  const auto [known, added] = seen.try_emplace(&value, depth);
  if (!added && known->second >= depth) {
    return true;
  }
  known->second = depth;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) {
    return false;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
      call && !llvm::isa<llvm::MinMaxIntrinsic>(call)) {
    return calls.kind(*call) == CallKind::lane_id;
  }
  if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst,
                 llvm::MinMaxIntrinsic, llvm::FreezeInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
    return llvm::isa<llvm::Function>(operand) ||
           is_made_of_ids(*operand, calls, uniformity, depth - 1, seen);
  });
}

} // namespace

std::optional<Index> find_index(const llvm::Value& pointer, uint64_t bytes, const CallInfo& calls,
                                const Uniformity& uniformity, const Strides& strides) {
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
  llvm::SmallDenseMap<const llvm::Value*, int> seen;
  const bool possible =
      stride ? *stride == 1 : is_made_of_ids(*result.value, calls, uniformity, deepest, seen);
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

void mark_seldom(llvm::Instruction& access) {
  access.setMetadata(seldom, llvm::MDNode::get(access.getContext(), {}));
}

bool is_seldom(const llvm::Instruction& access) { return access.hasMetadata(seldom); }

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
