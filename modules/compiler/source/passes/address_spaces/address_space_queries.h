// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ADDRESS_SPACES_ADDRESS_SPACE_QUERIES_H
#define PASSES_ADDRESS_SPACES_ADDRESS_SPACE_QUERIES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Answers `__mux_is_in_space`, which `to_local` and similar functions ask: by the pointer's origin
/// where that decides it, or else by its address, on a target that tells memory apart by address.
/// Memory that is neither local nor private is global.
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
