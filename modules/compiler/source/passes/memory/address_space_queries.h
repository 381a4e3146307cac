// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_ADDRESS_SPACE_QUERIES_H
#define PASSES_MEMORY_ADDRESS_SPACE_QUERIES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Answers `__mux_is_in_space`, which `to_local` and its like ask: by what the pointer is made of,
/// where that says it, or else by its address, on a target on which memory is told apart by that.
/// What is neither local nor private memory is global memory.
///
/// Requires: address spaces still there, and functions that ask inlined. Guarantees: no call of
/// `__mux_is_in_space` is left.
///
///   %is = call i1 @__mux_is_in_space(ptr addrspace(4) %p, i32 3)
/// becomes
///   %address = ptrtoint ptr addrspace(4) %p to i64
///   %begin = call i64 @__mux_get_memory_bound(i32 0)
///   %bytes = call i64 @__mux_get_memory_bound(i32 1)
///   %offset = sub i64 %address, %begin
///   %is = icmp ult i64 %offset, %bytes
bool address_space_queries(llvm::Module& module);

} // namespace compiler

#endif
