// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/events.h"

#include "builtins/retype.h"

#include <llvm/IR/DerivedTypes.h>

namespace builtins {

bool lower_events(llvm::Module& module) {
  return retype(module, [](llvm::TargetExtType* type) -> llvm::Type* {
    if (type->getName() == "spirv.Event") {
      return llvm::Type::getInt64Ty(type->getContext());
    }
    return type;
  });
}

} // namespace builtins
