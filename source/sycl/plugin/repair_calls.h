// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes calls fit the functions that they call.
//
// Clang 22 passes the destructor of a thrown object to __cxa_throw as a pointer without a space,
// where the function takes a generic one. LLVM writes such a call to bitcode but does not read it
// again. Classes with virtual functions bring throw expressions into device code even if no kernel
// uses them, as their tables of virtual functions are emitted.
//
// Requires: nothing.
// Guarantees: an argument that is a pointer is in the space of its parameter.
//
//   call void @__cxa_throw(ptr addrspace(4) %x, ptr addrspace(1) null, ptr @destroy)
//   call void @__cxa_throw(ptr addrspace(4) %x, ptr addrspace(1) null,
//                          ptr addrspace(4) addrspacecast (ptr @destroy to ptr addrspace(4)))
#ifndef SYCL_PLUGIN_REPAIR_CALLS_H
#define SYCL_PLUGIN_REPAIR_CALLS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there was a call to repair.
bool repair_calls(llvm::Module& module);

} // namespace sycl_plugin

#endif
