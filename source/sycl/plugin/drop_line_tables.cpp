// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drop_line_tables.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace sycl_plugin {

bool drop_line_tables(llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units()) {
    if (unit->getEmissionKind() != llvm::DICompileUnit::LineTablesOnly) {
      return false;
    }
  }
  return llvm::StripDebugInfo(module);
}

} // namespace sycl_plugin
