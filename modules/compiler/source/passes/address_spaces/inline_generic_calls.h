// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ADDRESS_SPACES_INLINE_GENERIC_CALLS_H
#define PASSES_ADDRESS_SPACES_INLINE_GENERIC_CALLS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Inlines calls that pass a pointer of a named address space as a generic one, so that the address
/// space can be inferred in the function; the caller simplifies, after which more calls may pass
/// such pointers. Calls of functions that are marked noinline, or large and called several times,
/// stay, as do those for which a kernel has no room.
///
/// Requires: pointers in registers. Returns whether anything was inlined.
///
///   %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
///   %x = call float @sum(ptr addrspace(4) %g)
/// becomes the body of @sum.
bool inline_generic_calls(llvm::Module& module);

} // namespace compiler

#endif
