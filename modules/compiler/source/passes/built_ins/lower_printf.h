// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_LOWER_PRINTF_H
#define PASSES_BUILT_INS_LOWER_PRINTF_H

#include "binary/container.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Turns calls of printf into records in the printf chunk (builtins/printf.h): room is
/// reserved with an atomic add; a record that finds none is counted, and the call gives -1.
///
/// Requires: calls of printf in kernels only (inline_group_functions), with formats that are
/// constants or choices between constants. Any other call, a call with a wrong format, and one
/// whose format does not fit its arguments print nothing and give -1. The texts of %s are string
/// literals, or pointers that at run time point to one or into it. Guarantees: no call of printf;
/// the attribute "lanewise-prints" on kernels that print; the named metadata "lanewise.printf" has
/// a node for each call: format, sizes of the arguments, texts.
///
///   %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %x)
/// becomes
///   %chunk = call ptr addrspace(1) @__mux_get_printf_chunk()
///   %offset = atomicrmw add (chunk.used), 8
///   if (%offset + 8 <= chunk.capacity) store the call's number and %x, %r = 0
///   else atomicrmw umin (chunk.end), %offset, atomicrmw add (chunk.lost), 1 and %r = -1
bool lower_printf(llvm::Module& module);

/// The calls that lower_printf recorded in the module, for the container.
[[nodiscard]] std::vector<binary::PrintfCall> printf_calls(const llvm::Module& module);

} // namespace compiler

#endif
