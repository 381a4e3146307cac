// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "segments/neutral_segments.h"

#include "builtins/events.h"
#include "passes/address_spaces/address_space_queries.h"
#include "passes/address_spaces/inline_generic_calls.h"
#include "passes/address_spaces/split_generic_accesses.h"
#include "passes/built_ins/define_asserts.h"
#include "passes/built_ins/define_image_blocks.h"
#include "passes/built_ins/lower_enqueue.h"
#include "passes/built_ins/lower_images.h"
#include "passes/built_ins/lower_pipes.h"
#include "passes/built_ins/lower_printf.h"
#include "passes/facts/fold_image_facts.h"
#include "passes/facts/fold_launch_facts.h"
#include "passes/facts/fold_target_facts.h"
#include "passes/facts/free_groups.h"
#include "passes/facts/governing_arguments.h"
#include "passes/facts/long_work_items.h"
#include "passes/group_functions/define_group_functions.h"
#include "passes/group_functions/named_barriers.h"
#include "passes/llvm_limits/clamp_half_conversions.h"
#include "passes/llvm_limits/drop_restrict_in_loops.h"
#include "passes/llvm_limits/guard_division.h"
#include "passes/local_memory/local_variables.h"
#include "passes/memory/constant_loads.h"
#include "passes/memory/copy_written_arguments.h"
#include "passes/memory/program_variables.h"
#include "passes/memory/zero_private_memory.h"
#include "passes/vectorization/mark_built_ins.h"
#include "passes/work_item_loops/inline_group_functions.h"

