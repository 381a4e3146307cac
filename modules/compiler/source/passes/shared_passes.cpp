// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_kernels.h"
#include "builtins/events.h"
#include "builtins/library.h"
#include "compiler/pass.h"
#include "function_pointers.h"
#include "passes/address_spaces/address_space_queries.h"
#include "passes/address_spaces/flatten_address_spaces.h"
#include "passes/address_spaces/inline_generic_calls.h"
#include "passes/address_spaces/split_generic_accesses.h"
#include "passes/build_time/cut_long_sums.h"
#include "passes/build_time/demote_phis.h"
#include "passes/build_time/limit_inlining.h"
#include "passes/build_time/limit_unroll_hints.h"
#include "passes/build_time/skip_known_tests.h"
#include "passes/build_time/split_switches.h"
#include "passes/built_ins/define_asserts.h"
#include "passes/built_ins/define_image_blocks.h"
#include "passes/built_ins/lower_enqueue.h"
#include "passes/built_ins/lower_images.h"
#include "passes/built_ins/lower_pipes.h"
#include "passes/built_ins/lower_printf.h"
#include "passes/built_ins/relaxed_math.h"
#include "passes/facts/fold_image_facts.h"
#include "passes/facts/fold_launch_facts.h"
#include "passes/facts/fold_target_facts.h"
#include "passes/facts/free_groups.h"
#include "passes/facts/governing_arguments.h"
#include "passes/facts/long_work_items.h"
#include "passes/grid_stride/full_rounds.h"
#include "passes/grid_stride/grid_stride_loops.h"
#include "passes/grid_stride/unroll_strided_loops.h"
#include "passes/group_functions/define_group_functions.h"
#include "passes/group_functions/named_barriers.h"
#include "passes/group_functions/sub_groups.h"
#include "passes/llvm_limits/clamp_half_conversions.h"
#include "passes/llvm_limits/drop_restrict_in_loops.h"
#include "passes/llvm_limits/expand_half_atomics.h"
#include "passes/llvm_limits/expand_wide_conversions.h"
#include "passes/llvm_limits/expand_wide_divisions.h"
#include "passes/llvm_limits/freeze_masked_loads.h"
#include "passes/llvm_limits/freeze_wrapping_indices.h"
#include "passes/llvm_limits/guard_division.h"
#include "passes/llvm_limits/hoist_divisions.h"
#include "passes/llvm_limits/keep_ordered_calls.h"
#include "passes/llvm_limits/legalize_shuffles.h"
#include "passes/llvm_limits/scalarize_masked_stores.h"
#include "passes/llvm_limits/split_high_products.h"
#include "passes/llvm_limits/split_odd_loads.h"
#include "passes/llvm_limits/widen_carried_masks.h"
#include "passes/llvm_limits/widen_indexed_vectors.h"
#include "passes/local_memory/bypass_local_copies.h"
#include "passes/local_memory/group_loops.h"
#include "passes/local_memory/group_registers.h"
#include "passes/local_memory/local_variables.h"
#include "passes/local_memory/lower_local_atomics.h"
#include "passes/local_memory/prefetch_groups.h"
#include "passes/local_memory/split_local_memory.h"
#include "passes/masked_accesses/expand_masked_accesses.h"
#include "passes/memory/constant_loads.h"
#include "passes/memory/copy_written_arguments.h"
#include "passes/memory/evaluate_constructors.h"
#include "passes/memory/prefetch_columns.h"
#include "passes/memory/program_variables.h"
#include "passes/memory/zero_private_memory.h"
#include "passes/vectorization/mark_built_ins.h"
#include "passes/vectorization/single_lanes.h"
#include "passes/vectorization/transpose_gathers.h"
#include "passes/vectorization/vectorize.h"
#include "passes/work_item_loops/inline_group_functions.h"
#include "passes/work_item_loops/leave_guarded_loops.h"
#include "passes/work_item_loops/number_barriers.h"
#include "passes/work_item_loops/progress_points.h"
#include "passes/work_item_loops/single_steps.h"
#include "passes/work_item_loops/work_item_loops.h"
#include "segments/simplify.h"

#include <array>
#include <llvm/IR/LLVMContext.h>

