// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_MEMORY_ORDER_H
#define VECZ_MEMORY_ORDER_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Whether an instruction tells others, or learns from them, that what is before it in its
/// work-item has happened: a fence, an atomic operation that acquires or releases, or a call that
/// may do so. Other accesses, atomic or not, stay on their side of it, whatever memory they are to;
/// alias analysis alone does not say that. Barriers are for those who ask to know of.
[[nodiscard]] bool orders_memory(const llvm::Instruction& instruction);

/// Whether any instruction of a function does.
[[nodiscard]] bool orders_memory(const llvm::Function& function);

} // namespace vecz

#endif
