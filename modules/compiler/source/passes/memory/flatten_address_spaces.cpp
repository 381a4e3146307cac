// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/flatten_address_spaces.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {
namespace {

/// Maps types: pointers to address space 0, and whatever holds them.
class FlatTypes final : public llvm::ValueMapTypeRemapper {
public:
  llvm::Type* remapType(llvm::Type* type) override {
    auto [place, is_new] = known.try_emplace(type, type);
    if (!is_new) {
      return place->second;
    }
    llvm::Type* flat = map(type);
    known[type] = flat;
    return flat;
  }

private:
  llvm::Type* map(llvm::Type* type) {
    if (llvm::isa<llvm::PointerType>(type)) {
      return llvm::PointerType::get(type->getContext(), 0);
    }
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      return llvm::FixedVectorType::get(remapType(vector->getElementType()),
                                        vector->getNumElements());
    }
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      return map_structure(structure);
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      llvm::SmallVector<llvm::Type*> parameters;
      for (llvm::Type* parameter : function->params()) {
        parameters.push_back(remapType(parameter));
      }
      return llvm::FunctionType::get(remapType(function->getReturnType()), parameters,
                                     function->isVarArg());
    }
    return type;
  }

  llvm::Type* map_structure(llvm::StructType* structure) {
    llvm::SmallVector<llvm::Type*> elements;
    for (llvm::Type* element : structure->elements()) {
      elements.push_back(remapType(element));
    }
    if (llvm::ArrayRef<llvm::Type*>(elements) == structure->elements()) {
      return structure;
    }
    return llvm::StructType::get(structure->getContext(), elements, structure->isPacked());
  }

  llvm::DenseMap<llvm::Type*, llvm::Type*> known;
};

/// Maps constant casts between address spaces to what they cast: the null pointer (Clang writes the
/// null of `__local` as a cast) or a global value, which is mapped before anything that uses it.
class CastsAway final : public llvm::ValueMaterializer {
public:
  explicit CastsAway(llvm::ValueToValueMapTy& mapped) : values(mapped) {}

  llvm::Value* materialize(llvm::Value* value) override {
    auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(value);
    if (!cast || cast->getOpcode() != llvm::Instruction::AddrSpaceCast) {
      return nullptr;
    }
    llvm::Value* source = cast->stripPointerCasts();
    if (llvm::isa<llvm::ConstantPointerNull>(source)) {
      return llvm::ConstantPointerNull::get(llvm::PointerType::get(value->getContext(), 0));
    }
    return values.lookup(source);
  }

private:
  llvm::ValueToValueMapTy& values;
};

/// A location without "in address space N": debuggers know of one only.
llvm::DIExpression* without_address_space(llvm::DIExpression* location) {
  llvm::SmallVector<uint64_t> kept;
  const auto elements = location->getElements();
  for (size_t i = 0; i < elements.size(); ++i) {
    const bool is_space = i + 3 < elements.size() && elements[i] == llvm::dwarf::DW_OP_constu &&
                          elements[i + 2] == llvm::dwarf::DW_OP_swap &&
                          elements[i + 3] == llvm::dwarf::DW_OP_xderef;
    if (is_space) {
      i += 3;
    } else {
      kept.push_back(elements[i]);
    }
  }
  return llvm::DIExpression::get(location->getContext(), kept);
}

void flatten_locations(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      record.setExpression(without_address_space(record.getExpression()));
    }
  }
}

class Flattener {
public:
  explicit Flattener(llvm::Module& subject)
      : module(subject), casts(values),
        mapper(values, llvm::RF_IgnoreMissingLocals | llvm::RF_ReuseAndMutateDistinctMDs, &types,
               &casts) {}

  void run() {
    replace_variables();
    replace_functions();
    for (auto& [variable, initializer] : initializers) {
      variable->setInitializer(mapper.mapConstant(*initializer));
    }
    for (llvm::Function& function : module) {
      fix_instructions(function);
    }
    for (llvm::GlobalValue* old : replaced) {
      old->removeDeadConstantUsers();
      old->eraseFromParent();
    }
  }

private:
  void replace_variables() {
    llvm::SmallVector<llvm::GlobalVariable*> variables;
    for (llvm::GlobalVariable& variable : module.globals()) {
      variables.push_back(&variable);
    }
    for (llvm::GlobalVariable* old : variables) {
      auto* flat = new llvm::GlobalVariable(module, types.remapType(old->getValueType()),
                                            old->isConstant(), old->getLinkage(), nullptr, "", old,
                                            old->getThreadLocalMode(), 0);
      flat->copyAttributesFrom(old);
      flat->copyMetadata(old, 0);
      flat->takeName(old);
      values[old] = flat;
      replaced.push_back(old);
      if (old->hasInitializer()) {
        initializers.emplace_back(flat, old->getInitializer());
        old->setInitializer(nullptr);
        old->setLinkage(llvm::GlobalValue::ExternalLinkage);
      }
    }
  }

  void replace_functions() {
    llvm::SmallVector<llvm::Function*> functions;
    for (llvm::Function& function : module) {
      functions.push_back(&function);
    }
    llvm::SmallVector<std::pair<llvm::Function*, llvm::Function*>> pairs;
    for (llvm::Function* old : functions) {
      auto* type = llvm::cast<llvm::FunctionType>(types.remapType(old->getFunctionType()));
      auto* flat = llvm::Function::Create(type, old->getLinkage(), 0, "", nullptr);
      module.getFunctionList().insert(old->getIterator(), flat);
      flat->copyAttributesFrom(old);
      // Not takeName: it is being given a name that makes an intrinsic one.
      const std::string name = old->getName().str();
      old->setName("");
      flat->setName(name);
      if (!flat->isIntrinsic()) {
        flat->setCallingConv(llvm::CallingConv::C);
      }
      flat->copyMetadata(old, 0);
      values[old] = flat;
      replaced.push_back(old);
      pairs.emplace_back(old, flat);
    }
    for (auto& [old, flat] : pairs) {
      flat->splice(flat->begin(), old);
      for (auto [from, to] : llvm::zip(old->args(), flat->args())) {
        to.takeName(&from);
        from.mutateType(to.getType());
        from.replaceAllUsesWith(&to);
      }
      mapper.remapFunction(*flat);
    }
  }

  /// What mapping types alone leaves behind: names of intrinsics, casts that do nothing, calling
  /// conventions of calls.
  void fix_instructions(llvm::Function& function) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction)) {
        cast->replaceAllUsesWith(cast->getOperand(0));
        cast->eraseFromParent();
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        llvm::Function* callee = call->getCalledFunction();
        if (callee && callee->isIntrinsic()) {
          if (auto renamed = llvm::Intrinsic::remangleIntrinsicFunction(callee)) {
            call->setCalledFunction(*renamed);
          }
        } else {
          call->setCallingConv(llvm::CallingConv::C);
        }
      }
    }
  }

  llvm::Module& module;
  FlatTypes types;
  llvm::ValueToValueMapTy values;
  CastsAway casts;
  llvm::ValueMapper mapper;
  llvm::SmallVector<llvm::GlobalValue*> replaced;
  llvm::SmallVector<std::pair<llvm::GlobalVariable*, llvm::Constant*>> initializers;
};

} // namespace

bool flatten_address_spaces(llvm::Module& module) {
  Flattener(module).run();
  for (llvm::Function& function : module) {
    flatten_locations(function);
  }
  return true;
}

} // namespace compiler
