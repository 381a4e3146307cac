// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/matrices/rows_in_memory.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

namespace host {
namespace {

/// Loads whose values memory still has at `use`; empty if they are not all such.
llvm::SmallVector<llvm::LoadInst*> loads_before(llvm::ArrayRef<llvm::Value*> vectors,
                                                llvm::Instruction& use) {
  llvm::SmallVector<llvm::LoadInst*> loads;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> missing;
  for (llvm::Value* vector : vectors) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(vector);
    if (!load || !load->isSimple() || load->getParent() != use.getParent()) {
      return {};
    }
    loads.push_back(load);
    missing.insert(load);
  }
  for (const llvm::Instruction* at = use.getPrevNode(); at && !missing.empty();
       at = at->getPrevNode()) {
    if (at->mayWriteToMemory()) {
      return {};
    }
    missing.erase(at);
  }
  return loads;
}

std::optional<RowsInMemory> left_rows(const MatrixProduct& product,
                                      llvm::ScalarEvolution& evolution) {
  const auto loads = loads_before(product.a(), *product.call);
  if (loads.empty() || product.depth % product.columns != 0) {
    return std::nullopt;
  }
  const unsigned of_row = product.depth / product.columns,
                 bytes = product.columns * product.bits() / 8;
  const auto address = [&](unsigned i) { return loads[i]->getPointerOperand(); };
  const auto distance = [&](unsigned from, unsigned to) {
    return evolution.getMinusSCEV(evolution.getSCEV(address(to)), evolution.getSCEV(address(from)));
  };
  const llvm::SCEV* const of_rows = product.rows > 1 ? distance(0, of_row) : nullptr;
  for (unsigned i = 0; i < loads.size(); ++i) {
    const unsigned in_row = i % of_row;
    if (in_row != 0) {
      const auto* offset = llvm::dyn_cast<llvm::SCEVConstant>(distance(i - in_row, i));
      if (!offset || offset->getAPInt() != uint64_t(in_row) * bytes) {
        return std::nullopt;
      }
    } else if (i != 0 && (distance(i - of_row, i) != of_rows ||
                          llvm::isa<llvm::SCEVCouldNotCompute>(of_rows))) {
      return std::nullopt;
    }
  }
  return RowsInMemory{address(0), product.rows > 1 ? address(of_row) : nullptr};
}

} // namespace

llvm::SmallVector<std::optional<RowsInMemory>>
left_rows_in_memory(llvm::Function& function, llvm::ArrayRef<MatrixProduct> products) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(function);
  const llvm::TargetLibraryInfoImpl library(function.getParent()->getTargetTriple());
  llvm::TargetLibraryInfo of_function(library, &function);
  llvm::ScalarEvolution evolution(function, of_function, assumptions, dominators, loops);
  llvm::SmallVector<std::optional<RowsInMemory>> found;
  for (const MatrixProduct& product : products) {
    found.push_back(left_rows(product, evolution));
  }
  return found;
}

} // namespace host
