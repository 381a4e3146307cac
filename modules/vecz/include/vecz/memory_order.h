// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_MEMORY_ORDER_H
#define VECZ_MEMORY_ORDER_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Whether an instruction orders memory: a fence, an atomic operation that acquires or releases, or
/// a call that may do either. Other accesses must not be moved across it, atomic or not, whatever
/// memory they are to; alias analysis alone does not say so. A barrier counts as such a call: a
/// pass that treats barriers in another way looks for them first.
[[nodiscard]] bool orders_memory(const llvm::Instruction& instruction);

/// Whether any instruction of a function does.
[[nodiscard]] bool orders_memory(const llvm::Function& function);

} // namespace vecz

#endif
