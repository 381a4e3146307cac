// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ADDRESS_SPACES_FLATTEN_ADDRESS_SPACES_H
#define PASSES_ADDRESS_SPACES_FLATTEN_ADDRESS_SPACES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// The last of the target-neutral steps on the host: one address space, and the machine's own
/// calling convention.
///
/// Requires: a module in the neutral dialect, work-item loops made. Guarantees: every pointer is in
/// address space 0, casts between address spaces are gone, functions have the C calling convention,
/// and where debug information says that a variable is, it names no address space.
///
///   define spir_func float @f(ptr addrspace(1) %p)
/// becomes
///   define float @f(ptr %p)
bool flatten_address_spaces(llvm::Module& module);

} // namespace compiler

#endif
