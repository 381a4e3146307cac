// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "split.h"

#include "pipeline.h"
#include "requirements_of.h"
#include "sycl_compiler/requirements.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/StripDeadPrototypes.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <map>

namespace sycl_compiler {

namespace {

constexpr llvm::StringLiteral source_attribute = "lanewise-sycl-source";

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

/// What definitions use, each looked at once for all parts.
class Uses {
public:
  /// The kernels, and all that they use, directly and through others.
  llvm::SmallPtrSet<const llvm::GlobalValue*, 32>
  reached_from(const std::vector<const llvm::GlobalValue*>& kernels) {
    llvm::SmallPtrSet<const llvm::GlobalValue*, 32> seen;
    std::vector<const llvm::GlobalValue*> worklist = kernels;
    while (!worklist.empty()) {
      const llvm::GlobalValue* const one = worklist.back();
      worklist.pop_back();
      if (seen.insert(one).second) {
        const std::vector<const llvm::GlobalValue*>& used = used_by(*one);
        worklist.insert(worklist.end(), used.begin(), used.end());
      }
    }
    return seen;
  }

private:
  const std::vector<const llvm::GlobalValue*>& used_by(const llvm::GlobalValue& definition) {
    const auto [found, is_new] = known.try_emplace(&definition);
    if (is_new) {
      llvm::SmallPtrSet<const llvm::Constant*, 16> seen;
      add_operands(definition, found->second, seen);
      if (const auto* function = llvm::dyn_cast<llvm::Function>(&definition)) {
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
          add_operands(instruction, found->second, seen);
        }
      }
    }
    return found->second;
  }

  static void add_operands(const llvm::User& user, std::vector<const llvm::GlobalValue*>& to,
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

  std::map<const llvm::GlobalValue*, std::vector<const llvm::GlobalValue*>> known;
};

/// A copy with some of the kernels and what they use.
std::unique_ptr<llvm::Module> copy_of(const llvm::Module& module, Uses& uses,
                                      const std::vector<const llvm::GlobalValue*>& kernels) {
  const auto reached = uses.reached_from(kernels);
  llvm::ValueToValueMapTy map;
  auto copy = llvm::CloneModule(
      module, map, [&](const llvm::GlobalValue* value) { return reached.contains(value); });
  run_pipeline(*copy, [](llvm::PassBuilder&) { // declarations of the rest
    llvm::ModulePassManager all;
    all.addPass(llvm::GlobalDCEPass());
    all.addPass(llvm::StripDeadPrototypesPass());
    return all;
  });
  return copy;
}

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

std::vector<std::unique_ptr<llvm::Module>> split_module(std::unique_ptr<llvm::Module> module,
                                                        Split split) {
  llvm::MapVector<std::string, std::vector<const llvm::GlobalValue*>,
                  std::map<std::string, unsigned>>
      parts;
  for (const llvm::Function& function : *module) {
    if (is_kernel(function)) {
      parts[part_of(function, split)].push_back(&function);
    }
  }
  std::vector<std::unique_ptr<llvm::Module>> modules;
  if (parts.size() <= 1) {
    modules.push_back(std::move(module));
    return modules;
  }
  Uses uses;
  for (const auto& [name, kernels] : parts) {
    modules.push_back(copy_of(*module, uses, kernels));
  }
  return modules;
}

} // namespace sycl_compiler
