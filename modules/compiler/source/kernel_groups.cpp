// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel_groups.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace compiler {
namespace {

/// A group costs a thread, a context and the reading of all the program's IR, together less than a
/// small kernel; more groups than this are of use on no machine at hand.
constexpr size_t min_kernels = 4, max_groups = 8;
/// Fewer kernels are worth it if they have so many instructions together.
constexpr uint64_t many_instructions = 4000;
/// The fixed cost of a kernel, in instructions.
constexpr uint64_t kernel_cost = 100;

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Instructions of a function and all that it calls.
uint64_t weight_of(const llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Function*, 16> seen = {&function};
  llvm::SmallVector<const llvm::Function*> open = {&function};
  uint64_t count = 0;
  while (!open.empty()) {
    for (const llvm::Instruction& instruction : llvm::instructions(*open.pop_back_val())) {
      ++count;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && seen.insert(callee).second) {
        open.push_back(callee);
      }
    }
  }
  return count;
}

size_t number_of_groups(size_t kernels, uint64_t weight) {
  const size_t many = kernels >= 2 * min_kernels ? kernels / min_kernels : 1;
  const size_t large = std::min<uint64_t>(kernels, weight / (many_instructions / 2));
  return std::min({std::max(many, large), kernels, max_groups});
}

} // namespace

std::vector<KernelGroup> kernel_groups(const llvm::Module& module) {
  std::vector<std::pair<const llvm::Function*, uint64_t>> kernels;
  uint64_t weight = 0;
  for (const llvm::Function& function : module) {
    if (is_kernel(function)) {
      kernels.emplace_back(&function, weight_of(function) + kernel_cost);
      weight += kernels.back().second;
    }
  }
  const size_t count = number_of_groups(kernels.size(), weight);
  if (count < 2 || module.getFunction("printf")) {
    return {};
  }
  std::vector<KernelGroup> groups(count);
  uint64_t before = 0;
  for (const auto& [kernel, own] : kernels) {
    // The group in which its middle lies.
    const uint64_t group = (before + own / 2) * count / weight;
    groups[group].push_back(kernel->getName().str());
    before += own;
  }
  std::erase_if(groups, [](const KernelGroup& group) { return group.empty(); });
  return groups;
}

void keep_kernels(llvm::Module& module, const std::vector<std::string>& names) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (is_kernel(function) && !llvm::is_contained(names, function.getName()) &&
        function.use_empty()) {
      function.eraseFromParent();
    }
  }
}

} // namespace compiler
