// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_PASSES_SHUFFLES_PERMUTE_TABLES_H
#define HOST_PASSES_SHUFFLES_PERMUTE_TABLES_H

#include "code_generation/target_machine.h"

#include <llvm/IR/Module.h>

namespace host {

/// Whether the CPU looks up tables of 16 doubles faster than it computes with some ten operations.
/// Built-in functions ask (`__mux_has_table_permutes`).
[[nodiscard]] bool has_table_permutes(const Cpu& cpu);
/// Whether the CPU looks up tables of 8 floats by one instruction
/// (`__mux_has_short_table_permutes`).
[[nodiscard]] bool has_short_table_permutes(const Cpu& cpu);

/// Gathers from constant tables that fit into a few vector registers become permutations of these:
/// elements of 32 and 64 bits in up to four registers with AVX-512, of 32 bits in up to two with
/// AVX2, and there up to eight of 64 bits by their halves. Inactive lanes keep what the gather
/// gives them.
///
/// Behind all optimisation, and before gathers become what the CPU has.
///
///   %p = getelementptr double, ptr @table_of_16, <8 x i64> %i
///   %r = call <8 x double> @llvm.masked.gather(<8 x ptr> %p, <8 x i1> splat (i1 true), ...)
/// becomes
///   %r = call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<first half>, %i, <second half>)
bool permute_tables(llvm::Module& module, const Cpu& cpu);

} // namespace host

#endif
