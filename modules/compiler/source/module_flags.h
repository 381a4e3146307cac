// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MODULE_FLAGS_H
#define MODULE_FLAGS_H

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// The number that a module flag has, as "lanewise.has_fma"; 0 if the module has no such flag.
[[nodiscard]] inline uint64_t module_flag(const llvm::Module& module, llvm::StringRef name) {
  const auto* value = llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(name));
  return value ? value->getZExtValue() : 0;
}

} // namespace compiler

#endif
