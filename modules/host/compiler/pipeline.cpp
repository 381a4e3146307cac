// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"

#include "code_generation/masked_instructions.h"
#include "code_generation/target_machine.h"
#include "host/kernel_abi.h"
#include "host_passes/arithmetic/estimate_reciprocals.h"
#include "host_passes/arithmetic/half_extrema.h"
#include "host_passes/arithmetic/half_truncation.h"
#include "host_passes/arithmetic/lower_dot_products.h"
#include "host_passes/arithmetic/lower_exponent_operations.h"
#include "host_passes/arithmetic/multiply_short_numbers.h"
#include "host_passes/arithmetic/native_divisions.h"
#include "host_passes/arithmetic/use_half_arithmetic.h"
#include "host_passes/entry_functions.h"
#include "host_passes/llvm_passes.h"
#include "host_passes/matrices/multiply_matrices.h"
#include "host_passes/platform_calls.h"
#include "host_passes/retarget.h"
#include "host_passes/runtime_helpers.h"
#include "host_passes/shuffles/lower_permutes.h"
#include "host_passes/shuffles/permute_bytes.h"
#include "host_passes/shuffles/permute_tables.h"
#include "host_passes/shuffles/split_half_shuffles.h"
#include "passes/address_spaces/flatten_address_spaces.h"
#include "passes/build_time/cut_long_sums.h"
#include "passes/build_time/demote_phis.h"
#include "passes/build_time/split_switches.h"
#include "passes/grid_stride/full_rounds.h"
#include "passes/grid_stride/grid_stride_loops.h"
#include "passes/group_functions/sub_groups.h"
#include "passes/llvm_limits/expand_half_atomics.h"
#include "passes/llvm_limits/expand_wide_conversions.h"
#include "passes/llvm_limits/expand_wide_divisions.h"
#include "passes/llvm_limits/freeze_masked_loads.h"
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
#include "passes/local_memory/lower_local_atomics.h"
#include "passes/local_memory/prefetch_groups.h"
#include "passes/local_memory/split_local_memory.h"
#include "passes/masked_accesses/expand_masked_accesses.h"
#include "passes/memory/prefetch_columns.h"
#include "passes/vectorization/notes.h"
#include "passes/vectorization/single_lanes.h"
#include "passes/vectorization/transpose_gathers.h"
#include "passes/vectorization/vectorize.h"
#include "passes/work_item_loops/leave_guarded_loops.h"
#include "passes/work_item_loops/number_barriers.h"
#include "passes/work_item_loops/progress_points.h"
#include "passes/work_item_loops/single_steps.h"
#include "passes/work_item_loops/work_item_loops.h"
#include "segments/neutral_segments.h"

