// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_item_loops.h"

#include "passes/vectorization/notes.h"
#include "passes/work_item_loops/work_group_function.h"

namespace compiler {
namespace {

void report_shared_loops(const WorkGroupPlan& plan) {
  add_note(plan.kernel.getContext(), place_of(plan.kernel),
           "kernel '" + plan.kernel.getName() +
               "' has one set of loops for what stands between its " +
               llvm::Twine(plan.barriers().size()) +
               " barriers: there are too many of them, or too much follows each",
           "loops with a barrier instead of copies of it, and fewer barriers under conditions");
}

} // namespace

bool work_item_loops(llvm::Module& module, const vecz::VectorRegisters& registers, bool report) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    WorkGroupPlan plan(*kernel, registers);
    if (report && plan.too_many_regions) {
      report_shared_loops(plan);
    }
    WorkGroupFunction function(plan);
    function.build();
    function.remove_what_was_built_from();
  }
  return !kernels.empty();
}

} // namespace compiler
