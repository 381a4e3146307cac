// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LOCAL_MEMORY_LOCAL_VARIABLES_H
#define PASSES_LOCAL_MEMORY_LOCAL_VARIABLES_H

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// The variables of address space 3. Constant expressions of their addresses become instructions.
[[nodiscard]] llvm::SmallVector<llvm::GlobalVariable*> local_variables_of(llvm::Module& module);

/// What each kernel uses of local memory: variables that no other function has to do with, and
/// arguments. Kernels without are left out. Constant expressions of addresses become instructions.
[[nodiscard]] llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Value*>>
local_memory_of_kernels(llvm::Module& module);

/// Where a variable that is a part of an argument's memory is.
struct ArgumentPlace {
  unsigned argument;
  uint64_t offset; ///< in bytes
};
void set_place(llvm::GlobalVariable& variable, const ArgumentPlace& place);

/// Lays out each kernel's `__local` variables in the group's local block.
///
/// Requires: uses of `__local` variables in kernels only (inline_group_functions).
/// Guarantees: no variable of address space 3 is left; a kernel that had some carries the attribute
/// "lanewise-local-bytes" with the size of its part of the block, which begins at offset 0. Parts
/// of arguments are addresses in these.
///
///   store i32 1, ptr addrspace(3) @tile
/// becomes
///   %block = call ptr addrspace(3) @__mux_get_local_block()
///   store i32 1, (getelementptr i8, ptr addrspace(3) %block, i64 <offset of tile>)
bool local_variables(llvm::Module& module);

/// Whether a kernel whose variables have been laid out uses the local block, by these or by
/// arguments.
[[nodiscard]] bool has_local_memory(const llvm::Function& kernel);

} // namespace compiler

#endif
