// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_GROUPS_H
#define KERNEL_GROUPS_H

#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace compiler {

/// Names of kernels that are compiled together, apart from the program's others.
using KernelGroup = std::vector<std::string>;

/// The groups in which the kernels of a program are compiled in parallel: neighbours in the order
/// of the source, in groups of about the same size. The result depends on the module alone. There
/// is at most one group if parallel work would not pay, or if kernels share state that would need
/// all parts (numbers of printf calls).
[[nodiscard]] std::vector<KernelGroup> kernel_groups(const llvm::Module& module);

/// Removes the kernels that are not in `names`, unless another kernel calls them.
void keep_kernels(llvm::Module& module, const std::vector<std::string>& names);

} // namespace compiler

#endif
