// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_WIDE_PRODUCTS_H
#define CUDA_PASSES_ARITHMETIC_WIDE_PRODUCTS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Writes products of 32 bits whose 64 bits count in the ways of which code generation makes
/// `mul.wide` and `mul.hi`, one instruction each:
///
/// - A shift to the left that is extended later is extended first. NVIDIA's assembler can make one
///   instruction of the product and of sums with it, which steps of addresses are for.
/// - The upper half of a product of numbers below 2^32, of which LLVM need not show that they were
///   extended, is that of 32-bit numbers.
///
/// Requires: LLVM's passes are over, which prefer the narrow shift. Guarantees: the numbers stay
/// the same. Cost: in proportion to the module.
///
///   %narrow = shl nuw i32 %x, 2
///   %step = zext i32 %narrow to i64
/// becomes
///   %wide = zext i32 %x to i64
///   %step = shl nuw i64 %wide, 2
bool wide_products(llvm::Module& module);

} // namespace cuda

#endif
