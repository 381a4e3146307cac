// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_MULTIPLY_SHORT_NUMBERS_H
#define COMPILER_MULTIPLY_SHORT_NUMBERS_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// On x86-64, replaces products of vectors of 32 bits whose numbers fit 16 bits, with their sign,
/// by the instruction that multiplies pairs of 16 bits and adds the two products, one of them being
/// zero: it is one operation where the product of 32 bits is two on Intel's CPUs. So one side must
/// have no bits in the upper halves, or they are cleared where that costs little: in a constant, or
/// in a number that is the same for all lanes.
///
/// Where a block has so many of them that their latency does not matter, and the CPU has
/// AVX512_VNNI or AVX_VNNI, one instruction multiplies and adds to a sum.
///
/// Requires: vectors are made. Guarantees: the same results. Cost: one look at each product, for
/// how many bits its sides have.
///
///   %p = mul <16 x i32> (sext <16 x i8> %a), (splat %b)        ; %b = sext i8
/// becomes
///   %low = splat (and i32 %b, 65535)
///   %p = call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(%a, %low)  ; as <32 x i16>
bool multiply_short_numbers(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
