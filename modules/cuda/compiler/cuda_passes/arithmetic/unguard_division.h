// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_UNGUARD_DIVISION_H
#define CUDA_PASSES_ARITHMETIC_UNGUARD_DIVISION_H

namespace llvm {
class Module;
}

namespace cuda {

/// Divides by the divisor itself where guard-division had put 1 for those by which LLVM calls a
/// division undefined. The GPU's code for a division by any number has some result, as OpenCL C
/// asks.
///
/// Requires: no pass behind it makes use of what a division says about its operands. Guarantees:
/// divisions of other kinds stay as they are. Cost: in proportion to the module.
///
///   %bad = icmp eq i32 %y, 0
///   %safe = select i1 %bad, i32 1, i32 %y
///   %q = udiv i32 %x, %safe
/// becomes
///   %q = udiv i32 %x, %y
bool unguard_division(llvm::Module& module);

} // namespace cuda

#endif
