// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/textures.h"

#include "compiler/mux_builtins.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace cuda {
namespace {

struct Read {
  compiler::MuxBuiltin word;
  llvm::Intrinsic::ID instruction;
};

constexpr Read reads[] = {
    {compiler::MuxBuiltin::read_texel_float, llvm::Intrinsic::nvvm_tex_unified_2d_v4f32_s32},
    {compiler::MuxBuiltin::read_texel_int, llvm::Intrinsic::nvvm_tex_unified_2d_v4s32_s32},
    {compiler::MuxBuiltin::filter_texels, llvm::Intrinsic::nvvm_tex_unified_2d_v4f32_f32}};

void replace(llvm::CallInst& call, llvm::Intrinsic::ID instruction) {
  llvm::IRBuilder<> builder(&call);
  const llvm::SmallVector<llvm::Value*> operands(call.args());
  llvm::Value* const channels = builder.CreateIntrinsic(instruction, operands);
  llvm::Value* color = llvm::PoisonValue::get(call.getType());
  for (unsigned i = 0; i < 4; ++i) {
    color = builder.CreateInsertElement(color, builder.CreateExtractValue(channels, i), i);
  }
  call.replaceAllUsesWith(color);
  call.eraseFromParent();
}

} // namespace

bool textures(llvm::Module& module) {
  bool changed = false;
  for (const auto& [word, instruction] : reads) {
    llvm::Function* function = module.getFunction(compiler::name(word));
    if (!function) {
      continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      replace(*llvm::cast<llvm::CallInst>(user), instruction);
    }
    function->eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace cuda
