// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/define_group_functions.h"

#include "kernel_metadata.h"
#include "passes/group_functions/group_functions.h"
#include "passes/group_functions/work_group_functions.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>

namespace compiler {
namespace {

llvm::GlobalVariable& make_scratch(llvm::Module& module, uint64_t bytes) {
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes);
  auto* scratch = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                           llvm::UndefValue::get(type), "group.scratch", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, 3);
  scratch->setAlignment(llvm::Align(128)); // of the largest type
  return *scratch;
}

/// Adds attributes to a group function. Calls that depend on which work-items of a sub-group are
/// active must not be moved; those that tell a work-item's place always give the same. Barriers and
/// block accesses access the program's memory.
void describe(llvm::Function& function, GroupMeaning meaning) {
  auto effects = llvm::MemoryEffects::inaccessibleMemOnly();
  switch (meaning) {
  case GroupMeaning::barrier:
  case GroupMeaning::block_read:
  case GroupMeaning::block_write:
    effects = llvm::MemoryEffects::unknown();
    break;
  default:
    effects = is_position_query(meaning) ? llvm::MemoryEffects::none() : effects;
    break;
  }
  const auto say = [&](auto& place) {
    place.removeFnAttr(llvm::Attribute::Memory);
    if (effects != llvm::MemoryEffects::unknown()) {
      place.addFnAttr(llvm::Attribute::getWithMemoryEffects(function.getContext(), effects));
    }
    if (effects != llvm::MemoryEffects::none()) {
      place.addFnAttr(llvm::Attribute::Convergent);
      place.addFnAttr(llvm::Attribute::NoMerge);
    }
    place.addFnAttr(llvm::Attribute::NoUnwind);
    place.addFnAttr(llvm::Attribute::WillReturn);
  };
  say(function);
  for (llvm::User* user : function.users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      say(*call);
    }
  }
}

/// The calls of functions using the group's memory that come first in every kernel that gets there:
/// no work-item can still be reading the contents that an earlier call has left.
class FirstCalls {
public:
  explicit FirstCalls(llvm::ArrayRef<llvm::Function*> group_functions) {
    for (llvm::Function* function : group_functions) {
      add(*function);
    }
  }

  [[nodiscard]] bool is_first(const llvm::CallBase& call, unsigned depth = 0) const {
    constexpr unsigned deepest = 16; // more than that only by recursion
    const llvm::Function& caller = *call.getFunction();
    if (depth > deepest) {
      return false;
    }
    for (const llvm::Instruction& other : llvm::instructions(caller)) {
      if (uses_memory(other) && is_before(other, call)) {
        return false;
      }
    }
    const bool is_kernel = caller.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    return (is_kernel || !caller.use_empty()) &&
           llvm::all_of(caller.users(), [&](const llvm::User* user) {
             const auto* outer = llvm::dyn_cast<llvm::CallBase>(user);
             return outer && outer->getCalledOperand() == &caller && is_first(*outer, depth + 1);
           });
  }

private:
  void add(llvm::Function& function) {
    if (!users.insert(&function).second) {
      return;
    }
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        add(*call->getFunction());
      }
    }
  }

  [[nodiscard]] bool uses_memory(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return call && (callee ? users.contains(callee) : !call->isInlineAsm());
  }

  static bool is_before(const llvm::Instruction& other, const llvm::Instruction& call) {
    if (&other != &call) {
      return llvm::isPotentiallyReachable(&other, &call);
    }
    return llvm::any_of(llvm::successors(call.getParent()), [&](const llvm::BasicBlock* next) {
      return llvm::isPotentiallyReachable(&next->front(), &call);
    });
  }

  llvm::SmallPtrSet<const llvm::Function*, 8> users; ///< of the memory, directly or not
};

/// Adds barriers where work-items may still be reading the last function's memory.
void add_barriers(llvm::ArrayRef<llvm::Function*> group_functions) {
  const FirstCalls calls(group_functions);
  llvm::SmallVector<llvm::CallBase*> later;
  for (llvm::Function* function : group_functions) {
    for (llvm::User* user : function->users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && !calls.is_first(*call)) {
        later.push_back(call);
      }
    }
  }
  for (llvm::CallBase* call : later) {
    llvm::IRBuilder<> builder(call);
    create_group_barrier(builder);
  }
}

/// The work-items of the largest group that any kernel can have.
uint64_t largest_group(const llvm::Module& module, uint64_t max_items) {
  uint64_t largest = 0;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      const auto size = sizes_of(function, "reqd_work_group_size");
      const uint64_t items = size[0] * size[1] * size[2]; // 0: not known
      largest = std::max(largest, items ? items : max_items);
    }
  }
  return largest ? std::min(largest, max_items) : max_items;
}

} // namespace

bool define_group_functions(llvm::Module& module, uint64_t max_items, uint64_t shifted_bytes) {
  const uint64_t items = largest_group(module, max_items);
  llvm::SmallVector<std::pair<llvm::Function*, GroupFunction>> wanted;
  uint64_t bytes = 0;
  for (llvm::Function& function : module) {
    const auto what =
        function.isDeclaration() && !function.use_empty() ? group_function(function) : std::nullopt;
    if (what) {
      wanted.emplace_back(&function, *what);
      bytes = std::max(bytes, what->is_work_group ? scratch_bytes(function, *what, items) : 0);
    }
  }
  llvm::SmallVector<llvm::Function*> of_work_groups;
  for (auto& [function, what] : wanted) {
    if (what.is_work_group) {
      of_work_groups.push_back(function);
    }
  }
  add_barriers(of_work_groups);
  llvm::GlobalVariable* scratch = bytes > 0 ? &make_scratch(module, bytes) : nullptr;
  for (auto& [function, what] : wanted) {
    if (!what.is_work_group) {
      describe(*function, what.meaning);
      continue;
    }
    define_work_group_function(*function, what, *scratch, shifted_bytes);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    // Attributes of the declaration ("reads no memory") need not hold for the body.
    function->removeFnAttr(llvm::Attribute::Memory);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return !wanted.empty();
}

} // namespace compiler
