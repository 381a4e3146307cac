// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_SPLIT_HIGH_PRODUCTS_H
#define PASSES_LLVM_LIMITS_SPLIT_HIGH_PRODUCTS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Takes high bits of products of 64 bits from their halves. LLVM 22 makes a multiplication of 16
/// bits with high results of `trunc(product >> bits)` if the factors fit 16 bits: where it shifts
/// by more than 16 bits, it loses the sign, and by 32 and more it is undefined.
///
/// Requires: nothing. Before legalize-shuffles. Guarantees: no vector of 64-bit products is shifted
/// and truncated to 16 bits or fewer.
///
///   %high = lshr <4 x i64> %product, splat (i64 32)
///   %short = trunc <4 x i64> %high to <4 x i16>
/// becomes
///   %halves = bitcast <4 x i64> %product to <8 x i32>
///   %upper = shufflevector <8 x i32> %halves, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5,
///   i32 7> %short = trunc <4 x i32> %upper to <4 x i16>
bool split_high_products(llvm::Module& module);

} // namespace compiler

#endif
