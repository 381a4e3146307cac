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

/// Decides about the calls of `callee`, of which there are `calls`. Those that stay call a vector
/// function (vector_functions.h).
enum class Fate { inlined, stays, has_no_room };
Fate fate_of(const llvm::Function& callee, unsigned calls, size_t room) {
  if (callee.hasFnAttribute(llvm::Attribute::NoInline)) {
    return Fate::stays;
  }
  const size_t size = callee.getInstructionCount();
  if (size > max_copied_instructions && calls > 1) {
    return Fate::stays;
  }
  return size > room ? Fate::has_no_room : Fate::inlined;
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
    const size_t size = function.getInstructionCount();
    size_t room = max_prepared_instructions - std::min(size, max_prepared_instructions);
    llvm::SmallDenseMap<const llvm::Function*, Fate> fates;
    for (const auto& [callee, number] : count) {
      const Fate fate = fate_of(*callee, number, room / number);
      fates[callee] = fate;
      room -= fate == Fate::inlined ? callee->getInstructionCount() * number : 0;
    }
    llvm::erase_if(calls, [&](const llvm::CallBase* call) {
      const Fate fate = fates.lookup(call->getCalledFunction());
      if (fate == Fate::has_no_room) {
        add_remark(remarks, *call,
                   "a call stays, as the kernel would have more than " +
                       std::to_string(max_prepared_instructions) + " instructions");
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
