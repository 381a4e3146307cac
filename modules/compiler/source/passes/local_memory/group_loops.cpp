// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/group_loops.h"

#include "kernel_metadata.h"
#include "passes/local_memory/group_memory.h"
#include "vecz/analysis_managers.h"
#include "vecz/constant_loops.h"
#include "vecz/promises.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace compiler {
namespace {

constexpr uint64_t max_in_a_region = 1000, max_instructions = 6000; ///< unrolled

/// The states of marked kernels, as values of the mark.
constexpr llvm::StringLiteral selected = "selected", simplified = "simplified",
                              unrolled = "unrolled";

void set_state(llvm::Function& kernel, llvm::StringRef state) {
  kernel.addFnAttr(group_registers_mark, state);
}

bool is_candidate(llvm::Function& function, const vecz::VectorRegisters& registers) {
  const uint64_t most = max_group_registers * registers.bits / 8;
  const auto size = sizes_of(function, "reqd_work_group_size");
  const bool has_local_argument = llvm::any_of(function.args(), vecz::is_local_pointer);
  const uint64_t bytes =
      function.getFnAttributeAsParsedInteger("lanewise-local-bytes", 0) +
      (has_local_argument ? size[0] * size[1] * size[2] * group_element_bytes : 0);
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
         size[0] != 0 && bytes != 0 && bytes <= most && GroupMemory(function, registers).find();
}

/// Calls visit(kernel, its state, analyses) for each marked kernel. Whether there are any.
template <typename Visit> bool for_each_marked(llvm::Module& module, Visit&& visit) {
  bool any = false;
  for (llvm::Function& function : module) {
    if (const llvm::Attribute mark = function.getFnAttribute(group_registers_mark);
        mark.isValid()) {
      any = true;
      vecz::AnalysisManagers analyses;
      visit(function, mark.getValueAsString(), analyses.functions);
    }
  }
  return any;
}

struct ConstantAddress {
  llvm::Value* base;
  llvm::APInt offset; ///< in bytes

  bool operator==(const ConstantAddress& other) const = default;
};

ConstantAddress address_of(llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base, std::move(offset)};
}

/// Whether it can be used anywhere: not only behind a loop that computes it.
bool is_everywhere(const llvm::Value& value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return !instruction || instruction->getParent()->isEntryBlock();
}

/// Passes merge equal addresses and choose between the copies where ways meet again; accesses are
/// found by way of addresses that are computed only (group_memory.h). Keeps LCSSA form.
void compute_chosen_addresses(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getDataLayout();
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::BasicBlock& block : kernel) {
      for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
        if (!vecz::is_local_pointer(phi)) {
          continue;
        }
        const ConstantAddress first = address_of(*phi.getIncomingValue(0), layout);
        if (!is_everywhere(*first.base) ||
            !llvm::all_of(phi.incoming_values(), [&](const llvm::Use& one) {
              return address_of(*one, layout) == first;
            })) {
          continue;
        }
        llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
        phi.replaceAllUsesWith(
            builder.CreatePtrAdd(first.base, builder.getInt(first.offset), phi.getName()));
        phi.eraseFromParent();
        changed = true;
      }
    }
  }
}

} // namespace

bool select_group_registers(llvm::Module& module, const vecz::VectorRegisters& registers) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (is_candidate(function, registers)) {
      set_state(function, selected);
      changed = true;
    }
  }
  return changed;
}

bool simplify_group_kernels(llvm::Module& module) {
  return for_each_marked(module, [](llvm::Function& kernel, llvm::StringRef state,
                                    llvm::FunctionAnalysisManager& analyses) {
    if (state == simplified) {
      return;
    }
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::InstCombinePass());
    if (state == unrolled) {
      // Each unrolled step tests again whether the loop around all of them goes on. What follows
      // may be a loop, whose header no way is threaded to.
      passes.addPass(llvm::LoopSimplifyPass());
      passes.addPass(llvm::JumpThreadingPass());
      passes.addPass(llvm::InstSimplifyPass()); // choices between equal values
    }
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.run(kernel, analyses);
    compute_chosen_addresses(kernel);
    vecz::drop_undeclared_alias_scopes(kernel); // InstCombine removes declarations of little use
    set_state(kernel, simplified);
  });
}

bool unroll_item_loops(llvm::Module& module) {
  return for_each_marked(
      module, [](llvm::Function& kernel, llvm::StringRef, llvm::FunctionAnalysisManager& analyses) {
        vecz::ConstantLoops loops(kernel, analyses, max_in_a_region);
        if (loops.unroll(loops.all())) {
          set_state(kernel, unrolled);
        }
      });
}

bool unroll_group_loops(llvm::Module& module, const vecz::VectorRegisters& registers) {
  return for_each_marked(module, [&](llvm::Function& kernel, llvm::StringRef,
                                     llvm::FunctionAnalysisManager& analyses) {
    vecz::ConstantLoops loops(kernel, analyses, max_instructions);
    vecz::ConstantLoops::Loops needed;
    GroupMemory memory(kernel, registers);
    if (!memory.find() || !llvm::all_of(memory.variables(), [&](const llvm::Value* value) {
          return loops.becomes_constant(*value, needed);
        })) {
      kernel.removeFnAttr(group_registers_mark);
    } else if (loops.unroll(needed)) {
      set_state(kernel, unrolled);
    }
  });
}

} // namespace compiler
