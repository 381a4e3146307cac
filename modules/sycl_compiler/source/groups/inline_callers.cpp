// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups/inline_callers.h"

#include "instructions.h"
#include "pipeline.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>

namespace sycl_compiler {

void inline_callers(llvm::Module& module, const std::vector<llvm::Function*>& functions) {
  std::vector<llvm::Function*> worklist = functions;
  llvm::SmallPtrSet<llvm::Function*, 16> seen;
  while (!worklist.empty()) {
    llvm::Function* callee = worklist.back();
    worklist.pop_back();
    for (llvm::CallInst* call : calls_of(*callee)) {
      llvm::Function* caller = call->getFunction();
      if (caller->getCallingConv() == llvm::CallingConv::SPIR_KERNEL ||
          !seen.insert(caller).second) {
        continue;
      }
      caller->removeFnAttr(llvm::Attribute::NoInline);
      caller->addFnAttr(llvm::Attribute::AlwaysInline);
      caller->setLinkage(llvm::GlobalValue::InternalLinkage);
      caller->setComdat(nullptr);
      worklist.push_back(caller);
    }
  }
  // Erases functions that are not called any more, too.
  run_pipeline(module, [](llvm::PassBuilder&) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass());
    return passes;
  });
}

} // namespace sycl_compiler