namespace host {
namespace {

vecz::VectorRegisters vector_registers(const Cpu& cpu) {
  return {.bits = cpu.level->vector_bits,
          .narrowest_masked = cpu.level->narrowest_masked,
          .number = cpu.level->vector_registers,
          .window_lanes = cpu.level->window_lanes,
          .interleaves = cpu.level->interleaves,
          .slow_masked_stores = cpu.level->slow_masked_stores,
          .costly_masks = cpu.level->vector_bits == 512};
}

} // namespace

void report_limit(llvm::Module& module, const compiler::Options& options, const llvm::Twine& what,
                  llvm::StringRef advice) {
  if (!compiler::wants_report(options)) {
    return;
  }
  const auto entries = llvm::make_filter_range(module, [](const llvm::Function& function) {
    return !function.isDeclaration() && !function.hasLocalLinkage();
  });
  const auto others = std::distance(entries.begin(), entries.end()) - 1;
  const std::string first = others < 0 ? "" : kernel_name(*entries.begin()).str();
  compiler::add_note(
      module.getContext(), others < 0 ? llvm::DebugLoc() : compiler::place_of(*entries.begin()),
      "kernel '" + first + "'" + (others > 0 ? " and " + std::to_string(others) + " others" : "") +
          ": " + what,
      advice);
}

void run_pipeline(compiler::PassRunner& passes, llvm::Module& module, const Cpu& cpu,
                  const compiler::Options& options, const builtins::Library& library,
                  unsigned sub_group_width, llvm::TargetMachine& machine) {
  LlvmPasses llvm_passes(module, machine);
  // Before the library gives them exact bodies.
  passes.run("native-divisions", native_divisions);
  compiler::run_built_ins_segment(passes, module,
                                  {.has_fma = cpu.level->fma,
                                   .has_table_permutes = has_table_permutes(cpu),
                                   .has_short_table_permutes = has_short_table_permutes(cpu),
                                   .has_exponent_operations = has_exponent_operations(cpu),
                                   .has_fast_division = has_fast_division(cpu),
                                   .has_float_estimates = has_float_estimates(cpu),
                                   .has_aligned_texels = false,
                                   .converts_slowly = false,
                                   .has_textures = false,
                                   .is_aarch64 = cpu.level->architecture == llvm::Triple::aarch64,
                                   .knows_bounds_of_memory = true,
                                   .max_work_group_size = max_work_group_size,
                                   .shifted_bytes = cpu.level->vector_bits == 512 ? 64U : 16U},
                                  options, library, [&] { llvm_passes.simplify(); });
  // With variables in registers; first, as the kernel then has one loop less.
  if (options.optimise) {
    passes.run("grid-stride-loops", [&](llvm::Module& subject) {
      if (compiler::grid_stride_loops(subject)) {
        llvm_passes.simplify();
      }
    });
    // Of the loops that are left. Most instructions of AVX-512 take a mask for nothing.
    passes.run("full-rounds", [&](llvm::Module& subject) {
      const uint64_t least = cpu.level->vector_bits == 512 ? 8 : 2;
      if (compiler::full_rounds(subject, least)) {
        llvm_passes.simplify();
      }
    });
  }
  // These passes and `group-registers` keep local variables elsewhere than in the group's block,
  // which entry functions fill with zeros if that is wanted.
  if (options.optimise && !options.zero_local_memory) {
    passes.run("split-local-memory", compiler::split_local_memory);
    passes.run("bypass-local-copies", [&](llvm::Module& subject) {
      if (compiler::bypass_local_copies(subject)) {
        llvm_passes.simplify();
      }
    });
  }
  compiler::run_layout_segment(passes, options);
  // With the loops' exit conditions in registers; before kernels are cut at these points, too.
  passes.run("progress-points", [&](llvm::Module& subject) {
    if (compiler::progress_points(subject)) {
      llvm_passes.simplify(); // functions may have been inlined
    }
  });
  // Nothing may duplicate a barrier from here on.
  passes.run("number-barriers", compiler::number_barriers);
  const Effort effort = effort_for(module);
  // With or without optimisation, as results tell the size of sub-groups.
  passes.run("sub-groups", [&](llvm::Module& subject) {
    compiler::sub_groups(subject,
                         {sub_group_width, vector_registers(cpu), compiler::wants_report(options)});
  });
  // With barriers numbered, as both forms of a kernel have to meet at them; before the loops, which
  // run them one after the other. The steps of the vectoriser are in
  // modules/vecz/source/pipeline.cpp; where sizes of groups are known, its first steps run once for
  // each dimension, to compare them.
  if (options.optimise) {
    passes.run("vectorize", [&](llvm::Module& subject) {
      compiler::vectorize(subject, {vector_registers(cpu), compiler::wants_report(options)});
    });
  }
  passes.run("single-lanes", compiler::single_lanes);
  passes.run("work-item-loops", [&](llvm::Module& subject) {
    compiler::work_item_loops(subject, vector_registers(cpu), compiler::wants_report(options));
  });
  passes.run("transpose-gathers", compiler::transpose_gathers);
  // With all vectors made, and before LLVM's passes see them.
  passes.run("freeze-masked-loads",
             [](llvm::Module& subject) { compiler::freeze_masked_loads(subject); });
  // Behind the vectoriser, to which they are one operation each.
  passes.run("expand-half-atomics", compiler::expand_half_atomics);
  // While there still is local memory; behind the vectoriser, which keeps atomic operations apart.
  passes.run("lower-local-atomics", compiler::lower_local_atomics);
  // Before the next step, which could not unroll a loop around code that only one work-item runs.
  if (options.optimise) {
    passes.run("single-steps", compiler::single_steps);
  }
  // With one work-group at a time, all of whose accesses to its memory are in sight.
  if (options.optimise && !options.zero_local_memory) {
    passes.run("select-group-registers", [&](llvm::Module& subject) {
      compiler::select_group_registers(subject, vector_registers(cpu));
    });
    passes.run("simplify-group-kernels", compiler::simplify_group_kernels);
    // Inner loops first: each of their steps tests whether the loop around them goes on, whose
    // length is known only once they are unrolled.
    passes.run("unroll-item-loops", compiler::unroll_item_loops);
    passes.run("simplify-group-kernels", compiler::simplify_group_kernels);
    passes.run("unroll-group-loops", [&](llvm::Module& subject) {
      compiler::unroll_group_loops(subject, vector_registers(cpu));
    });
    passes.run("simplify-group-kernels", compiler::simplify_group_kernels);
    // With all addresses and masks constant.
    passes.run("group-registers", [&](llvm::Module& subject) {
      compiler::group_registers(subject, vector_registers(cpu));
    });
  }
  if (options.optimise) {
    passes.run("prefetch-groups", compiler::prefetch_groups);
    passes.run("prefetch-columns", compiler::prefetch_columns);
  }
  // With vectors made, and before LLVM's passes change their form.
  passes.run("lower-dot-products",
             [&](llvm::Module& subject) { lower_dot_products(subject, cpu); });
  // Before `retarget`, which says what LLVM may use.
  if (options.optimise) {
    passes.run("multiply-short-numbers",
               [&](llvm::Module& subject) { multiply_short_numbers(subject, cpu); });
  }
  // With or without optimisation, as sub-groups read other lanes; before LLVM's passes, which would
  // take single elements apart.
  passes.run("lower-permutes", [&](llvm::Module& subject) { lower_permutes(subject, cpu); });
  passes.run("permute-bytes", [&](llvm::Module& subject) { permute_bytes(subject, cpu); });
  passes.run("lower-exponent-operations",
             [&](llvm::Module& subject) { lower_exponent_operations(subject, cpu); });
  // Likewise.
  passes.run("use-half-arithmetic",
             [&](llvm::Module& subject) { use_half_arithmetic(subject, cpu); });
  passes.run("entry-functions", entry_functions);
  // The last step in which address spaces mean something was marking parallel accesses.
  passes.run("flatten-address-spaces", compiler::flatten_address_spaces);
  passes.run("retarget", [&](llvm::Module&) { retarget(module, cpu, machine); });
  if (options.optimise) {
    // Right before the only pass that infers attributes of functions.
    passes.run("keep-ordered-calls", compiler::keep_ordered_calls);
    passes.run("optimise", [&](llvm::Module&) {
      if (llvm_passes.optimise(effort)) {
        report_limit(
            module, options,
            "few of LLVM's passes run, as a function has more than 12 000 instructions or 128 "
            "loops, or there are more than 20 kernels",
            "divide the kernel, or the program");
      }
    });
    passes.run("leave-guarded-loops", compiler::leave_guarded_loops);
    passes.run("estimate-reciprocals",
               [&](llvm::Module& subject) { estimate_reciprocals(subject, cpu); });
    passes.run("permute-tables", [&](llvm::Module& subject) { permute_tables(subject, cpu); });
  }
  // With or without optimisation; each product becomes very many instructions.
  passes.run("multiply-matrices", [&](llvm::Module& subject) { multiply_matrices(subject, cpu); });
  // After optimisation, which understands masked accesses.
  passes.run("expand-masked-accesses", [&](llvm::Module& subject) {
    compiler::expand_masked_accesses(
        subject,
        [&](const llvm::IntrinsicInst& access) { return masked_support(access, cpu, machine); },
        cpu.level->vector_bits);
  });
  // Both after optimisation, which makes such minima of selections and such truncations of two.
  passes.run("half-extrema", [&](llvm::Module& subject) { half_extrema(subject, cpu); });
  passes.run("half-truncation", half_truncation);
  // No pass behind them makes any.
  passes.run("expand-wide-divisions", compiler::expand_wide_divisions);
  passes.run("expand-wide-conversions", compiler::expand_wide_conversions);
  // Functions for instructions that older CPUs lack. Nothing refers to them before code generation.
  passes.run("runtime-helpers", runtime_helpers);
  passes.run("link-helpers", [&](llvm::Module&) { compiler::link_built_ins(module, library); });
  // With the last functions of the neutral dialect here.
  passes.run("platform-calls", platform_calls);
  passes.run("keep-runtime-helpers", keep_runtime_helpers);
  passes.run("remove-unused", [&](llvm::Module&) { llvm_passes.remove_unused(); });
  // Behind LLVM's passes, which would make one switch again, and registers of stack slots.
  passes.run("split-switches", compiler::split_switches);
  passes.run("demote-phis", compiler::demote_phis);
  passes.run("split-odd-loads", compiler::split_odd_loads);
  passes.run("scalarize-masked-stores", compiler::scalarize_masked_stores);
  passes.run("split-high-products", compiler::split_high_products);
  // Behind the steps before it, which make shuffles, too.
  passes.run("legalize-shuffles", [&](llvm::Module& subject) {
    compiler::legalize_shuffles(subject, cpu.level->vector_bits);
  });
  if (cpu.level->vector_bits == 256) {
    passes.run("split-half-shuffles", split_half_shuffles);
  }
  passes.run("cut-long-sums", compiler::cut_long_sums);
  if (cpu.level->vector_bits == 512) {
    passes.run("widen-indexed-vectors", compiler::widen_indexed_vectors);
  } else {
    passes.run("widen-carried-masks", [&](llvm::Module& subject) {
      compiler::widen_carried_masks(subject, cpu.level->vector_bits);
    });
  }
}

} // namespace host
