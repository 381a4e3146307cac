// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "function_pointers.h"

#include "spirv-ll/read.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace compiler {
namespace {

constexpr llvm::StringLiteral number_attribute = "lanewise-function-number";

bool has_number(const llvm::Function& function) {
  return function.hasFnAttribute(number_attribute);
}

uint64_t number_of(const llvm::Function& function) {
  return function.getFnAttributeAsParsedInteger(number_attribute);
}

bool is_called_through_pointer(const llvm::CallBase& call) {
  return !call.isInlineAsm() &&
         !llvm::isa<llvm::Function, llvm::GlobalAlias>(call.getCalledOperand());
}

llvm::SmallVector<llvm::CallBase*> calls_through_pointers(llvm::Module& module) {
  llvm::SmallVector<llvm::CallBase*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && is_called_through_pointer(*call)) {
        found.push_back(call);
      }
    }
  }
  return found;
}

/// Kernels are enqueued by their addresses (block_kernels.h); functions without bodies are the
/// library's.
bool may_be_called(const llvm::Function& function) {
  return !function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL &&
         (function.hasFnAttribute(spirv_ll::referenced_indirectly) ||
          function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                   /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true));
}

/// Of no address that x86-64, AArch64 or a GPU has: bits 63 and 62 differ.
uint64_t hash_of(llvm::StringRef name) {
  return (llvm::xxh3_64bits(name) >> 2) | uint64_t(1) << 63;
}

/// Functions that may be called through pointers, with their numbers as an attribute.
llvm::SmallVector<llvm::Function*> number_functions(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> functions;
  llvm::SmallDenseSet<uint64_t> taken;
  for (llvm::Function& function : module) {
    if (may_be_called(function)) {
      uint64_t number = hash_of(function.getName());
      while (!taken.insert(number).second) {
        ++number;
      }
      function.addFnAttr(number_attribute, std::to_string(number));
      functions.push_back(&function);
    }
  }
  return functions;
}

llvm::Constant* as_pointer(uint64_t number, llvm::Type* type) {
  return llvm::ConstantExpr::getIntToPtr(
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(type->getContext()), number), type);
}

/// Everything but calls uses the number in the place of the address, in whatever address space.
void replace_address(llvm::Function& function) {
  const uint64_t number = number_of(function);
  replace_cast_address(function, number);
  function.replaceUsesWithIf(as_pointer(number, function.getType()), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !(call && call->isCallee(&use)) && !llvm::isa<llvm::GlobalAlias>(use.getUser());
  });
}

/// Calls each of `callees`, all of one type, by its number.
llvm::Function& make_dispatcher(llvm::Module& module, llvm::FunctionType& type,
                                llvm::ArrayRef<llvm::Function*> callees) {
  llvm::LLVMContext& context = module.getContext();
  llvm::SmallVector<llvm::Type*> parameters = {llvm::Type::getInt64Ty(context)};
  llvm::append_range(parameters, type.params());
  auto* made = llvm::Function::Create(
      llvm::FunctionType::get(type.getReturnType(), parameters, /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, "call.through.pointer", module);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->setConvergent();
  made->setDoesNotThrow();
  made->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", made));
  auto* wrong = llvm::BasicBlock::Create(context, "trap", made);
  llvm::SwitchInst* choice = builder.CreateSwitch(made->getArg(0), wrong, unsigned(callees.size()));
  for (llvm::Function* callee : callees) {
    auto* block = llvm::BasicBlock::Create(context, "call." + callee->getName(), made, wrong);
    choice->addCase(builder.getInt64(number_of(*callee)), block);
    builder.SetInsertPoint(block);
    llvm::SmallVector<llvm::Value*> arguments(
        llvm::make_pointer_range(llvm::drop_begin(made->args())));
    llvm::CallInst* call = builder.CreateCall(callee, arguments);
    call->setCallingConv(callee->getCallingConv());
    call->setAttributes(callee->getAttributes().removeFnAttributes(context));
    call->setConvergent();
    if (type.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(call);
    }
  }
  builder.SetInsertPoint(wrong);
  builder.CreateIntrinsic(llvm::Intrinsic::trap, {});
  builder.CreateUnreachable();
  return *made;
}

void call_dispatcher(llvm::CallBase& call, llvm::Function& dispatcher) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*> arguments = {
      builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty())};
  llvm::append_range(arguments, call.args());
  llvm::CallInst* made = builder.CreateCall(&dispatcher, arguments);
  made->setCallingConv(dispatcher.getCallingConv());
  made->setConvergent();
  made->setDebugLoc(call.getDebugLoc());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

} // namespace

void replace_cast_address(llvm::Function& function, uint64_t number) {
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(user);
    if (cast && cast->getOpcode() == llvm::Instruction::AddrSpaceCast) {
      cast->replaceAllUsesWith(as_pointer(number, cast->getType()));
      cast->destroyConstant();
    }
  }
}

bool call_functions_by_number(llvm::Module& module) {
  const auto calls = calls_through_pointers(module);
  if (calls.empty() && llvm::none_of(module, [](const llvm::Function& function) {
        return function.hasFnAttribute(spirv_ll::referenced_indirectly);
      })) {
    return false;
  }
  const auto functions = number_functions(module);
  llvm::removeFromUsedLists(module, [](llvm::Constant* constant) {
    const auto* function = llvm::dyn_cast<llvm::Function>(constant);
    return function && has_number(*function);
  });
  llvm::DenseMap<llvm::FunctionType*, llvm::SmallVector<llvm::Function*>> by_type;
  for (llvm::Function* function : functions) {
    replace_address(*function);
    by_type[function->getFunctionType()].push_back(function);
  }
  llvm::DenseMap<llvm::FunctionType*, llvm::Function*> dispatchers;
  for (llvm::CallBase* call : calls) {
    llvm::FunctionType& type = *call->getFunctionType();
    llvm::Function*& dispatcher = dispatchers[&type];
    if (!dispatcher) {
      dispatcher = &make_dispatcher(module, type, by_type.lookup(&type));
    }
    call_dispatcher(*call, *dispatcher);
  }
  return true;
}

std::vector<binary::Function> function_table(const llvm::Module& module) {
  std::vector<binary::Function> table;
  for (const llvm::Function& function : module) {
    if (has_number(function) && !function.hasLocalLinkage()) {
      table.push_back({function.getName().str(), number_of(function)});
    }
  }
  return table;
}

} // namespace compiler
