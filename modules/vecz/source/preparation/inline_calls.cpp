// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/inline_calls.h"

#include "vecz/vectorize.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

/// Instructions beyond which a function that is called several times is not copied to each place.
constexpr size_t max_copied_instructions = 2000;

/// Whether calls of `callee`, so many of them, stay calls, of a vector function
/// (vector_functions.h).
bool stays(const llvm::Function& callee, unsigned calls, size_t room) {
  if (callee.hasFnAttribute(llvm::Attribute::NoInline)) {
    return true;
  }
  const size_t size = callee.getInstructionCount();
  return (size > max_copied_instructions && calls > 1) || size > room;
}

} // namespace

void inline_calls(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*> calls;
  const auto collect = [&] {
    calls.clear();
    llvm::SmallMapVector<const llvm::Function*, unsigned, 8> count;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && !call->hasFnAttr(done_by_lane)) {
        calls.push_back(call);
        ++count[callee];
      }
    }
    const size_t size = function.getInstructionCount();
    size_t room = max_prepared_instructions - std::min(size, max_prepared_instructions);
    llvm::SmallPtrSet<const llvm::Function*, 8> staying;
    for (const auto& [callee, number] : count) {
      if (stays(*callee, number, room / number)) {
        staying.insert(callee);
      } else {
        room -= callee->getInstructionCount() * number;
      }
    }
    llvm::erase_if(calls, [&](const llvm::CallBase* call) {
      return staying.contains(call->getCalledFunction());
    });
    return !calls.empty();
  };
  while (collect()) {
    for (llvm::CallBase* call : calls) {
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info).isSuccess()) {
        return; // what is left stays a call and is done lane by lane
      }
    }
  }
}

} // namespace vecz
