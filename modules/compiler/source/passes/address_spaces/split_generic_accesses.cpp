// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/address_spaces/split_generic_accesses.h"

#include "vecz/work_item_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

/// A generic pointer that is selected: the first one if `condition` holds, the second one
/// otherwise.
struct Choice {
  llvm::Value *condition, *first, *second;
};

/// The pointer to a named address space that a generic pointer was cast from; null if there is
/// none.
llvm::Value* named(llvm::Value* pointer) {
  auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
  return cast && cast->getSrcAddressSpace() != vecz::generic_space ? cast->getPointerOperand()
                                                                   : nullptr;
}

bool are_of_different_spaces(const llvm::Value* first, const llvm::Value* second) {
  return first && second &&
         first->getType()->getPointerAddressSpace() != second->getType()->getPointerAddressSpace();
}

class Split {
public:
  explicit Split(llvm::Function& of) : function(of) {}

  bool run() {
    constexpr size_t max_accesses = 64;
    llvm::SmallVector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer && pointer->getType()->getPointerAddressSpace() == vecz::generic_space &&
          is_simple(instruction) && accesses.size() < max_accesses) {
        accesses.push_back(&instruction);
      }
    }
    bool changed = false;
    for (llvm::Instruction* access : accesses) {
      changed |= split(*access);
    }
    return changed;
  }

private:
  static bool is_simple(const llvm::Instruction& access) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
    return load ? load->isSimple() : llvm::cast<llvm::StoreInst>(access).isSimple();
  }

  std::optional<Choice> choice_of(llvm::Value* pointer) {
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
      llvm::Value *first = named(select->getTrueValue()), *second = named(select->getFalseValue());
      return are_of_different_spaces(first, second)
                 ? std::optional(Choice{select->getCondition(), first, second})
                 : std::nullopt;
    }
    auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer);
    if (!phi || phi->getNumIncomingValues() != 2) {
      return std::nullopt;
    }
    llvm::Value *first = named(phi->getIncomingValue(0)), *second = named(phi->getIncomingValue(1));
    if (!are_of_different_spaces(first, second)) {
      return std::nullopt;
    }
    if (const auto known = phis.find(phi); known != phis.end()) {
      return known->second;
    }
    llvm::IRBuilder<> builder(phi);
    const auto with = [&](llvm::Value* left, llvm::Value* right) {
      llvm::PHINode* made = builder.CreatePHI(left->getType(), 2);
      made->addIncoming(left, phi->getIncomingBlock(0));
      made->addIncoming(right, phi->getIncomingBlock(1));
      return made;
    };
    const Choice choice = {with(builder.getTrue(), builder.getFalse()),
                           with(first, llvm::PoisonValue::get(first->getType())),
                           with(llvm::PoisonValue::get(second->getType()), second)};
    return phis[phi] = choice;
  }

  bool split(llvm::Instruction& access) {
    llvm::SmallVector<llvm::GetElementPtrInst*> path;
    llvm::Value* base = llvm::getLoadStorePointerOperand(&access);
    while (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(base)) {
      path.push_back(address);
      base = address->getPointerOperand();
    }
    const auto choice = choice_of(base);
    if (!choice) {
      return false;
    }
    llvm::Instruction *of_first = nullptr, *of_second = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(choice->condition, &access, &of_first, &of_second);
    llvm::Value* first = access_named(access, path, choice->first, of_first);
    llvm::Value* second = access_named(access, path, choice->second, of_second);
    if (!access.getType()->isVoidTy()) {
      llvm::IRBuilder<> builder(&access);
      llvm::PHINode* value = builder.CreatePHI(access.getType(), 2);
      value->addIncoming(first, of_first->getParent());
      value->addIncoming(second, of_second->getParent());
      value->takeName(&access);
      access.replaceAllUsesWith(value);
    }
    access.eraseFromParent();
    return true;
  }

  static llvm::Value* access_named(llvm::Instruction& access,
                                   llvm::ArrayRef<llvm::GetElementPtrInst*> path,
                                   llvm::Value* pointer, llvm::Instruction* before) {
    llvm::IRBuilder<> builder(before);
    for (llvm::GetElementPtrInst* step : llvm::reverse(path)) {
      const llvm::SmallVector<llvm::Value*> indices(step->indices());
      pointer = builder.CreateGEP(step->getSourceElementType(), pointer, indices, "",
                                  step->getNoWrapFlags());
    }
    llvm::Instruction* made = access.clone();
    made->setOperand(llvm::isa<llvm::LoadInst>(access) ? 0 : 1, pointer);
    return builder.Insert(made);
  }

  llvm::Function& function;
  llvm::DenseMap<llvm::PHINode*, Choice> phis;
};

} // namespace

bool split_generic_accesses(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      changed |= Split(function).run();
    }
  }
  return changed;
}

} // namespace compiler
