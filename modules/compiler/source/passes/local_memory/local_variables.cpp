// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/local_variables.h"

#include "compiler/mux_builtins.h"
#include "passes/group_functions/named_barriers.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/ReplaceConstant.h>
#include <optional>

namespace compiler {
namespace {

using Variables = llvm::SmallVector<llvm::GlobalVariable*>;

/// Each kernel with the variables that it uses, in the module's order of both.
llvm::MapVector<llvm::Function*, Variables> variables_of_kernels(const Variables& variables) {
  llvm::MapVector<llvm::Function*, Variables> kernels;
  for (llvm::GlobalVariable* variable : variables) {
    for (llvm::User* user : variable->users()) {
      Variables& of_kernel = kernels[llvm::cast<llvm::Instruction>(user)->getFunction()];
      if (of_kernel.empty() || of_kernel.back() != variable) {
        of_kernel.push_back(variable);
      }
    }
  }
  return kernels;
}

constexpr llvm::StringLiteral place_in_argument = "lanewise.argument_place";

std::optional<ArgumentPlace> place_of(const llvm::GlobalVariable& variable) {
  const llvm::MDNode* node = variable.getMetadata(place_in_argument);
  if (!node) {
    return std::nullopt;
  }
  const auto number = [&](unsigned i) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue();
  };
  return ArgumentPlace{unsigned(number(0)), number(1)};
}

void replace_in(llvm::Function& kernel, llvm::GlobalVariable& variable, llvm::Value* address) {
  variable.replaceUsesWithIf(address, [&](const llvm::Use& use) {
    auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    return user && user->getFunction() == &kernel;
  });
}

void lay_out(llvm::Function& kernel, Variables variables) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::erase_if(variables, [&](llvm::GlobalVariable* variable) {
    const auto place = place_of(*variable);
    if (place) {
      llvm::Argument* argument = kernel.getArg(place->argument);
      replace_in(kernel, *variable,
                 builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), argument, place->offset,
                                                    variable->getName()));
    }
    return place.has_value();
  });
  if (variables.empty()) {
    return;
  }
  llvm::Value* block = builder.CreateCall(declare(*kernel.getParent(), MuxBuiltin::get_local_block),
                                          {}, "local.block");
  uint64_t size = 0;
  for (llvm::GlobalVariable* variable : variables) {
    // Vector code may access whole vectors of variables that are declared as scalars.
    const llvm::Align alignment = std::max(layout.getPreferredAlign(variable), llvm::Align(16));
    size = llvm::alignTo(size, alignment);
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, size, variable->getName());
    replace_in(kernel, *variable, address);
    size += layout.getTypeAllocSize(variable->getValueType());
  }
  kernel.addFnAttr("lanewise-local-bytes", std::to_string(size));
}

/// Named barriers become variables, one for each place where one is made.
void declare_named_barriers(llvm::Module& module) {
  llvm::Function* function = module.getFunction(name(MuxBuiltin::get_named_barrier));
  if (!function) {
    return;
  }
  auto* type =
      llvm::ArrayType::get(llvm::Type::getInt32Ty(module.getContext()), named_barrier_words);
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    auto* variable = new llvm::GlobalVariable(
        module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
        "named.barrier", nullptr, llvm::GlobalValue::NotThreadLocal, 3);
    variable->setAlignment(llvm::Align(4));
    call->replaceAllUsesWith(variable);
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

} // namespace

llvm::SmallVector<llvm::GlobalVariable*> local_variables_of(llvm::Module& module) {
  Variables variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == vecz::local_space) {
      variable.removeDeadConstantUsers();
      variables.push_back(&variable);
    }
  }
  llvm::SmallVector<llvm::Constant*> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  return variables;
}

llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Value*>>
local_memory_of_kernels(llvm::Module& module) {
  llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Value*>> found;
  const auto is_kernel = [](const llvm::Function& function) {
    return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  };
  for (llvm::GlobalVariable* variable : local_variables_of(module)) {
    llvm::SmallPtrSet<llvm::Function*, 2> users;
    for (llvm::User* user : variable->users()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      users.insert(instruction ? instruction->getFunction() : nullptr);
    }
    if (llvm::Function* only = users.size() == 1 ? *users.begin() : nullptr;
        only && is_kernel(*only)) {
      found[only].push_back(variable);
    }
  }
  for (llvm::Function& function : module) {
    for (llvm::Argument& argument : function.args()) {
      if (is_kernel(function) && vecz::is_local_pointer(argument) && !argument.use_empty()) {
        found[&function].push_back(&argument);
      }
    }
  }
  return found;
}

void set_place(llvm::GlobalVariable& variable, const ArgumentPlace& place) {
  llvm::Type* type = llvm::Type::getInt64Ty(variable.getContext());
  const auto number = [&](uint64_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, value));
  };
  variable.setMetadata(
      place_in_argument,
      llvm::MDNode::get(variable.getContext(), {number(place.argument), number(place.offset)}));
}

bool local_variables(llvm::Module& module) {
  declare_named_barriers(module);
  const Variables variables = local_variables_of(module);
  for (auto& [kernel, of_kernel] : variables_of_kernels(variables)) {
    lay_out(*kernel, of_kernel);
  }
  for (llvm::GlobalVariable* variable : variables) {
    variable->eraseFromParent();
  }
  return !variables.empty();
}

bool has_local_memory(const llvm::Function& kernel) {
  return kernel.getFnAttributeAsParsedInteger("lanewise-local-bytes", 0) != 0 ||
         llvm::any_of(kernel.args(), vecz::is_local_pointer);
}

} // namespace compiler
