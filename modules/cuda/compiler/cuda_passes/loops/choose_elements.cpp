// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/loops/choose_elements.h"

#include "cuda_passes/loops/register_arrays.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

namespace cuda {
namespace {

using namespace llvm::PatternMatch;

constexpr size_t max_choices = 8;
/// Selects and conversions between an index and the constants.
constexpr unsigned max_depth = 12;

/// Adds the constants that an index can be; false if it can be anything else, or they are too many.
bool add_choices(llvm::Value* index, llvm::SmallVectorImpl<llvm::ConstantInt*>& choices,
                 unsigned depth = 0) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    if (!llvm::is_contained(choices, constant)) {
      choices.push_back(constant);
    }
    return choices.size() <= max_choices;
  }
  llvm::Value *one = nullptr, *other = nullptr;
  if (depth == max_depth) {
    return false;
  }
  if (match(index, m_Select(m_Value(), m_Value(one), m_Value(other)))) {
    return add_choices(one, choices, depth + 1) && add_choices(other, choices, depth + 1);
  }
  if (!match(index, m_ZExtOrSExt(m_Value(one)))) {
    return false;
  }
  llvm::SmallVector<llvm::ConstantInt*, max_choices> narrow;
  if (one->getType()->isIntegerTy(1)) {
    narrow = {llvm::ConstantInt::getFalse(one->getContext()),
              llvm::ConstantInt::getTrue(one->getContext())};
  } else if (!add_choices(one, narrow, depth + 1)) {
    return false;
  }
  const unsigned bits = index->getType()->getIntegerBitWidth();
  return llvm::all_of(narrow, [&](llvm::ConstantInt* constant) {
    const llvm::APInt& value = constant->getValue();
    return add_choices(llvm::ConstantInt::get(index->getContext(), llvm::isa<llvm::ZExtInst>(index)
                                                                       ? value.zext(bits)
                                                                       : value.sext(bits)),
                       choices, depth + 1);
  });
}

/// A step on the way from an array to an element, at an index of which the choices are known.
struct Choice {
  llvm::GetElementPtrInst* step = nullptr;
  unsigned operand = 0;
  llvm::SmallVector<llvm::ConstantInt*, max_choices> choices;
};

/// The first such step from an array to an address in it; none if all indices are constant.
Choice choice_of(llvm::Value* address) {
  Choice found;
  while (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(address)) {
    for (unsigned i = 1; i < step->getNumOperands(); ++i) {
      if (!llvm::isa<llvm::ConstantInt>(step->getOperand(i))) {
        found = {step, i, {}};
      }
    }
    address = step->getPointerOperand();
  }
  if (found.step) {
    add_choices(found.step->getOperand(found.operand), found.choices);
  }
  return found;
}

/// The address with the chosen step at one of its choices. Which one it is, nobody knows: it may be
/// outside of the array, and is not promised to be inside.
llvm::Value* address_at(llvm::IRBuilder<>& builder, llvm::Value* address, const Choice& choice,
                        llvm::ConstantInt* index) {
  auto* step = llvm::cast<llvm::GetElementPtrInst>(address);
  auto* copy = llvm::cast<llvm::GetElementPtrInst>(step->clone());
  if (step == choice.step) {
    copy->setOperand(choice.operand, index);
  } else {
    copy->setOperand(0, address_at(builder, step->getPointerOperand(), choice, index));
  }
  copy->setNoWrapFlags(llvm::GEPNoWrapFlags::none());
  return builder.Insert(copy, step->getName());
}

/// Whether an access of so many bytes is in its array at each choice of all of its steps.
bool is_inside(const llvm::Value* address, uint64_t bytes) {
  const llvm::DataLayout& layout = llvm::cast<llvm::Instruction>(address)->getDataLayout();
  llvm::ConstantRange distances(llvm::APInt(64, 0)); // from the array
  while (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(address)) {
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> factors;
    llvm::APInt distance(64, 0);
    if (!step->collectOffset(layout, 64, factors, distance)) {
      return false;
    }
    distances = distances.add(distance);
    for (const auto& [index, factor] : factors) {
      llvm::SmallVector<llvm::ConstantInt*, max_choices> choices;
      if (!index->getType()->isIntegerTy() || !add_choices(index, choices)) {
        return false;
      }
      llvm::ConstantRange indices = llvm::ConstantRange::getEmpty(64);
      for (const llvm::ConstantInt* choice : choices) {
        indices = indices.unionWith(llvm::ConstantRange(choice->getValue().sextOrTrunc(64)));
      }
      distances = distances.add(indices.smul_sat(llvm::ConstantRange(factor)));
    }
    address = step->getPointerOperand();
  }
  const auto size = llvm::cast<llvm::AllocaInst>(address)->getAllocationSize(layout);
  return !distances.getSignedMin().isNegative() && distances.getSignedMax().uge(0) &&
         distances.getSignedMax().ule(size->getFixedValue()) &&
         distances.getSignedMax().getZExtValue() + bytes <= size->getFixedValue();
}

