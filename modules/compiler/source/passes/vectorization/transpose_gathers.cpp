// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/transpose_gathers.h"

#include "vecz/memory_order.h"
#include "vecz/transpose.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

/// Bytes between neighbours, if all are as far apart and the first is at 0.
std::optional<int64_t> stride_of(const llvm::Value& offsets, unsigned lanes) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&offsets);
  std::optional<int64_t> stride;
  for (unsigned lane = 0; constant && lane < lanes; ++lane) {
    const auto* offset =
        llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(lane));
    if (!offset || (lane != 1 && offset->getSExtValue() != int64_t(lane) * stride.value_or(0))) {
      return std::nullopt;
    }
    if (lane == 1) {
      stride = offset->getSExtValue();
    }
  }
  return stride;
}

struct Column {
  ColumnGather gather;
  Affine place;

  [[nodiscard]] bool is_beside(const Column& other) const {
    return place.base == other.place.base && gather.stride == other.gather.stride &&
           gather.gather->getType() == other.gather.gather->getType() &&
           place.terms.size() == other.place.terms.size() &&
           llvm::all_of(llvm::zip(place.terms, other.place.terms), [](const auto& both) {
             const auto& [a, b] = both;
             return a.value == b.value && a.is_signed == b.is_signed && a.factor == b.factor;
           });
  }
};

bool comes_before(const Column& a, const Column& b) {
  return a.gather.gather->comesBefore(b.gather.gather);
}

/// Whether memory of the gathers' address space may be written between the first and the last of
/// them.
bool is_written_between(llvm::ArrayRef<Column> columns) {
  const auto [first, last] = std::minmax_element(columns.begin(), columns.end(), comes_before);
  const unsigned space = first->gather.pointer->getType()->getPointerAddressSpace();
  for (const llvm::Instruction* at = first->gather.gather; at != last->gather.gather;
       at = at->getNextNode()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(at);
    const bool elsewhere =
        store && !vecz::orders_memory(*store) && store->getPointerAddressSpace() != space &&
        store->getPointerAddressSpace() != vecz::generic_space && space != vecz::generic_space;
    if (at->mayWriteToMemory() && !elsewhere) {
      return true;
    }
  }
  return false;
}

/// `columns`, one for each lane, from left to right.
void read_rows(llvm::ArrayRef<Column> columns) {
  const Column& first = *std::min_element(columns.begin(), columns.end(), comes_before);
  llvm::IRBuilder<> builder(first.gather.gather);
  const int64_t corner = columns[0].place.constant - first.place.constant;
  llvm::SmallVector<llvm::Value*> rows;
  for (unsigned row = 0; row < columns.size(); ++row) {
    llvm::Value* address = builder.CreateConstGEP1_64(builder.getInt8Ty(), first.gather.pointer,
                                                      uint64_t(corner + row * first.gather.stride));
    rows.push_back(builder.CreateAlignedLoad(
        first.gather.gather->getType(), address,
        llvm::Align(static_cast<uint64_t>(first.gather.element_bytes()))));
  }
  for (auto [column, values] : llvm::zip(columns, vecz::transpose(builder, rows))) {
    column.gather.gather->replaceAllUsesWith(values);
    column.gather.gather->eraseFromParent();
  }
}

/// The first so many neighbours, from left to right, that `columns` has; empty if it has none.
llvm::SmallVector<Column> neighbours(llvm::SmallVectorImpl<Column>& columns) {
  llvm::sort(columns,
             [](const Column& a, const Column& b) { return a.place.constant < b.place.constant; });
  for (size_t first = 0; first < columns.size(); ++first) {
    llvm::SmallVector<Column> run;
    for (const Column& column : llvm::drop_begin(columns, first)) {
      const int64_t next = columns[first].place.constant +
                           static_cast<int64_t>(run.size()) * column.gather.element_bytes();
      if (column.place.constant == next && column.is_beside(columns[first])) {
        run.push_back(column);
      }
      if (run.size() == column.gather.lanes()) {
        return run;
      }
    }
  }
  return {};
}

bool transpose_gathers(llvm::BasicBlock& block) {
  llvm::SmallVector<Column> columns;
  for (llvm::Instruction& instruction : block) {
    if (const auto gather = ColumnGather::match(instruction)) {
      columns.push_back({*gather, affine_parts(*gather->pointer, Wrapping::excluded)});
    }
  }
  bool changed = false;
  while (true) {
    const llvm::SmallVector<Column> run = neighbours(columns);
    if (run.empty()) {
      return changed;
    }
    llvm::erase_if(columns, [&](const Column& column) {
      return llvm::any_of(
          run, [&](const Column& other) { return other.gather.gather == column.gather.gather; });
    });
    if (!is_written_between(run)) {
      read_rows(run);
      changed = true;
    }
  }
}

} // namespace

unsigned ColumnGather::lanes() const {
  return llvm::cast<llvm::FixedVectorType>(gather->getType())->getNumElements();
}

int64_t ColumnGather::element_bytes() const { return gather->getType()->getScalarSizeInBits() / 8; }

std::optional<ColumnGather> ColumnGather::match(llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_gather ||
      !llvm::PatternMatch::match(call->getArgOperand(1), m_AllOnes())) {
    return std::nullopt;
  }
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(call->getType());
  auto* addresses = llvm::dyn_cast<llvm::GetElementPtrInst>(call->getArgOperand(0));
  if (!type || !llvm::isPowerOf2_32(type->getNumElements()) || type->getNumElements() < 4 ||
      !addresses || !addresses->getSourceElementType()->isIntegerTy(8) ||
      addresses->getNumOperands() != 2 || addresses->getPointerOperandType()->isVectorTy()) {
    return std::nullopt;
  }
  const auto stride = stride_of(*addresses->getOperand(1), type->getNumElements());
  ColumnGather result{call, addresses->getPointerOperand(), stride.value_or(0)};
  const bool apart = result.stride >= result.element_bytes() * result.lanes();
  return apart && result.element_bytes() >= 2 ? std::optional(result) : std::nullopt;
}

bool transpose_gathers(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      changed |= transpose_gathers(block);
    }
  }
  return changed;
}

} // namespace compiler
