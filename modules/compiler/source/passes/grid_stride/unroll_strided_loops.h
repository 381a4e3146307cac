// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_UNROLL_STRIDED_LOOPS_H
#define PASSES_GRID_STRIDE_UNROLL_STRIDED_LOOPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Runs four iterations at once, or eight where they are short, of loops that only read and whose
/// counter grows by a number that only the launch tells, such as the work-items of the range: their
/// loads are under way at the same time. (A GPU's thread waits for a load where its value is used.)
/// LLVM unrolls no such loop, since the counter may wrap, so that it does not know how often the
/// loop runs. The loop itself stays behind and does the rest, of eight behind a loop of four.
///
/// Requires: loops not rotated. Done for small innermost loops that meet no other work-item, and
/// that have no hints of their own.
///
///   for (; i < n; i += stride) sum += p[i];
/// becomes
///   for (; i < n && n - i > 3 * stride; i += stride) {     (if 0 < stride <= the largest number /
///   4)
///     sum += p[i];
///     sum += p[i += stride]; sum += p[i += stride]; sum += p[i += stride];
///   }
///   for (; i < n; i += stride) sum += p[i];
bool unroll_strided_loops(llvm::Module& module);

} // namespace compiler

#endif
