// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_SHUFFLES_SPLIT_HALF_SHUFFLES_H
#define HOST_PASSES_SHUFFLES_SPLIT_HALF_SHUFFLES_H

#include <llvm/IR/Module.h>

namespace host {

/// Splits shuffles which permute the elements of halves of registers of 256 bits and move them to
/// other halves, beside halves of a constant, into one that permutes and one that moves. LLVM 22
/// moves first, into a register whose other half it then replaces: an instruction more, which waits
/// for whatever that register was used for last. Steps of scans are such shuffles.
///
/// For CPUs with registers of 256 bits; to run last before code generation, as LLVM's passes join
/// such shuffles. Requires: nothing. Cost: in proportion to the elements of shuffles.
///
///   %r = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8, 9, 10, 11, 3, 3, 3, 3>
/// becomes
///   %p = shufflevector <8 x i32> %v, <8 x i32> poison, <3, 3, 3, 3, poison, poison, poison,
///   poison> %r = shufflevector <8 x i32> %p, <8 x i32> zeroinitializer, <8, 9, 10, 11, 0, 1, 2, 3>
bool split_half_shuffles(llvm::Module& module);

} // namespace host

#endif
