// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks variables of the class device_global (sycl_ext_oneapi_device_global) by an annotation
// (attributes/names.h), from which passes of host and device take their names.
#ifndef SYCL_PLUGIN_ATTRIBUTES_DEVICE_GLOBALS_H
#define SYCL_PLUGIN_ATTRIBUTES_DEVICE_GLOBALS_H

#include <clang/AST/Decl.h>

namespace sycl_plugin {

/// Marks the variable, or those in a namespace or class. Has to run before Clang makes code of it.
void mark_device_globals(clang::Decl& declaration);

} // namespace sycl_plugin

#endif
