// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MEMORY_BYPASS_LOCAL_COPIES_H
#define PASSES_MEMORY_BYPASS_LOCAL_COPIES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A local variable that only holds a copy of global memory, of which each work-item fetches an
/// element before a barrier, is left out: who reads it behind the barrier reads the original. On
/// targets whose global memory is cached the copy costs more than it saves.
///
/// Requires: kernels of one function with simplified values; local variables not laid out yet.
/// Does something only for kernels whose local size is known, to variables with one store that all
/// work-items come to, if each load tells which work-item wrote what it reads, nothing that the
/// group does meanwhile can have changed the original, neighbours in x read neighbours or one
/// element, and what the group copies lies so that a cache holds it.
///
/// Cost: time in proportion to the kernel, and for each load to what its address is made of.
///
///   t[x] = a[g * 16 + x]; barrier; ... t[i]     becomes     barrier; ... a[g * 16 + i]
bool bypass_local_copies(llvm::Module& module);

} // namespace compiler

#endif
