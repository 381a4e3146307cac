// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/address_spaces/remap_address_spaces.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {
namespace {

/// Maps types: pointers, and whatever holds them.
class MappedTypes final : public llvm::ValueMapTypeRemapper {
public:
  explicit MappedTypes(llvm::function_ref<unsigned(unsigned)> of) : map_space(of) {}

  [[nodiscard]] unsigned space(unsigned of) const { return map_space(of); }

  llvm::Type* remapType(llvm::Type* type) override {
    auto [place, is_new] = known.try_emplace(type, type);
    if (!is_new) {
      return place->second;
    }
    llvm::Type* mapped = map(type);
    known[type] = mapped;
    return mapped;
  }

private:
  llvm::Type* map(llvm::Type* type) {
    if (auto* pointer = llvm::dyn_cast<llvm::PointerType>(type)) {
      return llvm::PointerType::get(type->getContext(), map_space(pointer->getAddressSpace()));
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

  llvm::function_ref<unsigned(unsigned)> map_space;
  llvm::DenseMap<llvm::Type*, llvm::Type*> known;
};

/// Maps constant casts between address spaces: of the null pointer (Clang writes the null of
/// `__local` as a cast) to null, of a global value, which is mapped before anything that uses it,
/// to that value where the spaces have become one.
class MappedCasts final : public llvm::ValueMaterializer {
public:
  MappedCasts(llvm::ValueToValueMapTy& mapped, MappedTypes& of) : values(mapped), types(of) {}

  llvm::Value* materialize(llvm::Value* value) override {
    auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(value);
    if (!cast || cast->getOpcode() != llvm::Instruction::AddrSpaceCast) {
      return nullptr;
    }
    llvm::Value* source = cast->stripPointerCasts();
    if (llvm::isa<llvm::ConstantPointerNull>(source)) {
      return llvm::ConstantPointerNull::get(
          llvm::cast<llvm::PointerType>(types.remapType(cast->getType())));
    }
    llvm::Value* mapped = values.lookup(source);
    return mapped && mapped->getType() == types.remapType(cast->getType()) ? mapped : nullptr;
  }

private:
  llvm::ValueToValueMapTy& values;
  MappedTypes& types;
};

/// The target's kind; those of the neutral dialect have become functions.
bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

class Remapping {
public:
  Remapping(llvm::Module& subject, llvm::function_ref<unsigned(unsigned)> map_space)
      : module(subject), types(map_space), casts(values, types),
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
      auto* mapped = new llvm::GlobalVariable(
          module, types.remapType(old->getValueType()), old->isConstant(), old->getLinkage(),
          nullptr, "", old, old->getThreadLocalMode(), types.space(old->getAddressSpace()));
      mapped->copyAttributesFrom(old);
      mapped->copyMetadata(old, 0);
      mapped->takeName(old);
      values[old] = mapped;
      replaced.push_back(old);
      if (old->hasInitializer()) {
        initializers.emplace_back(mapped, old->getInitializer());
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
      auto* mapped = llvm::Function::Create(type, old->getLinkage(), 0, "", nullptr);
      module.getFunctionList().insert(old->getIterator(), mapped);
      mapped->copyAttributesFrom(old);
      // Not takeName: it is being given a name that makes an intrinsic one.
      const std::string name = old->getName().str();
      old->setName("");
      mapped->setName(name);
      if (!mapped->isIntrinsic() && !is_kernel(*mapped)) {
        mapped->setCallingConv(llvm::CallingConv::C);
      }
      mapped->copyMetadata(old, 0);
      values[old] = mapped;
      replaced.push_back(old);
      pairs.emplace_back(old, mapped);
    }
    for (auto& [old, mapped] : pairs) {
      mapped->splice(mapped->begin(), old);
      for (auto [from, to] : llvm::zip(old->args(), mapped->args())) {
        to.takeName(&from);
        from.mutateType(to.getType());
        from.replaceAllUsesWith(&to);
      }
      mapper.remapFunction(*mapped);
    }
  }

  /// Repairs what remapping types leaves stale: names of intrinsics, casts without effect, calling
  /// conventions of calls.
  void fix_instructions(llvm::Function& function) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction)) {
        if (cast->getSrcTy() == cast->getDestTy()) {
          cast->replaceAllUsesWith(cast->getOperand(0));
          cast->eraseFromParent();
        }
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
  MappedTypes types;
  llvm::ValueToValueMapTy values;
  MappedCasts casts;
  llvm::ValueMapper mapper;
  llvm::SmallVector<llvm::GlobalValue*> replaced;
  llvm::SmallVector<std::pair<llvm::GlobalVariable*, llvm::Constant*>> initializers;
};

} // namespace

void remap_address_spaces(llvm::Module& module, llvm::function_ref<unsigned(unsigned)> map_space) {
  Remapping(module, map_space).run();
}

} // namespace compiler
