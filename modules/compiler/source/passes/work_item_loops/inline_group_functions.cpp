// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/inline_group_functions.h"

#include "compiler/mux_builtins.h"
#include "passes/analyses/private_memory.h"
#include "passes/group_functions/group_functions.h"
#include "passes/vectorization/notes.h"
#include "passes/work_item_loops/pass_ids.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <optional>
#include <vector>

namespace compiler {
namespace {

using FunctionSet = llvm::SetVector<llvm::Function*>;

/// Functions that use `value`, also through constant expressions.
void add_users(llvm::Value& value, FunctionSet& functions) {
  for (llvm::User* user : value.users()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      functions.insert(instruction->getFunction());
    } else if (llvm::isa<llvm::ConstantExpr>(user)) {
      add_users(*user, functions);
    }
  }
}

/// Inlines `callee` wherever it is called; true if that left no call.
void inline_everywhere(llvm::Function& callee) {
  for (llvm::User* user : llvm::make_early_inc_range(callee.users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call && call->getCalledFunction() == &callee) {
      llvm::InlineFunctionInfo info;
      (void)llvm::InlineFunction(*call, info, /*MergeAttributes=*/true);
    }
  }
}

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Functions that use the work-group, directly or through others; if `bound`, without those that
/// only query values that could be passed to them.
FunctionSet find_group_functions(llvm::Module& module, bool bound) {
  FunctionSet found;
  for (llvm::Function& function : module) {
    // printf writes to memory that belongs to the launch; the functions that are left of those of
    // groups wait for the pass sub-groups.
    const auto builtin = mux_builtin(function);
    if ((builtin && !(bound && can_be_passed(*builtin))) || function.getName() == "printf" ||
        (function.isDeclaration() && group_function(function))) {
      add_users(function, found);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == vecz::local_space) {
      add_users(variable, found);
    }
  }
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable && is_too_large_for_stack(*variable)) {
        found.insert(&function);
      }
    }
  }
  // The set grows by the callers of its functions.
  for (size_t i = 0; i < found.size(); ++i) {
    add_users(*found[i], found);
  }
  return found;
}

/// Erases functions that no kernel calls, and returns them.
llvm::SmallPtrSet<const llvm::Function*, 16> erase_unused(FunctionSet& functions) {
  llvm::SmallVector<llvm::Function*> unused;
  const auto look_at = [&](llvm::Function* function) {
    if (functions.contains(function) && function->use_empty() && !is_kernel(*function)) {
      unused.push_back(function);
    }
  };
  llvm::for_each(functions, look_at);
  llvm::SmallPtrSet<const llvm::Function*, 16> erased;
  while (!unused.empty()) {
    llvm::Function* function = unused.pop_back_val();
    llvm::SmallSetVector<llvm::Function*, 8> callees;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCalledFunction()) {
        callees.insert(call->getCalledFunction());
      }
    }
    erased.insert(function);
    function->eraseFromParent();
    llvm::for_each(callees, look_at);
  }
  functions.remove_if([&](const llvm::Function* function) { return erased.contains(function); });
  return erased;
}

/// Decides which functions are inlined, by the size of the resulting kernels.
class Plan {
public:
  Plan(llvm::Module& all, const FunctionSet& group_functions)
      : module(all), functions(group_functions), bound(find_group_functions(all, true)) {
    for (const llvm::Function& function : module) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration()) {
          callees[&function].push_back(callee);
          ++calls[callee];
        }
      }
    }
    frugal = !exceeding(max_instructions).empty();
    sizes.clear();
  }

  /// Whether a function is not inlined, although others of its kind are.
  [[nodiscard]] bool stays(const llvm::Function& function) {
    return frugal && !is_kernel(function) && !bound.contains(&function) && is_to_inline(function) &&
           calls.lookup(&function) > 1 && size_of(function) > small;
  }

  /// The kernels that would be too large, and not because their source is.
  [[nodiscard]] FunctionSet exceeding(uint64_t limit) {
    FunctionSet found;
    for (llvm::Function& function : module) {
      if (is_kernel(function) && size_of(function) > limit &&
          size_of(function) > max_copies * size_of_source(function)) {
        found.insert(&function);
      }
    }
    return found;
  }

  /// The most instructions of a kernel; beyond this it is not vectorised.
  static constexpr uint64_t max_instructions = 20000;

