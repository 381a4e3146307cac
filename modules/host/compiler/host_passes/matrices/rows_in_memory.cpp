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

using Loads = llvm::SmallVector<llvm::LoadInst*>;

/// The loads that give vectors of a; empty if others do.
Loads loads_of_a(const MatrixProduct& product) {
  Loads loads;
  for (llvm::Value* vector : product.a()) {
    loads.push_back(llvm::dyn_cast<llvm::LoadInst>(vector));
  }
  return llvm::is_contained(loads, nullptr) ? Loads() : loads;
}

/// The load of words of which `rows` are the elements: the first one's of each word, the second
/// one's and so on; null if they are not.
llvm::LoadInst* load_of_words(llvm::ArrayRef<llvm::Value*> rows) {
  llvm::LoadInst* found = nullptr;
  for (unsigned row = 0; row < rows.size(); ++row) {
    auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(rows[row]);
    auto* load = shuffle ? llvm::dyn_cast<llvm::LoadInst>(shuffle->getOperand(0)) : nullptr;
    if (!load || (found && load != found)) {
      return nullptr;
    }
    found = load;
    for (const auto [column, from] : llvm::enumerate(shuffle->getShuffleMask())) {
      if (from != int(column * rows.size() + row)) {
        return nullptr;
      }
    }
  }
  return found;
}

Loads loads_of_b(const MatrixProduct& product) {
  const unsigned in_word = 32 / product.bits();
  Loads loads;
  const auto rows = product.b();
  for (unsigned first = 0; first < rows.size(); first += in_word) {
    loads.push_back(load_of_words(llvm::ArrayRef(rows).slice(first, in_word)));
  }
  return llvm::is_contained(loads, nullptr) ? Loads() : loads;
}

/// Whether memory still has at `use` what they have loaded.
bool are_unchanged(const Loads& loads, const llvm::Instruction& use) {
  llvm::SmallPtrSet<const llvm::Instruction*, 32> missing;
  for (const llvm::LoadInst* load : loads) {
    if (!load->isSimple() || load->getParent() != use.getParent()) {
      return false;
    }
    missing.insert(load);
  }
  for (const llvm::Instruction* at = use.getPrevNode(); at && !missing.empty();
       at = at->getPrevNode()) {
    if (at->mayWriteToMemory()) {
      return false;
    }
    missing.erase(at);
  }
  return true;
}

/// Rows of `of_row` loads each, of `bytes`.
std::optional<RowsInMemory> rows_of(const Loads& loads, unsigned of_row, unsigned bytes,
                                    const llvm::Instruction& use,
                                    llvm::ScalarEvolution& evolution) {
  if (loads.empty() || of_row == 0 || !are_unchanged(loads, use)) {
    return std::nullopt;
  }
  const auto address = [&](unsigned i) { return loads[i]->getPointerOperand(); };
  const auto distance = [&](unsigned from, unsigned to) {
    return evolution.getMinusSCEV(evolution.getSCEV(address(to)), evolution.getSCEV(address(from)));
  };
  const bool has_second = loads.size() > of_row;
  const llvm::SCEV* const of_rows = has_second ? distance(0, of_row) : nullptr;
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
  return RowsInMemory{address(0), has_second ? address(of_row) : nullptr};
}

} // namespace

llvm::SmallVector<OperandsInMemory> operands_in_memory(llvm::Function& function,
                                                       llvm::ArrayRef<MatrixProduct> products) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(function);
  const llvm::TargetLibraryInfoImpl library(function.getParent()->getTargetTriple());
  llvm::TargetLibraryInfo of_function(library, &function);
  llvm::ScalarEvolution evolution(function, of_function, assumptions, dominators, loops);
  llvm::SmallVector<OperandsInMemory> found;
  for (const MatrixProduct& product : products) {
    const unsigned of_row_of_a =
        product.depth % product.columns == 0 ? product.depth / product.columns : 0;
    found.push_back({.a = rows_of(loads_of_a(product), of_row_of_a,
                                  product.columns * product.bits() / 8, *product.call, evolution),
                     .b = rows_of(loads_of_b(product), 1, 0, *product.call, evolution)});
  }
  return found;
}

} // namespace host
