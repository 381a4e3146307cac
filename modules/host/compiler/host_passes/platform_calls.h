// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_PLATFORM_CALLS_H
#define HOST_PASSES_PLATFORM_CALLS_H

#include <llvm/IR/Module.h>

namespace host {

/// Replaces the calling convention of the neutral dialect by the platform's: not every code
/// generator knows the former.
///
/// Requires: nothing in the neutral dialect is linked afterwards. Guarantees: no function and no
/// call has the convention spir_func.
///
///   %r = call spir_func float @f(float %x)     becomes     %r = call float @f(float %x)
bool platform_calls(llvm::Module& module);

} // namespace host

#endif
