// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/dot_products.h"

#include "vecz/vectorize.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace cuda {

bool dot_products(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(vecz::elementwise_prefix) ||
        !name.consume_front("dot_")) {
      continue;
    }
    const auto instruction = name == "ss"   ? llvm::Intrinsic::nvvm_idp4a_s_s
                             : name == "us" ? llvm::Intrinsic::nvvm_idp4a_u_s
                                            : llvm::Intrinsic::nvvm_idp4a_u_u;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateIntrinsic(
          instruction, {call->getArgOperand(0), call->getArgOperand(1), builder.getInt32(0)}));
      call->eraseFromParent();
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace cuda