private:
  /// A kernel may be larger if its source has this share of it.
  static constexpr uint64_t max_copies = 4;
  /// The most instructions of a function that is copied to each call in any case.
  static constexpr uint64_t small = 100;
  static constexpr uint64_t max_countable = uint64_t(1) << 40;

  [[nodiscard]] bool is_to_inline(const llvm::Function& function) const {
    return functions.contains(const_cast<llvm::Function*>(&function)) ||
           function.hasFnAttribute(llvm::Attribute::AlwaysInline);
  }

  /// With all that is inlined.
  uint64_t size_of(const llvm::Function& function) {
    const auto [known, added] = sizes.try_emplace(&function, 0);
    if (!added) {
      return known->second;
    }
    uint64_t size = function.getInstructionCount();
    for (const llvm::Function* callee : callees[&function]) {
      size += is_to_inline(*callee) && !stays(*callee) ? size_of(*callee) : 0;
      size = std::min(size, max_countable);
    }
    return sizes[&function] = size;
  }

  /// The instructions of all functions that are called, each once.
  [[nodiscard]] uint64_t size_of_source(const llvm::Function& kernel) const {
    llvm::SmallSetVector<const llvm::Function*, 16> reached;
    reached.insert(&kernel);
    uint64_t size = 0;
    for (size_t i = 0; i < reached.size(); ++i) {
      size += reached[i]->getInstructionCount();
      if (const auto found = callees.find(reached[i]); found != callees.end()) {
        reached.insert_range(found->second);
      }
    }
    return size;
  }

  llvm::Module& module;
  const FunctionSet& functions;
  const FunctionSet bound;
  llvm::DenseMap<const llvm::Function*, std::vector<const llvm::Function*>> callees;
  llvm::DenseMap<const llvm::Function*, unsigned> calls;
  llvm::DenseMap<const llvm::Function*, uint64_t> sizes;
  bool frugal = false;
};

/// The limit on a kernel's instructions after inlining. Where functions with barriers call others
/// twice, and these others twice, a kernel grows exponentially.
constexpr uint64_t max_possible = 100000;

/// Reports an error about a kernel that would be too large, and empties it.
void refuse(llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  context.emitError("kernel '" + kernel.getName() + "' would have more than " +
                    llvm::Twine(max_possible) +
                    " instructions with all calls inlined of functions that have barriers, local "
                    "memory or printf, or wait for other work-items");
  kernel.dropAllReferences();
  llvm::ReturnInst::Create(context, llvm::BasicBlock::Create(context, "", &kernel));
}

} // namespace

bool inline_group_functions(llvm::Module& module) {
  FunctionSet group_functions = find_group_functions(module, false);
  const size_t count = group_functions.size();
  erase_unused(group_functions);
  std::optional<Plan> plan(std::in_place, module, group_functions);
  if (const FunctionSet excessive = plan->exceeding(max_possible); !excessive.empty()) {
    llvm::for_each(excessive, [](llvm::Function* kernel) { refuse(*kernel); });
    erase_unused(group_functions); // which only those called
    plan.emplace(module, group_functions);
  }
  FunctionSet kept;
  for (llvm::Function& function : module) {
    if (plan->stays(function)) {
      kept.insert(&function);
    }
  }
  bool changed = group_functions.size() != count;
  for (llvm::Function* function : group_functions) {
    if (kept.contains(function) || (is_kernel(*function) && function->use_empty())) {
      continue;
    }
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::OptimizeNone);
    inline_everywhere(*function);
    changed = true;
  }
  const auto erased = erase_unused(group_functions);
  kept.remove_if([&](const llvm::Function* function) { return erased.contains(function); });
  for (llvm::Function* function : kept) {
    function->removeFnAttr(llvm::Attribute::AlwaysInline);
    function->addFnAttr(llvm::Attribute::NoInline); // what it calls counts as well
    note_limit(*function,
               "it stays a function, as a kernel would become larger than " +
                   llvm::Twine(Plan::max_instructions) + " instructions",
               "fewer calls of it");
  }
  kept.remove_if([&](llvm::Function* function) { return !group_functions.contains(function); });
  if (!kept.empty()) {
    pass_ids(module, kept.getArrayRef());
  }
  return changed || !kept.empty();
}

} // namespace compiler
