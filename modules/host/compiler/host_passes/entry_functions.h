// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_ENTRY_FUNCTIONS_H
#define HOST_PASSES_ENTRY_FUNCTIONS_H

#include <llvm/IR/Module.h>
#include <string>

namespace host {

/// Makes the entry function of each kernel, as host/kernel_abi.h describes it: unpacks the
/// arguments, sets the floating-point environment, runs the work-group function for each group of
/// the range, restores the environment.
///
/// Requires: work-group functions (compiler::work_item_loops). Guarantees: each kernel is replaced
/// by `entry_name(kernel)`, which carries the kernel's attributes; nothing of the `__mux_*`
/// vocabulary is left. The module flag "lanewise.denorms_are_zero" chooses the floating-point
/// environment; with "lanewise.zero_local_memory" each group finds zeros in its local block.
///
///   define spir_kernel void @k(ptr addrspace(1) %out)
/// becomes
///   define void @lanewise.entry.k(ptr %arguments, ptr %schedule)
bool entry_functions(llvm::Module& module);

[[nodiscard]] std::string entry_name(llvm::StringRef kernel);

/// The name of a kernel, before and after entry_functions.
[[nodiscard]] llvm::StringRef kernel_name(const llvm::Function& function);

} // namespace host

#endif
