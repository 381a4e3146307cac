// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The segments with which every target's pipeline begins, whether its hardware runs work-items or
// loops do. Steps of one target go between and behind them
// (modules/host/compiler/pipeline.cpp).
#ifndef COMPILER_NEUTRAL_SEGMENTS_H
#define COMPILER_NEUTRAL_SEGMENTS_H

#include "builtins/library.h"
#include "compiler/pass.h"
#include "compiler_interface/options.h"

#include <cstddef>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

namespace compiler {

/// The target's properties that the neutral segments need. The built-in functions see the first
/// nine as constants (fold_target_facts.h).
struct TargetFacts {
  bool has_fma;            ///< a fused multiply-add is one instruction
  bool has_table_permutes; ///< vectors look up tables of 16 doubles faster than ten operations take
  bool has_short_table_permutes; ///< and those of 8 floats by one operation
  bool has_exponent_operations;  ///< __lanewise_elementwise_scale_f32 and so on are instructions
  bool has_fast_division;        ///< a division is better than an estimate that is refined
  bool has_float_estimates;      ///< __lanewise_elementwise_reciprocal_f32 and _root_f32 are, too
  bool has_aligned_texels;       ///< those of images lie at multiples of their size
  bool converts_slowly; ///< integers to floats and back take several times as long as additions
  bool has_textures;    ///< __mux_read_texel_float and so on are there
  bool is_aarch64;      ///< built-ins may use what that architecture has
  /// Whether MemoryBound is known (compiler/mux_builtins.h), so that it answers queries of
  /// pointers' address spaces; otherwise these stay for the target.
  bool knows_bounds_of_memory;
  size_t max_work_group_size; ///< in work-items
  uint64_t shifted_bytes = 0; ///< see define_group_functions.h
};

/// Links what the module calls of the library of built-ins. A damaged library is an error of the
/// module's diagnostic handler.
void link_built_ins(llvm::Module& module, const builtins::Library& library);

/// Takes a finalized module to kernels that hold all that concerns their group: undefined
/// operations are guarded, built-ins, images and pipes are code, pointers have named address spaces
/// where these can be inferred. `simplify` runs LLVM's passes that ours rely on over the module:
/// small functions inlined, private variables in registers.
void run_built_ins_segment(PassRunner& passes, llvm::Module& module, const TargetFacts& facts,
                           const Options& options, const builtins::Library& library,
                           llvm::function_ref<void()> simplify);

/// Lays out the group's local memory and turns what is printed into records. Behind it come what a
/// target does with barriers, and the work-items.
void run_layout_segment(PassRunner& passes, const Options& options);

} // namespace compiler

#endif
