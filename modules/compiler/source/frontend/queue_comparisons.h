// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_QUEUE_COMPARISONS_H
#define FRONTEND_QUEUE_COMPARISONS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Makes comparisons of queues on the device, which Clang 22 emits as instructions that LLVM does
/// not have for them, calls of the library of built-ins
/// (modules/builtins/opencl/execution/enqueue.cl).
///
///   %same = icmp eq target("spirv.Queue") %a, %b
/// becomes
///   %same = call spir_func i1 @__lanewise_same_queue(target("spirv.Queue") %a,
///                                                    target("spirv.Queue") %b)
void call_queue_comparisons(llvm::Module& module);

} // namespace compiler

#endif
