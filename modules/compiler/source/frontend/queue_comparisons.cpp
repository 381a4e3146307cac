// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/queue_comparisons.h"

#include "passes/built_ins/lower_enqueue.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

void replace(llvm::ICmpInst& comparison) {
  llvm::Type* queue = comparison.getOperand(0)->getType();
  llvm::IRBuilder<> builder(&comparison);
  llvm::FunctionCallee function = comparison.getModule()->getOrInsertFunction(
      "__lanewise_same_queue", llvm::FunctionType::get(builder.getInt1Ty(), {queue, queue}, false));
  llvm::cast<llvm::Function>(function.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* same =
      builder.CreateCall(function, {comparison.getOperand(0), comparison.getOperand(1)});
  same->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  const bool equal = comparison.getPredicate() == llvm::CmpInst::ICMP_EQ;
  comparison.replaceAllUsesWith(equal ? same : builder.CreateNot(same));
  comparison.eraseFromParent();
}

} // namespace

void call_queue_comparisons(llvm::Module& module) {
  llvm::SmallVector<llvm::ICmpInst*> comparisons;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      if (comparison && is_device_queue(comparison->getOperand(0)->getType())) {
        comparisons.push_back(comparison);
      }
    }
  }
  for (llvm::ICmpInst* comparison : comparisons) {
    replace(*comparison);
  }
}

} // namespace compiler
