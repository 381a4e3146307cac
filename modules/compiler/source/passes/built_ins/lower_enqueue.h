// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_LOWER_ENQUEUE_H
#define PASSES_BUILT_INS_LOWER_ENQUEUE_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces queues on the device and their events by numbers, so that the library of built-ins can
/// define their functions (modules/builtins/opencl/execution/enqueue.cl), under names without those
/// types.
///
/// Requires: blocks' kernels are numbers (block_kernels.h); the functions are declared only.
/// Guarantees: no value is a queue or such an event.
///
///   %q = call target("spirv.Queue") @_Z17get_default_queuev()
/// becomes
///   %q = call i64 @__get_default_queue()
bool lower_enqueue(llvm::Module& module);

/// Whether a declared function is one of those: it enqueues, or it takes or gives queues on the
/// device.
[[nodiscard]] bool is_enqueue_function(llvm::StringRef name);

[[nodiscard]] bool is_device_queue(const llvm::Type* type);

} // namespace compiler

#endif
