// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/fold_target_facts.h"

#include "compiler/mux_builtins.h"
#include "module_flags.h"

#include <llvm/IR/Constants.h>

namespace compiler {
namespace {

bool fold(llvm::Module& module, MuxBuiltin fact, llvm::StringRef flag) {
  llvm::Function* function = module.getFunction(name(fact));
  if (!function) {
    return false;
  }
  const bool holds = module_flag(module, flag) != 0;
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
  constexpr std::pair<MuxBuiltin, llvm::StringLiteral> facts[] = {
      {MuxBuiltin::has_fma, "lanewise.has_fma"},
      {MuxBuiltin::has_table_permutes, "lanewise.has_table_permutes"},
      {MuxBuiltin::has_exponent_operations, "lanewise.has_exponent_operations"},
      {MuxBuiltin::has_aligned_texels, "lanewise.has_aligned_texels"},
      {MuxBuiltin::wants_accurate_math, "lanewise.wants_accurate_math"},
      {MuxBuiltin::has_denormals, "lanewise.has_denormals"},
      {MuxBuiltin::has_debug, "lanewise.has_debug"}};
  bool changed = false;
  for (const auto& [fact, flag] : facts) {
    changed |= fold(module, fact, flag);
  }
  return changed;
}

} // namespace compiler
