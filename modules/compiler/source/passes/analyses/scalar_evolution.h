// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ANALYSES_SCALAR_EVOLUTION_H
#define PASSES_ANALYSES_SCALAR_EVOLUTION_H

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// LLVM's scalar evolution of one function with what it needs, without analysis managers, which
/// take several times as long to make.
struct ScalarEvolutionOf {
  explicit ScalarEvolutionOf(llvm::Function& function)
      : dominators(function), loops(dominators),
        library(llvm::Triple(function.getParent()->getTargetTriple())), libraries(library),
        assumptions(function), evolution(function, libraries, assumptions, dominators, loops) {}

  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::TargetLibraryInfoImpl library;
  llvm::TargetLibraryInfo libraries;
  llvm::AssumptionCache assumptions;
  llvm::ScalarEvolution evolution;
};

} // namespace compiler

#endif