namespace compiler {
namespace {

using P = Property;

/// From the archive that was built with the driver.
bool link_builtins(llvm::Module& module) {
  const auto library = builtins::Library::open(builtins::archive());
  const auto linked = library ? library->link(module)
                              : cargo::expected<builtins::LinkStatistics, std::string>(
                                    cargo::unexpected{library.error()});
  if (!linked) {
    module.getContext().emitError("the library of built-ins is damaged: " + linked.error());
  }
  return linked && linked->members != 0;
}

/// In the order in which a build runs them.
constexpr std::array passes = {
    NamedPass{"relaxed-math", relaxed_math},
    NamedPass{"evaluate-constructors", evaluate_constructors},
    NamedPass{"call-functions-by-number", call_functions_by_number},
    NamedPass{"number-block-kernels", number_block_kernels},
    NamedPass{"program-variables", program_variables},
    NamedPass{"zero-private-memory", zero_private_memory},
    NamedPass{"guard-division", guard_division},
    NamedPass{"define-asserts", define_asserts},
    NamedPass{"define-image-blocks", define_image_blocks},
    NamedPass{"lower-enqueue", lower_enqueue},
    NamedPass{"lower-pipes", lower_pipes},
    NamedPass{"define-named-barriers", define_named_barriers},
    NamedPass{"define-group-functions",
              [](llvm::Module& module) { return define_group_functions(module, 4096, 16); }},
    NamedPass{"lower-images", lower_images, {.establishes = {P::images_lowered}}},
    NamedPass{"link-builtins",
              link_builtins,
              {.needs = {P::images_lowered}, .establishes = {P::builtins_linked}}},
    NamedPass{"mark-built-ins", mark_built_ins},
    NamedPass{"clamp-half-conversions", clamp_half_conversions, {.needs = {P::builtins_linked}}},
    NamedPass{"drop-restrict-in-loops", drop_restrict_in_loops, {.needs = {P::builtins_linked}}},
    NamedPass{"lower-events", builtins::lower_events, {.establishes = {P::events_lowered}}},
    NamedPass{"fold-target-facts",
              fold_target_facts,
              {.needs = {P::builtins_linked}, .establishes = {P::target_facts_folded}}},
    NamedPass{"inline-group-functions",
              inline_group_functions,
              {.needs = {P::builtins_linked}, .establishes = {P::one_function_a_kernel}}},
    NamedPass{"copy-written-arguments",
              copy_written_arguments,
              {.establishes = {P::arguments_only_read}}},
    NamedPass{"fold-launch-facts", fold_launch_facts, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"constant-loads", constant_loads},
    NamedPass{"skip-known-tests", skip_known_tests},
    NamedPass{"simplify", simplify},
    NamedPass{"inline-generic-calls", inline_generic_calls, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"address-space-queries",
              address_space_queries,
              {.needs = {P::one_function_a_kernel}, .establishes = {P::space_queries_answered}}},
    NamedPass{"split-generic-accesses", split_generic_accesses},
    NamedPass{
        "fold-image-facts", fold_image_facts, {.needs = {P::images_lowered, P::builtins_linked}}},
    NamedPass{"grid-stride-loops", grid_stride_loops, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"full-rounds",
              [](llvm::Module& module) { return full_rounds(module); },
              {.needs = {P::one_function_a_kernel}}},
    NamedPass{"unroll-strided-loops", unroll_strided_loops, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"split-local-memory", split_local_memory, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"bypass-local-copies", bypass_local_copies, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"local-variables",
              local_variables,
              {.needs = {P::one_function_a_kernel}, .establishes = {P::local_variables_laid_out}}},
    NamedPass{"governing-arguments", governing_arguments},
    NamedPass{"free-groups",
              free_groups,
              {.needs = {P::one_function_a_kernel, P::local_variables_laid_out}}},
    NamedPass{"long-work-items", long_work_items, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"lower-printf",
              lower_printf,
              {.needs = {P::one_function_a_kernel}, .establishes = {P::printf_lowered}}},
    NamedPass{"progress-points", progress_points, {.needs = {P::one_function_a_kernel}}},
    NamedPass{"number-barriers",
              number_barriers,
              {.needs = {P::one_function_a_kernel}, .establishes = {P::barriers_numbered}}},
    NamedPass{"sub-groups",
              [](llvm::Module& module) {
                sub_groups(module, {});
                return true;
              },
              {.needs = {P::one_function_a_kernel, P::arguments_only_read, P::barriers_numbered}}},
    NamedPass{"vectorize",
              [](llvm::Module& module) {
                vectorize(module, {});
                return true;
              },
              {.needs = {P::one_function_a_kernel, P::arguments_only_read, P::barriers_numbered}}},
    NamedPass{"single-lanes", single_lanes},
    NamedPass{"work-item-loops",
              [](llvm::Module& module) { return work_item_loops(module); },
              {.needs = {P::one_function_a_kernel, P::barriers_numbered},
               .establishes = {P::work_groups},
               .ends = {P::one_function_a_kernel, P::arguments_only_read, P::barriers_numbered}}},
    NamedPass{"transpose-gathers", transpose_gathers},
    NamedPass{"freeze-masked-loads",
              [](llvm::Module& module) { return freeze_masked_loads(module); },
              {.establishes = {P::masked_loads_frozen}}},
    NamedPass{"freeze-wrapping-indices", freeze_wrapping_indices},
    NamedPass{"hoist-divisions", hoist_divisions},
    NamedPass{"expand-half-atomics", expand_half_atomics},
    NamedPass{"lower-local-atomics", lower_local_atomics, {.needs = {P::work_groups}}},
    NamedPass{"select-group-registers",
              [](llvm::Module& module) { return select_group_registers(module); },
              {.needs = {P::work_groups}}},
    NamedPass{"simplify-group-kernels", simplify_group_kernels, {.needs = {P::work_groups}}},
    NamedPass{"unroll-item-loops", unroll_item_loops, {.needs = {P::work_groups}}},
    NamedPass{"unroll-group-loops",
              [](llvm::Module& module) { return unroll_group_loops(module); },
              {.needs = {P::work_groups}}},
    NamedPass{"group-registers",
              [](llvm::Module& module) { return group_registers(module); },
              {.needs = {P::work_groups}}},
    NamedPass{"single-steps", single_steps, {.needs = {P::work_groups}}},
    NamedPass{"leave-guarded-loops", leave_guarded_loops},
    NamedPass{"prefetch-groups", prefetch_groups, {.needs = {P::work_groups}}},
    NamedPass{"prefetch-columns", prefetch_columns, {.needs = {P::work_groups}}},
    NamedPass{"flatten-address-spaces",
              flatten_address_spaces,
              {.needs = {P::work_groups}, .establishes = {P::address_spaces_flat}}},
    NamedPass{"keep-ordered-calls", keep_ordered_calls},
    NamedPass{"limit-inlining", limit_inlining},
    NamedPass{"limit-unroll-hints", limit_unroll_hints},
    NamedPass{"split-switches", split_switches},
    NamedPass{"demote-phis", demote_phis},
    NamedPass{"expand-masked-accesses",
              [](llvm::Module& module) { // as for a target without any of them
                return expand_masked_accesses(
                    module, [](const llvm::IntrinsicInst&) { return MaskedSupport::none; }, 128);
              },
              {.ends = {P::masked_loads_frozen}}}, // loads by register are frozen together
    NamedPass{"expand-slow-masked-accesses",
              [](llvm::Module& module) { // as for a target where all of them are slow
                return expand_masked_accesses(
                    module, [](const llvm::IntrinsicInst&) { return MaskedSupport::slow; }, 256);
              }},
    NamedPass{"expand-narrow-masked-accesses",
              [](llvm::Module& module) { // as for a target with those of 32 bits and more
                return expand_masked_accesses(
                    module,
                    [](const llvm::IntrinsicInst& access) {
                      const bool loads = !access.getType()->isVoidTy();
                      const auto* type = loads ? access.getType() : access.getOperand(0)->getType();
                      return type->getScalarSizeInBits() < 32 ? MaskedSupport::none
                                                              : MaskedSupport::fast;
                    },
                    512);
              }},
    NamedPass{"expand-wide-conversions", expand_wide_conversions},
    NamedPass{"expand-wide-divisions", expand_wide_divisions},
    NamedPass{"split-odd-loads", split_odd_loads},
    NamedPass{"scalarize-masked-stores", scalarize_masked_stores},
    NamedPass{"split-high-products", split_high_products},
    NamedPass{"legalize-shuffles",
              [](llvm::Module& module) { return legalize_shuffles(module, 128); }},
    NamedPass{"cut-long-sums", cut_long_sums},
    NamedPass{"widen-indexed-vectors", widen_indexed_vectors},
    NamedPass{"widen-carried-masks",
              [](llvm::Module& module) { return widen_carried_masks(module, 256); }},
};

} // namespace

std::span<const NamedPass> shared_passes() { return passes; }

} // namespace compiler
