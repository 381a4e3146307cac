// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/retype.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace builtins {
namespace {

class TypeMap : public llvm::ValueMapTypeRemapper {
public:
  explicit TypeMap(Replacement given) : replacement(given) {}

  llvm::Type* remapType(llvm::Type* type) override {
    if (auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
      return replacement(opaque);
    }
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      return structure->isLiteral() ? remap_literal(*structure) : type;
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      llvm::SmallVector<llvm::Type*, 8> parameters;
      for (llvm::Type* parameter : function->params()) {
        parameters.push_back(remapType(parameter));
      }
      return llvm::FunctionType::get(remapType(function->getReturnType()), parameters,
                                     function->isVarArg());
    }
    return type;
  }

private:
  llvm::Type* remap_literal(llvm::StructType& structure) {
    llvm::SmallVector<llvm::Type*, 8> elements;
    for (llvm::Type* element : structure.elements()) {
      elements.push_back(remapType(element));
    }
    return llvm::ArrayRef(elements) == structure.elements()
               ? &structure
               : llvm::StructType::get(structure.getContext(), elements, structure.isPacked());
  }

  Replacement replacement;
};

/// A function's type cannot change: its body moves into a new one.
llvm::Function* with_type(llvm::Function& function, llvm::FunctionType* type,
                          llvm::ValueToValueMapTy& map) {
  auto* result = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), result);
  result->copyAttributesFrom(&function);
  result->copyMetadata(&function, 0);
  result->takeName(&function);
  result->splice(result->begin(), &function);
  for (auto [from, to] : llvm::zip_equal(function.args(), result->args())) {
    to.takeName(&from);
    if (from.getType() == to.getType()) {
      from.replaceAllUsesWith(&to);
    } else {
      map[&from] = &to;
    }
  }
  function.replaceAllUsesWith(result);
  return result;
}

} // namespace

bool retype(llvm::Module& module, Replacement replacement) {
  TypeMap types(replacement);
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::Function*, 8> replaced;
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function.getFunctionType()));
    if (type != function.getFunctionType()) {
      with_type(function, type, map);
      replaced.push_back(&function);
      changed = true;
    }
  }
  const auto flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Type* before = instruction.getType();
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      const llvm::Type* held = variable ? variable->getAllocatedType() : nullptr;
      llvm::RemapInstruction(&instruction, map, flags, &types);
      changed |=
          before != instruction.getType() || (variable && held != variable->getAllocatedType());
    }
  }
  for (llvm::Function* function : replaced) {
    function->eraseFromParent();
  }
  return changed;
}

} // namespace builtins
