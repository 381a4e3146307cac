// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/inline_calls.h"

#include "vecz/vectorize.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

/// Instructions beyond which a function that is called several times is not copied to each place.
constexpr size_t max_copied_instructions = 2000;

/// Instructions that a kernel may have with such copies.
constexpr size_t max_with_copies = largest_form / 2;

size_t max_instructions(unsigned calls) {
  return calls > 1 ? max_with_copies : max_prepared_instructions;
}

/// Decides about the calls of `callee`, of which there are `calls`, in a kernel of so many
/// instructions. Those that stay call a vector function (vector_functions.h).
enum class Fate { inlined, stays, has_no_room };
Fate fate_of(const llvm::Function& callee, unsigned calls, size_t instructions) {
  if (callee.hasFnAttribute(llvm::Attribute::NoInline)) {
    return Fate::stays;
  }
  const size_t size = callee.getInstructionCount();
  if (size > max_copied_instructions && calls > 1) {
    return Fate::stays;
  }
  return instructions + size * calls > max_instructions(calls) ? Fate::has_no_room : Fate::inlined;
}

} // namespace

void inline_calls(llvm::Function& function, Remarks& remarks) {
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
    size_t instructions = function.getInstructionCount();
    llvm::SmallDenseMap<const llvm::Function*, Fate> fates;
    for (const auto& [callee, number] : count) {
      const Fate fate = fate_of(*callee, number, instructions);
      fates[callee] = fate;
      instructions += fate == Fate::inlined ? callee->getInstructionCount() * number : 0;
    }
    llvm::erase_if(calls, [&](const llvm::CallBase* call) {
      const llvm::Function* callee = call->getCalledFunction();
      const Fate fate = fates.lookup(callee);
      if (fate == Fate::has_no_room) {
        add_remark(remarks, *call,
                   "a call stays, as the kernel would have more than " +
                       std::to_string(max_instructions(count.lookup(callee))) + " instructions");
      }
      return fate != Fate::inlined;
    });
    return !calls.empty();
  };
  while (collect()) {
    for (llvm::CallBase* call : calls) {
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info).isSuccess()) {
        return; // the others stay calls, which are done lane by lane
      }
    }
  }
}

} // namespace vecz
