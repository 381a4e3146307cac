// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 5.4: restrictions of kernels and the functions that they call. Clang 22 says
// nothing about it.
//
// Reports as errors, with the way from the kernel to them: exceptions, calls by pointer and of
// virtual functions, recursion, new and delete, dynamic_cast, inline assembly, variables that are
// not constant or that are a thread's own. Each function is checked once, where a kernel of the
// file reaches it; what other files call is checked there if it is inline, else not at all.
//
// Requires: nothing; with line tables the errors say where in the source.
// Guarantees: the module is as it was.
#ifndef SYCL_PLUGIN_CHECK_DEVICE_CODE_H
#define SYCL_PLUGIN_CHECK_DEVICE_CODE_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// The answer is false: nothing has changed.
bool check_device_code(llvm::Module& module);

} // namespace sycl_plugin

#endif
