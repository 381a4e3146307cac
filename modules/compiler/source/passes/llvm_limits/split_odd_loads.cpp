// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/split_odd_loads.h"

#include <llvm/ADT/bit.h>
#include <llvm/CodeGen/ValueTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <numeric>
#include <optional>

namespace compiler {
namespace {

/// Pointers are as integers of their size to code generation.
bool has_plain_type(const llvm::LoadInst& load) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (!type) {
    return true;
  }
  llvm::Type* element = type->getElementType();
  if (element->isPointerTy()) {
    element = load.getDataLayout().getIntPtrType(element);
  }
  return llvm::EVT::getVectorVT(load.getContext(),
                                llvm::EVT::getEVT(element, /*HandleUnknown=*/true),
                                type->getNumElements())
      .isSimple();
}

/// `count` elements from number `first` on; a single one is no vector.
llvm::Value* load_part(llvm::IRBuilderBase& builder, const llvm::LoadInst& load, unsigned first,
                       unsigned count) {
  const llvm::DataLayout& layout = load.getDataLayout();
  llvm::Type* element = load.getType()->getScalarType();
  llvm::Type* type = count == 1 ? element : llvm::FixedVectorType::get(element, count);
  const uint64_t offset = first * layout.getTypeStoreSize(element).getFixedValue();
  auto* address = const_cast<llvm::Value*>(load.getPointerOperand());
  llvm::LoadInst* part = builder.CreateAlignedLoad(
      type,
      offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset) : address,
      llvm::commonAlignment(load.getAlign(), offset));
  part->setAAMetadata(load.getAAMetadata().adjustForAccess(offset, type, layout));
  return part;
}

/// The elements of a load, from loads of simple types that stand before it.
class Elements {
public:
  explicit Elements(const llvm::LoadInst& load) : builder(const_cast<llvm::LoadInst*>(&load)) {
    const unsigned length = llvm::cast<llvm::FixedVectorType>(load.getType())->getNumElements();
    for (unsigned first = 0; first < length;) {
      const unsigned count = llvm::bit_floor(length - first);
      llvm::Value* part = load_part(builder, load, first, count);
      for (unsigned i = 0; i < count; ++i) {
        places.push_back({part, i, count == 1 ? part : nullptr});
      }
      first += count;
    }
  }

  llvm::Value* operator[](unsigned index) {
    Place& place = places[index];
    if (!place.element) {
      place.element = builder.CreateExtractElement(place.part, place.index);
    }
    return place.element;
  }

  unsigned length() const { return places.size(); }

private:
  struct Place {
    llvm::Value* part;
    unsigned index;       ///< in the part
    llvm::Value* element; ///< null: nobody has asked for it
  };
  llvm::IRBuilder<> builder;
  llvm::SmallVector<Place> places;
};

/// The elements that a mask names, in its order.
llvm::Value* build(llvm::IRBuilder<>& builder, Elements& elements, llvm::ArrayRef<int> mask,
                   llvm::Type* type) {
  llvm::Value* vector = llvm::PoisonValue::get(type);
  for (auto [place, element] : llvm::enumerate(mask)) {
    if (element >= 0 && unsigned(element) < elements.length()) {
      vector = builder.CreateInsertElement(vector, elements[element], place);
    }
  }
  return vector;
}

/// The elements of a vector that a user needs, if known: those of a shuffle, or a single one.
struct Taken {
  llvm::ArrayRef<int> mask; ///< of a shuffle whose other operand is poison
  const llvm::ConstantInt* index = nullptr;
};

std::optional<Taken> taken_by(const llvm::User* user, const llvm::LoadInst& load) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user);
  if (shuffle && shuffle->getOperand(0) == &load &&
      llvm::isa<llvm::PoisonValue>(shuffle->getOperand(1))) {
    return Taken{shuffle->getShuffleMask()};
  }
  const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(user);
  const auto* index =
      extract ? llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand()) : nullptr;
  if (index &&
      index->getValue().ult(llvm::cast<llvm::FixedVectorType>(load.getType())->getNumElements())) {
    return Taken{{}, index};
  }
  return std::nullopt;
}

void divide(llvm::LoadInst& load) {
  Elements elements(load);
  const bool is_taken_in_parts =
      llvm::all_of(load.users(), [&](const llvm::User* user) { return taken_by(user, load); });
  if (!is_taken_in_parts) {
    llvm::IRBuilder<> builder(&load);
    llvm::SmallVector<int> all(elements.length());
    std::iota(all.begin(), all.end(), 0);
    llvm::Value* whole = build(builder, elements, all, load.getType());
    whole->takeName(&load);
    load.replaceAllUsesWith(whole);
  }
  for (llvm::User* user : llvm::make_early_inc_range(load.users())) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    const Taken taken = *taken_by(user, load);
    llvm::IRBuilder<> builder(instruction);
    llvm::Value* value = taken.index ? elements[taken.index->getZExtValue()]
                                     : build(builder, elements, taken.mask, instruction->getType());
    value->takeName(instruction);
    instruction->replaceAllUsesWith(value);
    instruction->eraseFromParent();
  }
  load.eraseFromParent();
}

/// Whether its elements are adjacent in whole bytes, so that a part has an address.
bool can_be_divided(const llvm::LoadInst& load) {
  llvm::Type* element = load.getType()->getScalarType();
  return load.isSimple() && load.getDataLayout().typeSizeEqualsStoreSize(element);
}

} // namespace

bool split_odd_loads(llvm::Module& module) {
  llvm::SmallVector<llvm::LoadInst*> worklist;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && !has_plain_type(*load) && can_be_divided(*load)) {
        worklist.push_back(load);
      }
    }
  }
  for (llvm::LoadInst* load : worklist) {
    divide(*load);
  }
  return !worklist.empty();
}

} // namespace compiler
