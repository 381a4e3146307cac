// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_LOWER_DOT_PRODUCTS_H
#define COMPILER_LOWER_DOT_PRODUCTS_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Replaces calls of `__lanewise_elementwise_dot_ss`, `_us` and `_uu`, which multiply the four
/// bytes of a word, signed or unsigned, with those of another one and add up, and of their vector
/// forms (vecz/vectorize.h). On x86-64, vectors take two instructions that each multiply and add
/// two numbers of 16 bits: the even bytes and the odd ones. Everything else multiplies byte by
/// byte.
///
/// A CPU with AVX512_VNNI or AVX_VNNI multiplies four unsigned bytes with signed ones and adds to a
/// sum. For two signed sides, 128 is added to each byte of one of them, and 128 times the other
/// side's bytes are subtracted: behind the loop, where a sum is of the form `sum += dot(a, b)`.
///
/// Guarantees: no such call is left.
///
///   %d = call <8 x i32> @__lanewise_elementwise_dot_ss.v8(<8 x i32> %a, <8 x i32> %b)
/// becomes
///   %e = call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> %even.a, <16 x i16> %even.b)
///   %o = call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> %odd.a, <16 x i16> %odd.b)
///   %d = add <8 x i32> %e, %o
bool lower_dot_products(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
