// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_ORDERED_EXITS_H
#define CUDA_PASSES_LOOPS_ORDERED_EXITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace cuda {

/// Has an innermost loop that counts in steps of more than one end when its counter is not below
/// the limit, rather than when it equals the limit: NVIDIA's assembler unrolls such a loop
/// without taking iterations out of it first. The counter does not wrap around (nsw or nuw), so
/// that it cannot pass the limit.
///
/// Requires: to run before the blocks are ordered. Guarantees: the program does what it did. Cost:
/// in proportion to the module.
///
///   %next = add nsw i32 %i, 4
///   %end = icmp eq i32 %next, %n
///   br i1 %end, label %behind, label %loop
/// becomes
///   %next = add nsw i32 %i, 4
///   %end = icmp sge i32 %next, %n
///   br i1 %end, label %behind, label %loop
bool order_exits(llvm::Module& module);

} // namespace cuda

#endif
