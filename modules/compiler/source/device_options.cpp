// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_options.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Metadata.h>

namespace compiler {

void record_device_options(llvm::Module& module, const Options& options) {
  auto& context = module.getContext();
  for (const auto& [name, value] : options.device) {
    auto* list = module.getOrInsertNamedMetadata("lanewise.options");
    auto* pair = llvm::MDNode::get(
        context, {llvm::MDString::get(context, name), llvm::MDString::get(context, value)});
    if (!llvm::is_contained(list->operands(), pair)) {
      list->addOperand(pair);
    }
  }
}

} // namespace compiler
