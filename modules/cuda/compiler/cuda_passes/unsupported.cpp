// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/unsupported.h"

#include "compiler/mux_builtins.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>

namespace cuda {
namespace {

using compiler::MuxBuiltin;

/// The function or feature that a call uses and the target lacks; empty for all other calls.
std::string unsupported_use(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic()) {
    return "";
  }
  const auto word = compiler::mux_builtin(*callee);
  if (!word) {
    return ("the function '" + callee->getName() + "'").str();
  }
  switch (*word) {
  case MuxBuiltin::get_named_barrier:
    return "named barriers";
  case MuxBuiltin::enqueue:
  case MuxBuiltin::device_event:
  case MuxBuiltin::query_block:
  case MuxBuiltin::get_default_queue:
    return "queues on the device";
  case MuxBuiltin::device_barrier:
  case MuxBuiltin::has_device_barrier:
    return "barriers of all work-groups";
  default:
    return "";
  }
}

} // namespace

bool unsupported(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::StringSet<> reported;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const std::string use = unsupported_use(instruction);
      if (!use.empty() && reported.insert(use).second) {
        module.getContext().emitError("kernel '" + function.getName() + "' uses " + use +
                                      ", which the target cuda does not have");
      }
    }
  }
  return false;
}

} // namespace cuda
