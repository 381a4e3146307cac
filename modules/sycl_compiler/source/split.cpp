// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "split.h"

#include "requirements_of.h"
#include "sycl_compiler/requirements.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#include <map>
#include <string>
#include <utility>

namespace sycl_compiler {

namespace {

constexpr llvm::StringLiteral source_attribute = "lanewise-sycl-source";

/// A part of a source that has so many kernels gets no more, as an image is built as a whole when
/// one of them is launched; and a group that has so many gets no more parts. Then it takes seconds
/// to build or to optimise, and copies of functions that others have too do not count.
constexpr size_t enough_kernels = 32;

bool is_kernel(const llvm::GlobalValue& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&value);
  return function && !function->isDeclaration() &&
         function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// What kernels of one part have in common.
std::string part_of(const llvm::Function& kernel, Split split) {
  switch (split) {
  case Split::off:
    return {};
  case Split::per_source:
    // A device may be unable to build some of them, and each value of a specialization constant
    // builds all again.
    return source_of(kernel) + '\n' + requirements_text(kernel) +
           (kernel.hasFnAttribute(constants_attribute) ? kernel.getName().str() : "");
  case Split::per_kernel:
    return kernel.getName().str();
  }
  llvm_unreachable("every way to split has its parts");
}

void add_operands(const llvm::User& user, std::vector<const llvm::GlobalValue*>& to,
                  llvm::SmallPtrSet<const llvm::Constant*, 16>& seen) {
  for (const llvm::Value* operand : user.operands()) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
    if (!constant || !seen.insert(constant).second) {
      continue;
    }
    if (const auto* value = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
      to.push_back(value);
    } else {
      add_operands(*constant, to, seen);
    }
  }
}

/// The kernels, and all that they use, directly and through others.
llvm::SetVector<const llvm::GlobalValue*>
reached_from(const std::vector<const llvm::GlobalValue*>& kernels) {
  llvm::SetVector<const llvm::GlobalValue*> reached(kernels.begin(), kernels.end());
  for (size_t i = 0; i < reached.size(); ++i) {
    const llvm::GlobalValue& definition = *reached[i];
    std::vector<const llvm::GlobalValue*> used;
    llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
    add_operands(definition, used, seen);
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&definition)) {
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        add_operands(instruction, used, seen);
      }
    }
    reached.insert(used.begin(), used.end());
  }
  return reached;
}

/// LLVM's CloneModule looks at all of a module; this only at what is copied.
class Copier {
public:
  explicit Copier(const llvm::Module& whole)
      : from(whole),
        copy(std::make_unique<llvm::Module>(whole.getModuleIdentifier(), whole.getContext())) {
    copy->setSourceFileName(whole.getSourceFileName());
    copy->setDataLayout(whole.getDataLayout());
    copy->setTargetTriple(whole.getTargetTriple());
  }

  std::unique_ptr<llvm::Module> process(llvm::ArrayRef<const llvm::GlobalValue*> values) {
    for (const llvm::GlobalValue* value : values) {
      map[value] = declare(*value);
    }
    for (const llvm::GlobalValue* value : values) {
      define(*value);
    }
    for (const llvm::NamedMDNode& list : from.named_metadata()) {
      llvm::NamedMDNode* const made = copy->getOrInsertNamedMetadata(list.getName());
      for (const llvm::MDNode* row : list.operands()) {
        made->addOperand(llvm::MapMetadata(row, map, llvm::RF_NullMapMissingGlobalValues));
      }
    }
    return std::move(copy);
  }

private:
  llvm::GlobalValue* declare(const llvm::GlobalValue& value) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
      auto* made = new llvm::GlobalVariable(*copy, value.getValueType(), variable->isConstant(),
                                            value.getLinkage(), nullptr, value.getName(), nullptr,
                                            value.getThreadLocalMode(), value.getAddressSpace());
      made->copyAttributesFrom(variable);
      return made;
    }
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      auto* made = llvm::Function::Create(function->getFunctionType(), value.getLinkage(),
                                          value.getAddressSpace(), value.getName(), copy.get());
      made->copyAttributesFrom(function);
      return made;
    }
    auto* made = llvm::GlobalAlias::create(value.getValueType(), value.getAddressSpace(),
                                           value.getLinkage(), value.getName(), copy.get());
    made->copyAttributesFrom(llvm::cast<llvm::GlobalAlias>(&value));
    return made;
  }

  void define(const llvm::GlobalValue& value) {
    llvm::Value* const made = map[&value];
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
      auto* own = llvm::cast<llvm::GlobalVariable>(made);
      copy_metadata(*variable, *own);
      if (variable->hasInitializer()) {
        own->setInitializer(llvm::MapValue(variable->getInitializer(), map));
      }
    } else if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
      define(*function, *llvm::cast<llvm::Function>(made));
    } else {
      llvm::cast<llvm::GlobalAlias>(made)->setAliasee(
          llvm::MapValue(llvm::cast<llvm::GlobalAlias>(value).getAliasee(), map));
    }
  }

  void define(const llvm::Function& function, llvm::Function& own) {
    own.setPersonalityFn(nullptr); // that of the whole
    if (function.isDeclaration()) {
      copy_metadata(function, own);
      return;
    }
    for (const auto& [argument, other] : llvm::zip_equal(function.args(), own.args())) {
      other.setName(argument.getName());
      map[&argument] = &other;
    }
    llvm::SmallVector<llvm::ReturnInst*, 8> returns;
    llvm::CloneFunctionInto(&own, &function, map, llvm::CloneFunctionChangeType::ClonedModule,
                            returns);
  }

  void copy_metadata(const llvm::GlobalObject& object, llvm::GlobalObject& to) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>> all;
    object.getAllMetadata(all);
    for (const auto& [kind, node] : all) {
      to.addMetadata(kind, *llvm::MapMetadata(node, map));
    }
  }

  const llvm::Module& from;
  std::unique_ptr<llvm::Module> copy;
  llvm::ValueToValueMapTy map;
};

} // namespace

void mark_source(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (is_kernel(function)) {
      function.addFnAttr(source_attribute, module.getSourceFileName());
    }
  }
}

std::string source_of(const llvm::Function& kernel) {
  return kernel.getFnAttribute(source_attribute).getValueAsString().str();
}

Parts::Parts(llvm::Module& whole, Split split) : module(whole) {
  std::map<std::string, size_t> places;
  for (const llvm::Function& function : whole) {
    if (!is_kernel(function)) {
      continue;
    }
    const auto [place, is_new] = places.try_emplace(part_of(function, split), parts.size());
    const bool is_full =
        !is_new && split == Split::per_source && parts[place->second].size() >= enough_kernels;
    if (is_new || is_full) {
      place->second = parts.size();
      parts.emplace_back();
    }
    parts[place->second].push_back(&function);
  }
  for (const Kernels& kernels : parts) {
    if (groups.empty() || groups.back().size() >= enough_kernels) {
      groups.emplace_back();
    }
    groups.back().insert(groups.back().end(), kernels.begin(), kernels.end());
  }
}

std::unique_ptr<llvm::Module> Parts::copy(size_t part) const {
  return Copier(module).process(reached_from(parts[part]).getArrayRef());
}
std::unique_ptr<llvm::Module> Parts::copy_group(size_t group) const {
  return Copier(module).process(reached_from(groups[group]).getArrayRef());
}

} // namespace sycl_compiler
