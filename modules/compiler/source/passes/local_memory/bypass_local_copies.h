// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_BYPASS_LOCAL_COPIES_H
#define PASSES_LOCAL_MEMORY_BYPASS_LOCAL_COPIES_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Removes a local variable that only holds a copy of global memory, of which each work-item stores
/// one element before a barrier. Readers of the copy load from the original instead. On targets
/// whose global memory is cached, the copy costs more than it saves.
///
/// Requires: kernels of one function with simplified values; local variables not laid out yet.
/// Changes only kernels whose local size is known and whose work-items all come to their barriers,
/// and only variables with one store that all work-items reach. For each load it must be known
/// which work-item has written the element; no access of the group in between may change the
/// original; neighbours in x have to read neighbours or one element; and the copied elements have
/// to fit a cache.
///
/// Cost: time in proportion to the kernel, and for each load to what its address is made of.
///
///   t[x] = a[g * 16 + x]; barrier; ... t[i]     becomes     barrier; ... a[g * 16 + i]
bool bypass_local_copies(llvm::Module& module);

} // namespace compiler

#endif
