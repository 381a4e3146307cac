// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drops the list of functions that initialise global variables: nobody runs them on a device, where
// kernels may use constants only.
//
// Clang 22 makes the list of pointers without a space, and puts the variables in it, which are in
// global memory. LLVM writes that to bitcode but does not read it again.
//
// Requires: nothing.
// Guarantees: there is no llvm.global_ctors. The functions in it stay, and go with whatever else no
// kernel reaches.
#ifndef SYCL_PLUGIN_DROP_CONSTRUCTORS_H
#define SYCL_PLUGIN_DROP_CONSTRUCTORS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there was such a list.
bool drop_constructors(llvm::Module& module);

} // namespace sycl_plugin

#endif
