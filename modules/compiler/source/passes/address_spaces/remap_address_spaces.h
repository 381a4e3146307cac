// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_ADDRESS_SPACES_REMAP_ADDRESS_SPACES_H
#define PASSES_ADDRESS_SPACES_REMAP_ADDRESS_SPACES_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// Gives address spaces the numbers that a target has for them, in types, variables, constants and
/// intrinsics. Casts between spaces that become one are gone; functions that are not kernels of the
/// target (ptx_kernel) get the C calling convention. The data layout stays as it is.
void remap_address_spaces(llvm::Module& module, llvm::function_ref<unsigned(unsigned)> map_space);

} // namespace compiler

#endif