/// Whether all that is done with an array, or an address in it, is to access elements inside at
/// constants or at choices among some.
bool is_accessed_at_choices(const llvm::Instruction& address) {
  return llvm::all_of(address.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (llvm::getLoadStorePointerOperand(instruction) == &address) {
      const llvm::Type* type = llvm::getLoadStoreType(instruction);
      return !instruction->isVolatile() && !instruction->isAtomic() &&
             !(llvm::isa<llvm::StoreInst>(instruction) && instruction->getOperand(0) == &address) &&
             is_inside(&address, instruction->getDataLayout().getTypeStoreSize(
                                     const_cast<llvm::Type*>(type)));
    }
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
      return is_accessed_at_choices(*step);
    }
    // Copies of parts, of a constant size: SROA cuts them.
    const auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(instruction);
    return instruction->isLifetimeStartOrEnd() ||
           (transfer && llvm::isa<llvm::ConstantInt>(transfer->getLength()) &&
            !transfer->isVolatile() && !choice_of(const_cast<llvm::Instruction*>(&address)).step);
  });
}

/// What an address is aligned to, as far as the array tells.
llvm::Align alignment_at(llvm::Value* address, const llvm::DataLayout& layout) {
  llvm::APInt distance(64, 0);
  const auto* array = llvm::dyn_cast<llvm::AllocaInst>(
      address->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true));
  return array ? llvm::commonAlignment(array->getAlign(), distance.getZExtValue()) : llvm::Align(1);
}

/// Replaces an access by those of the choices of one step, which it adds to `made`.
void choose(llvm::Instruction& access, const Choice& choice,
            llvm::SmallVectorImpl<llvm::Instruction*>& made) {
  llvm::IRBuilder<> builder(&access);
  const llvm::DataLayout& layout = access.getDataLayout();
  llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  llvm::Value* index = choice.step->getOperand(choice.operand);
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  llvm::Type* type = llvm::getLoadStoreType(&access);
  llvm::Value* chosen = nullptr;
  for (llvm::ConstantInt* each : choice.choices) {
    llvm::Value* place = address_at(builder, address, choice, each);
    const llvm::Align alignment = alignment_at(place, layout);
    made.push_back(builder.CreateAlignedLoad(type, place, alignment));
    llvm::Value* element = made.back();
    llvm::Value* is_it = builder.CreateICmpEQ(index, each);
    if (store) {
      llvm::Value* value = builder.CreateSelect(is_it, store->getValueOperand(), element);
      made.push_back(builder.CreateAlignedStore(value, place, alignment));
    } else {
      chosen = chosen ? builder.CreateSelect(is_it, element, chosen) : element;
    }
  }
  if (!store) {
    chosen->takeName(&access);
    access.replaceAllUsesWith(chosen);
  }
  access.eraseFromParent();
}

/// Adds the accesses at steps that are no constants.
void add_accesses(const llvm::Instruction& address,
                  llvm::SmallVectorImpl<llvm::Instruction*>& accesses) {
  for (const llvm::User* user : address.users()) {
    auto* instruction = const_cast<llvm::Instruction*>(llvm::cast<llvm::Instruction>(user));
    if (llvm::getLoadStorePointerOperand(instruction)) {
      accesses.push_back(instruction);
    } else if (llvm::isa<llvm::GetElementPtrInst>(instruction)) {
      add_accesses(*instruction, accesses);
    }
  }
}

bool run_on(llvm::Function& function) {
  if (function.isDeclaration()) {
    return false;
  }
  llvm::SmallVector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (array && fits_registers(*array) && is_accessed_at_choices(*array)) {
      arrays.push_back(array);
    }
  }
  bool changed = false;
  for (const llvm::AllocaInst* array : arrays) {
    llvm::SmallVector<llvm::Instruction*> accesses;
    add_accesses(*array, accesses);
    while (!accesses.empty()) {
      llvm::Instruction* access = accesses.pop_back_val();
      const Choice choice = choice_of(llvm::getLoadStorePointerOperand(access));
      if (choice.step) {
        choose(*access, choice, accesses);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace

llvm::PreservedAnalyses ChooseElements::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  if (!run_on(function)) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  analyses.invalidate(function, kept);
  llvm::FunctionPassManager to_registers;
  to_registers.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  to_registers.addPass(llvm::EarlyCSEPass());
  to_registers.addPass(llvm::InstCombinePass());
  kept.intersect(to_registers.run(function, analyses));
  return kept;
}

bool choose_elements(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= run_on(function);
  }
  return changed;
}

} // namespace cuda
