// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_RETARGET_H
#define HOST_PASSES_RETARGET_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Makes a module one for the CPU: layout and triple are the machine's; each function names the CPU
/// that it is for and the one that it is tuned for, and has the attribute that makes it a build
/// error to need more stack than kernels have. Only entry functions are visible.
///
/// Requires: entry functions made; address spaces flattened, as pointers of others have another
/// size in the machine's layout. Guarantees: definitions except for entry functions are internal.
///
///   define void @lanewise.entry.k(...)     becomes     define void @lanewise.entry.k(...) #0
///   define void @f()                                   define internal void @f() #0
///                        attributes #0 = { "target-cpu"="x86-64-v3" "tune-cpu"="znver4" ... }
bool retarget(llvm::Module& module, const Cpu& cpu, const llvm::TargetMachine& machine);

} // namespace host

#endif
