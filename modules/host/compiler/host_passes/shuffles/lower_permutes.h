// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_SHUFFLES_LOWER_PERMUTES_H
#define HOST_PASSES_SHUFFLES_LOWER_PERMUTES_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Makes the CPU's instructions of permutations of vectors by indices that are not constant
/// (vecz/permute.h): with AVX-512 for elements of 16, 32 and 64 bits in one register or two, with
/// AVX2 for eight of 32 bits. Others become single elements.
///
/// Requires: vectors are made; stands before optimisation, which knows what the instructions cost.
/// Guarantees: no calls of such functions, nor their declarations.
///
///   %r = call <8 x i32> @vecz.permute.v8i32.v8i32(<8 x i32> %v, <8 x i32> %lanes)
/// becomes
///   %r = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %v, <8 x i32> %lanes)
bool lower_permutes(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
