// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/fold_target_facts.h"

#include "compiler/mux_builtins.h"
#include "module_flags.h"

#include <llvm/IR/Constants.h>

namespace compiler {
namespace {

/// Replaces calls of a word by what `value_of(type)` makes; returns whether there were any.
template <typename F> bool replace_calls(llvm::Module& module, MuxBuiltin word, F value_of) {
  llvm::Function* function = module.getFunction(name(word));
  if (!function) {
    return false;
  }
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(value_of(call->getType()));
    call->eraseFromParent();
  }
  function->eraseFromParent();
  return true;
}

bool fold(llvm::Module& module, MuxBuiltin fact, llvm::StringRef flag) {
  const bool holds = module_flag(module, flag) != 0;
  return replace_calls(module, fact,
                       [&](llvm::Type* type) { return llvm::ConstantInt::get(type, holds); });
}

} // namespace

bool fold_target_facts(llvm::Module& module) {
  constexpr std::pair<MuxBuiltin, llvm::StringLiteral> facts[] = {
      {MuxBuiltin::has_fma, "lanewise.has_fma"},
      {MuxBuiltin::has_table_permutes, "lanewise.has_table_permutes"},
      {MuxBuiltin::has_short_table_permutes, "lanewise.has_short_table_permutes"},
      {MuxBuiltin::has_exponent_operations, "lanewise.has_exponent_operations"},
      {MuxBuiltin::has_fast_division, "lanewise.has_fast_division"},
      {MuxBuiltin::has_float_estimates, "lanewise.has_float_estimates"},
      {MuxBuiltin::has_aligned_texels, "lanewise.has_aligned_texels"},
      {MuxBuiltin::converts_slowly, "lanewise.converts_slowly"},
      {MuxBuiltin::has_textures, "lanewise.has_textures"},
      {MuxBuiltin::wants_accurate_math, "lanewise.wants_accurate_math"},
      {MuxBuiltin::has_denormals, "lanewise.has_denormals"},
      {MuxBuiltin::has_debug, "lanewise.has_debug"}};
  bool changed = false;
  for (const auto& [fact, flag] : facts) {
    changed |= fold(module, fact, flag);
  }
  if (module_flag(module, "lanewise.has_textures") == 0) {
    for (const MuxBuiltin word :
         {MuxBuiltin::read_texel_float, MuxBuiltin::read_texel_int, MuxBuiltin::filter_texels}) {
      changed |= replace_calls(module, word, llvm::PoisonValue::get);
    }
  }
  return changed;
}

} // namespace compiler
