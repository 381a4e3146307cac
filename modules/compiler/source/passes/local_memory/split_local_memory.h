// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_SPLIT_LOCAL_MEMORY_H
#define PASSES_LOCAL_MEMORY_SPLIT_LOCAL_MEMORY_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Makes variables of parts of local memory that no address reaches across: passes that reason
/// about one variable at a time see that what is written to one part is not read from another.
/// Programs divide one block so by hand, and those in SYCL have all their local accessors in one.
/// Parts of an argument stay where they are (ArgumentPlace in local_variables.h).
///
/// Requires: kernels of one function with simplified values; local variables not laid out yet.
/// Changes only kernels whose local size is known, and only arguments and variables in local memory
/// that are loaded from and stored to and have no other use.
///
/// Cost: time in proportion to the accesses to local memory, of which there may be some hundreds.
///
///   store float %v, (block + 4 * x); ... load float, (block + 1024 + 4 * x)     with x below 256
/// becomes
///   store float %v, (@part + 4 * x); ... load float, (@part.1 + 4 * x)
bool split_local_memory(llvm::Module& module);

} // namespace compiler

#endif
