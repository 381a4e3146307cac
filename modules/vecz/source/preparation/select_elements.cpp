// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/select_elements.h"

#include "preparation/variable_uses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <optional>

namespace vecz {
namespace {

/// Accesses that replace those of an array, and bytes of an array that may do as values.
constexpr uint64_t max_added = 1024, largest_array = 256;

/// Where an access is in its array: at one of the offsets `first + i * step` for `i` below `count`,
/// that for which `index` is `least + i`. Without an index at `first`.
struct Place {
  llvm::Value* index = nullptr;
  int64_t least = 0;
  uint64_t first = 0, step = 0, count = 1;
};

std::optional<Place> place_of(llvm::Instruction& access, llvm::AllocaInst& array, uint64_t bytes) {
  const llvm::DataLayout& layout = access.getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(array.getType());
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt constant(bits, 0);
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  while (pointer != &array) {
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (!address || !address->collectOffset(layout, bits, variable, constant)) {
      return std::nullopt;
    }
    pointer = address->getPointerOperand();
  }
  const uint64_t size = layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
  if (variable.empty()) {
    return Place{nullptr, 0, constant.getZExtValue()};
  }
  const auto& [index, scale] = variable.front();
  const int64_t step = scale.getSExtValue(), start = constant.getSExtValue();
  if (variable.size() != 1 || step <= 0 || size > bytes || std::abs(start) > int64_t(bytes)) {
    return std::nullopt;
  }
  // The first and the last place inside the array; others are undefined.
  const int64_t last_byte = int64_t(bytes - size);
  const int64_t least = start >= 0 ? -(start / step) : (-start + step - 1) / step;
  const int64_t most = (last_byte - start) / step;
  if (last_byte < start + least * step) {
    return std::nullopt;
  }
  Place place{index, least, uint64_t(start + least * step), uint64_t(step),
              uint64_t(most - least + 1)};
  return place.count <= max_selected ? std::optional(place) : std::nullopt;
}

struct Access {
  llvm::Instruction* instruction;
  Place place;
};

/// Those of an array that have an index, if all elements then are values.
llvm::SmallVector<Access> indexed_accesses(llvm::AllocaInst& array, uint64_t bytes) {
  const VariableUses uses(array);
  if (uses.has_others || llvm::any_of(uses.copies, [](const llvm::MemIntrinsic* copy) {
        return !llvm::isa<llvm::MemSetInst>(copy);
      })) {
    return {};
  }
  llvm::SmallVector<Access> indexed;
  uint64_t added = 0;
  for (llvm::Instruction* access : uses.accesses) {
    const auto place = place_of(*access, array, bytes);
    if (!place || !llvm::getLoadStoreType(access)->isSingleValueType()) {
      return {};
    }
    if (place->index) {
      indexed.push_back({access, *place});
      added += place->count;
    }
  }
  return added <= max_added ? indexed : llvm::SmallVector<Access>();
}

void replace(const Access& access, llvm::AllocaInst& array) {
  const Place& place = access.place;
  llvm::IRBuilder<> builder(access.instruction);
  const auto address = [&](uint64_t number) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &array,
                                              place.first + number * place.step);
  };
  const auto is_chosen = [&](uint64_t number) {
    return builder.CreateICmpEQ(
        place.index,
        llvm::ConstantInt::getSigned(place.index->getType(), place.least + int64_t(number)));
  };
  const auto align = [&](uint64_t number) {
    return llvm::commonAlignment(array.getAlign(), place.first + number * place.step);
  };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction)) {
    llvm::Value* chosen = nullptr;
    for (uint64_t i = 0; i < place.count; ++i) {
      llvm::Value* element = builder.CreateAlignedLoad(load->getType(), address(i), align(i));
      chosen = chosen ? builder.CreateSelect(is_chosen(i), element, chosen) : element;
    }
    load->replaceAllUsesWith(chosen);
  } else {
    llvm::Value* value = llvm::cast<llvm::StoreInst>(access.instruction)->getValueOperand();
    for (uint64_t i = 0; i < place.count; ++i) {
      llvm::Value* before = builder.CreateAlignedLoad(value->getType(), address(i), align(i));
      builder.CreateAlignedStore(builder.CreateSelect(is_chosen(i), value, before), address(i),
                                 align(i));
    }
  }
  access.instruction->eraseFromParent();
}

} // namespace

bool select_elements(llvm::Function& function) {
  bool changed = false;
  llvm::SmallVector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      arrays.push_back(array);
    }
  }
  for (llvm::AllocaInst* array : arrays) {
    const auto bytes = array->getAllocationSize(function.getDataLayout());
    if (!bytes || bytes->isScalable() || *bytes > llvm::TypeSize::getFixed(largest_array)) {
      continue;
    }
    for (const Access& access : indexed_accesses(*array, bytes->getFixedValue())) {
      replace(access, *array);
      changed = true;
    }
  }
  return changed;
}

} // namespace vecz
