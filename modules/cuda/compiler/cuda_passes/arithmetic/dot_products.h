// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_DOT_PRODUCTS_H
#define CUDA_PASSES_ARITHMETIC_DOT_PRODUCTS_H

namespace llvm {
class Module;
}

namespace cuda {

/// Replaces calls of `__lanewise_elementwise_dot_ss`, `_us` and `_uu`, which multiply the four
/// bytes of a word, signed or unsigned, with those of another one and add up, by the instruction
/// for it.
///
/// Requires: built-ins linked. Guarantees: no such call is left.
///
///   %d = call i32 @__lanewise_elementwise_dot_us(i32 %a, i32 %b)
/// becomes
///   %d = call i32 @llvm.nvvm.idp4a.u.s(i32 %a, i32 %b, i32 0)
bool dot_products(llvm::Module& module);

} // namespace cuda

#endif
