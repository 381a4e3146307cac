// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_RANDOM_RANDOM_KERNEL_H
#define KERNEL_TEST_RANDOM_RANDOM_KERNEL_H

#include <cstdint>
#include <string>

/// A kernel `k(global uint* out, global const uint* in, local uint* t)` made from the seed: always
/// the same one (from one compiler, as the order in which operands are evaluated is the
/// compiler's).
/// Its results are defined by the language and do not depend on the order of work-items:
/// arithmetic of all integer types and float, private arrays, short vectors, reads and writes of
/// the work-item's own parts of `out` and `t` (beside its neighbours' or not), atomic sums,
/// divergent branches, loops and switches with break, continue and return, functions that are
/// inlined or not, barriers where control is uniform.
///
/// `out` has `random_kernel_outputs` elements for each work-item and as many for their sums; `in`
/// has `random_kernel_inputs`; `t` has one for each work-item of a group.
[[nodiscard]] std::string random_kernel(uint64_t seed);

inline constexpr unsigned random_kernel_outputs = 12;
inline constexpr unsigned random_kernel_inputs = 256;

#endif
