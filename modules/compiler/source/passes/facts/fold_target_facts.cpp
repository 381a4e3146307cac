// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/fold_target_facts.h"

#include "compiler/mux_builtins.h"

#include <llvm/IR/Constants.h>

namespace compiler {
namespace {

bool fold(llvm::Module& module, MuxBuiltin fact, llvm::StringRef flag) {
  llvm::Function* function = module.getFunction(name(fact));
  if (!function) {
    return false;
  }
  const auto* value = llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(flag));
  const bool holds = value && !value->isZero();
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), holds));
    call->eraseFromParent();
  }
  function->eraseFromParent();
  return true;
}

} // namespace

bool fold_target_facts(llvm::Module& module) {
  const bool fma = fold(module, MuxBuiltin::has_fma, "lanewise.has_fma");
  const bool denormals = fold(module, MuxBuiltin::has_denormals, "lanewise.has_denormals");
  const bool debug = fold(module, MuxBuiltin::has_debug, "lanewise.has_debug");
  return fma || denormals || debug;
}

} // namespace compiler