namespace compiler {
namespace {

void set_facts(llvm::Module& module, const TargetFacts& facts, const Options& options) {
  const auto set = [&](llvm::StringRef name, bool value) {
    if (!module.getModuleFlag(name)) {
      module.addModuleFlag(llvm::Module::Override, name, value);
    }
  };
  set("lanewise.has_fma", facts.has_fma);
  set("lanewise.has_table_permutes", facts.has_table_permutes);
  set("lanewise.has_short_table_permutes", facts.has_short_table_permutes);
  set("lanewise.has_exponent_operations", facts.has_exponent_operations);
  set("lanewise.has_fast_division", facts.has_fast_division);
  set("lanewise.has_float_estimates", facts.has_float_estimates);
  set("lanewise.has_aligned_texels", facts.has_aligned_texels);
  set("lanewise.converts_slowly", facts.converts_slowly);
  set("lanewise.has_textures", facts.has_textures);
  set("lanewise.wants_accurate_math", options.accurate_math);
  set("lanewise.has_denormals", !options.denorms_are_zero);
  set("lanewise.denorms_are_zero", options.denorms_are_zero);
  set("lanewise.has_debug", options.debug);
  set("lanewise.zero_local_memory", options.zero_local_memory);
  set("lanewise.is_aarch64", facts.is_aarch64);
  if (options.variants_follow && options.optimise) {
    set("lanewise.variants_follow", true);
  }
}

} // namespace

void link_built_ins(llvm::Module& module, const builtins::Library& library) {
  if (const auto linked = library.link(module); !linked) {
    module.getContext().emitError("the library of built-ins is damaged: " + linked.error());
  }
}

void run_built_ins_segment(PassRunner& passes, llvm::Module& module, const TargetFacts& facts,
                           const Options& options, const builtins::Library& library,
                           llvm::function_ref<void()> simplify) {
  set_facts(module, facts, options);

  // Where a variable is depends on all others, also on those that a part of the program or a
  // variant does not use: before any is removed, and before the library of built-ins adds its own.
  passes.run("program-variables", program_variables);
  // Before anything exploits undefined values, and before the library of built-ins adds variables,
  // which it always writes first.
  if (options.zero_private_memory) {
    passes.run("zero-private-memory", zero_private_memory);
  }
  // Before anything could make use of a division that LLVM calls undefined.
  passes.run("guard-division", guard_division);
  // Calls ids, which the library implements, and printf.
  passes.run("define-asserts", define_asserts);
  // Queries a work-item's place in its sub-group, which the next pass implements.
  passes.run("define-image-blocks", define_image_blocks);
  // Before the next pass: group functions on pipes become calls of functions that it defines.
  passes.run("lower-pipes", lower_pipes);
  // Before linking: the library's functions take numbers for opaque types.
  passes.run("lower-enqueue", lower_enqueue);
  // Likewise.
  passes.run("define-named-barriers", define_named_barriers);
  // Defines functions that the library cannot hold: they need local memory, for each type.
  passes.run("define-group-functions", [&](llvm::Module&) {
    define_group_functions(module, facts.max_work_group_size, facts.shifted_bytes);
  });
  // Before linking: the library has its own names for functions on images.
  passes.run("lower-images", lower_images);
  // Built-ins are in the neutral dialect too, and call the vocabulary that later passes replace.
  passes.run("link-builtins", [&](llvm::Module&) { link_built_ins(module, library); });
  if (wants_report(options)) {
    passes.run("mark-built-ins", mark_built_ins);
  }
  // With all conversions there, and before InstCombine joins them.
  passes.run("clamp-half-conversions", clamp_half_conversions);
  // Before anything is inlined, and with all that is.
  passes.run("drop-restrict-in-loops", drop_restrict_in_loops);
  // Code generation has no type for event_t; the copies of async_work_group_copy are done at once.
  passes.run("lower-events", builtins::lower_events);
  passes.run("fold-target-facts", fold_target_facts);
  // Barriers must be in the kernel to cut it, ids to be given their values, local variables to be
  // laid out.
  passes.run("inline-group-functions", inline_group_functions);
  // With all that may write to them in the kernels; before anything asks whose memory it is.
  passes.run("copy-written-arguments", copy_written_arguments);
  // Once all queries are in the kernels; the constants then simplify the rest.
  passes.run("fold-launch-facts", fold_launch_facts);
  // Before anything is moved or joined.
  passes.run("constant-loads", constant_loads);
  // Before cutting: each variable that is in registers needs no memory across barriers if it does
  // not live there, and branches on constants no longer hide which barriers follow each other.
  passes.run("simplify", [&](llvm::Module&) { simplify(); });
  // With pointers in registers; inlined functions may pass them on.
  if (options.optimise) {
    passes.run("inline-generic-calls", [&](llvm::Module& subject) {
      constexpr unsigned deepest = 8;
      for (unsigned i = 0; i < deepest && inline_generic_calls(subject); ++i) {
        simplify();
      }
    });
  }
  // With generic pointers in registers and of named spaces where that can be told; before kernels
  // are cut, as the answers are words and numbers, which the vectoriser knows.
  if (facts.knows_bounds_of_memory) {
    passes.run("address-space-queries", [&](llvm::Module& subject) {
      if (address_space_queries(subject)) {
        simplify();
      }
    });
  }
  // Behind the questions, which look for a pointer's origin; each access of a named space is one
  // that the steps below know.
  if (options.optimise) {
    passes.run("split-generic-accesses", [&](llvm::Module& subject) {
      if (split_generic_accesses(subject)) {
        simplify();
      }
    });
  }
  // Needs images in registers to follow them; the constants leave branches to remove.
  passes.run("fold-image-facts", [&](llvm::Module& subject) {
    if (fold_image_facts(subject)) {
      simplify();
    }
  });
}

void run_layout_segment(PassRunner& passes, const Options& options) {
  passes.run("local-variables", local_variables);
  // With variables in registers, and before vectors of work-items blur which argument does what.
  if (options.optimise) {
    passes.run("governing-arguments", governing_arguments);
    passes.run("free-groups", free_groups);
    passes.run("long-work-items", long_work_items);
  }
  // Formats and texts have come to their calls by now; records are written under branches, which
  // have to be there before a kernel is cut.
  passes.run("lower-printf", lower_printf);
}

} // namespace compiler
