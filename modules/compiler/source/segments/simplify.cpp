// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "segments/simplify.h"

#include "passes/build_time/skip_known_tests.h"
#include "vecz/analysis_managers.h"
#include "vecz/pre_vectorization_target.h"
#include "vecz/promises.h"
#include "vecz/work_item_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace compiler {
namespace {

bool uses_generic_pointers(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      const auto is_generic = [](const llvm::Type* type) {
        return type->isPtrOrPtrVectorTy() && type->getPointerAddressSpace() == vecz::generic_space;
      };
      return is_generic(instruction.getType()) ||
             llvm::any_of(instruction.operands(),
                          [&](const llvm::Use& use) { return is_generic(use->getType()); });
    });
  });
}

} // namespace

llvm::ModulePassManager simplification(const llvm::Module& module) {
  llvm::FunctionPassManager function;
  const bool has_generic_pointers = uses_generic_pointers(module);
  function.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  function.addPass(llvm::EarlyCSEPass(true));
  if (has_generic_pointers) {
    // Variables that only were in the way of a generic pointer come to registers then.
    function.addPass(llvm::InferAddressSpacesPass(vecz::generic_space));
    function.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  }
  // With equal values being one, and before anything makes switches.
  function.addPass(SkipKnownTests());
  function.addPass(llvm::SimplifyCFGPass());
  function.addPass(llvm::InstCombinePass());
  function.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::AlwaysInlinerPass(false));
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(function)));
  return pipeline;
}

void repair_promises(llvm::Module& module) {
  for (llvm::Function& function : module) {
    vecz::drop_undeclared_alias_scopes(function); // InstCombine removes declarations of little use
  }
}

bool simplify(llvm::Module& module) {
  vecz::AnalysisManagers analyses(vecz::pre_vectorization_target());
  simplification(module).run(module, analyses.modules);
  repair_promises(module);
  return true;
}

} // namespace compiler
