// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are kernels (SYCL_EXT_ONEAPI_FUNCTION_PROPERTY) may be launched from other files
// than their own. Where Clang compiles for a device, this makes them what SYCL_EXTERNAL functions
// are: each file has those that it defines, used or not.
#ifndef SYCL_PLUGIN_ATTRIBUTES_FREE_FUNCTIONS_H
#define SYCL_PLUGIN_ATTRIBUTES_FREE_FUNCTIONS_H

#include <clang/AST/DeclBase.h>

namespace sycl_plugin {

/// A declaration of a file, before Clang makes code of it.
void export_free_functions(clang::Decl& declaration);

} // namespace sycl_plugin

#endif
