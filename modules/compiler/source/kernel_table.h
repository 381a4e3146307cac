// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TABLE_H
#define KERNEL_TABLE_H

#include "binary/container.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// The kernels of a module, in its order, with everything that the source says about them: names,
/// attributes, required sizes, arguments (from the metadata that Clang and spirv-ll write). Members
/// that only code generation knows are 0.
[[nodiscard]] std::vector<binary::Kernel> kernel_table(const llvm::Module& module);

/// Writes into a module how large its kernels' sub-groups are in existing code, so that code that
/// is made from now on has sub-groups of the same size (passes/group_functions/sub_groups.h).
void keep_sub_group_sizes(llvm::Module& module, const binary::Program& program);

} // namespace compiler

#endif
