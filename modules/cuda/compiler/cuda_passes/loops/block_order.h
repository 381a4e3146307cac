// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_BLOCK_ORDER_H
#define CUDA_PASSES_LOOPS_BLOCK_ORDER_H

namespace llvm {
class Module;
}

namespace cuda {

/// Puts the blocks of each function into an order in which those of a loop follow each other, and
/// what is behind the loop follows them; the test at a loop's end branches back where it holds.
/// Code generation keeps the order. NVIDIA's assembler unrolls such loops, and has no branch for
/// the way out.
///
/// Requires: nothing, but to be the last pass that changes control flow. Guarantees: the program
/// does what it did. Cost: in proportion to the module.
///
///   loop:
///     %end = icmp eq i32 %i, %n
///     br i1 %end, label %behind, label %loop
/// becomes
///   loop:
///     %more = icmp ne i32 %i, %n
///     br i1 %more, label %loop, label %behind
///   behind:
bool order_blocks(llvm::Module& module);

} // namespace cuda

#endif
