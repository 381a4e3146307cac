// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drop_constructors.h"

namespace sycl_plugin {

bool drop_constructors(llvm::Module& module) {
  llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global_ctors");
  if (list) {
    list->eraseFromParent();
  }
  return list;
}

} // namespace sycl_plugin
