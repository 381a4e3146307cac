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

/// How a program of several kernels is cut to be compiled in parallel: neighbours in the order of
/// the source, in groups of about the same size. Depends on nothing but the module. At most one
/// group if parallel work would not pay or the kernels share what each part would have to know of
/// the others (numbers of calls of printf).
[[nodiscard]] std::vector<KernelGroup> kernel_groups(const llvm::Module& module);

/// Removes kernels that `names` does not have and nothing calls.
void keep_kernels(llvm::Module& module, const std::vector<std::string>& names);

} // namespace compiler

#endif
