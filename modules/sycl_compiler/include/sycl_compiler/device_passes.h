// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_DEVICE_PASSES_H
#define SYCL_COMPILER_DEVICE_PASSES_H

#include <llvm/IR/PassInstrumentation.h>

namespace sycl_compiler {

/// Leaves passes of LLVM out of pipelines for device code that would only be in the way of the
/// device's compiler, which optimises for the device: sums in another order no longer say that they
/// do not overflow, so that addresses are not known to be adjacent; jumps over conditions that are
/// known on some ways make control flow that vectors have to untangle. Of the passes that move code
/// out of loops, which reorder sums to move more, only the runs over loops with such sums are left
/// out.
void leave_to_devices(llvm::PassInstrumentationCallbacks& callbacks);

} // namespace sycl_compiler

#endif
