// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/stages.h"

#include <algorithm>
#include <iterator>

namespace sycl_compiler {

namespace {

constexpr Stage before_link[] = {{"kernels", prepare_kernels},
                                 {"constant-names", name_specialization_constants}};

constexpr Stage of_whole[] = {
    // Before anything is folded: calls still have their arguments as the headers wrote them.
    {"constant-numbers", number_specialization_constants},
    // Before functions are inlined and calls of their attributes' functions disappear.
    // Here, as parts are made by what kernels require.
    {"requirements", complete_requirements},
};

constexpr Stage of_part[] = {
    // Before local memory: it inlines, and its trial knows that memory by its function.
    {"hierarchical", lower_hierarchical_kernels},
    // Early, as the optimiser profits from its inlining.
    {"local-memory", lower_local_memory},
    // Infers the spaces of arguments between its two rounds: they show after inlining and SROA.
    {"optimize", optimize},
    // After optimising, which makes such phis, integers and copies.
    {"aggregate-phis", split_aggregate_phis},
    {"integer-widths", widen_integers},
    {"copy-alignment", keep_copy_alignment},
    // After optimising, which removes most variables.
    {"variable-types", keep_variable_types},
    // After optimising, which knows more of ordinary functions than of the back end's types.
    {"images", lower_images},
    // After optimising, which infers and uses them.
    {"memory-effects", forget_reads},
    // Last: each constant is in one place of the code, where nothing copies it any more.
    {"constants", emit_specialization_constants},
};

constexpr Stage inside_optimize[] = {{"argument-spaces", infer_argument_spaces}};

} // namespace

std::span<const Stage> stages_before_link() { return before_link; }
std::span<const Stage> stages_of_whole() { return of_whole; }
std::span<const Stage> stages_of_part() { return of_part; }

const Stage* find_stage(const std::string& name) {
  for (const auto stages :
       {std::span<const Stage>(before_link), std::span<const Stage>(of_whole),
        std::span<const Stage>(of_part), std::span<const Stage>(inside_optimize)}) {
    const auto found =
        std::ranges::find_if(stages, [&](const Stage& stage) { return stage.name == name; });
    if (found != stages.end()) {
      return &*found;
    }
  }
  return nullptr;
}

} // namespace sycl_compiler
