// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_DEVICE_PASSES_H
#define SYCL_COMPILER_DEVICE_PASSES_H

#include <llvm/Passes/PassBuilder.h>

namespace sycl_compiler {

/// Changes LLVM's pipelines for device code, so that they leave to the device's compiler what it
/// does for the device, and what it has to know for that.
///
/// Passes are left out that put sums into another order, in which they no longer say that they do
/// not overflow, so that addresses are not known to be adjacent; and that jump over conditions
/// which are known on some ways, as that makes control flow which vectors have to untangle.
///
/// The pass that moves code out of loops reorders sums, too, of parts that stay the same in a loop
/// and one that does not. Before it, such sums that index memory are widened, as sums of 64 bits
/// may have any order:
///
///   sext i32 (add nsw (add nsw %a, %i), %b)
/// becomes
///   add nsw (add nsw (sext %a), (sext %i)), (sext %b)
void leave_to_devices(llvm::PassBuilder& builder);

} // namespace sycl_compiler

#endif
