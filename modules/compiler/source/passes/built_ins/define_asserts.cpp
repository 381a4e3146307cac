// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/define_asserts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {
namespace {

constexpr unsigned constant_memory = 2; // address space
constexpr llvm::StringLiteral names[] = {"__assert_fail", "__devicelib_assert_fail"};

/// Expression, file, line, function; the second one is also told ids.
bool has_parameters(const llvm::Function& function) {
  const auto is_pointer = [&](unsigned i) { return function.getArg(i)->getType()->isPointerTy(); };
  return function.arg_size() >= 4 && function.getReturnType()->isVoidTy() && is_pointer(0) &&
         is_pointer(1) && function.getArg(2)->getType()->isIntegerTy(32) && is_pointer(3);
}

llvm::Value* global_id(llvm::IRBuilder<>& builder, llvm::Module& module, unsigned dimension) {
  llvm::FunctionCallee callee =
      module.getOrInsertFunction("_Z13get_global_idj", builder.getInt64Ty(), builder.getInt32Ty());
  llvm::CallInst* call = builder.CreateCall(callee, {builder.getInt32(dimension)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

void define(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", &function));
  llvm::GlobalVariable* format =
      builder.CreateGlobalString("%s:%u: %s: work-item (%lu, %lu, %lu): assertion '%s' failed\n",
                                 "assert.format", constant_memory, &module);
  llvm::FunctionCallee print = module.getOrInsertFunction(
      "printf", llvm::FunctionType::get(builder.getInt32Ty(), {format->getType()}, true));
  llvm::Value *expression = function.getArg(0), *file = function.getArg(1),
              *line = function.getArg(2), *where = function.getArg(3);
  llvm::SmallVector<llvm::Value*> ids;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    ids.push_back(global_id(builder, module, dimension));
  }
  builder.CreateCall(print, {format, file, line, where, ids[0], ids[1], ids[2], expression})
      ->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  builder.CreateIntrinsic(llvm::Intrinsic::trap, {});
  builder.CreateUnreachable();
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.removeFnAttr(llvm::Attribute::NoInline);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
}

} // namespace

bool is_assert_function(llvm::StringRef name) { return llvm::is_contained(names, name); }

bool define_asserts(llvm::Module& module) {
  bool changed = false;
  for (const llvm::StringRef name : names) {
    llvm::Function* function = module.getFunction(name);
    if (function && function->isDeclaration() && has_parameters(*function)) {
      define(*function);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
