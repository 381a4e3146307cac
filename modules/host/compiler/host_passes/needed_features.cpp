// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/needed_features.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace host {
namespace {

constexpr llvm::StringLiteral prefix = "lanewise.feature.";

} // namespace

void need_feature(llvm::Module& module, llvm::StringRef feature) {
  module.setModuleFlag(llvm::Module::Override, (prefix + feature).str(), 1);
}

bool needs_feature(const llvm::Module& module, llvm::StringRef feature) {
  return module.getModuleFlag((prefix + feature).str()) != nullptr;
}

std::string needed_features(const llvm::Module& module) {
  llvm::SmallVector<llvm::Module::ModuleFlagEntry, 4> flags;
  module.getModuleFlagsMetadata(flags);
  llvm::SmallVector<std::string, 2> found;
  for (const llvm::Module::ModuleFlagEntry& flag : flags) {
    llvm::StringRef name = flag.Key->getString();
    if (name.consume_front(prefix)) {
      found.push_back(("+" + name).str());
    }
  }
  llvm::sort(found);
  return llvm::join(found, ",");
}

} // namespace host
