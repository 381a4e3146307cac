// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drops the line tables that oclsycl++ asks Clang for so that errors can say where they are. Debug
// information that the program's own options ask for (-g) stays.
//
// Requires: after all passes that report errors.
// Guarantees: no line tables without other debug information.
#ifndef SYCL_PLUGIN_DROP_LINE_TABLES_H
#define SYCL_PLUGIN_DROP_LINE_TABLES_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there were any.
bool drop_line_tables(llvm::Module& module);

} // namespace sycl_plugin

#endif
