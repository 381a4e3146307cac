// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"

#include "builtins/events.h"
#include "code_generation/masked_instructions.h"
#include "code_generation/target_machine.h"
#include "host/kernel_abi.h"
#include "host_passes/entry_functions.h"
#include "host_passes/half_truncation.h"
#include "host_passes/llvm_passes.h"
#include "host_passes/lower_dot_products.h"
#include "host_passes/platform_calls.h"
#include "host_passes/retarget.h"
#include "host_passes/runtime_helpers.h"
#include "passes/built_ins/define_asserts.h"
#include "passes/built_ins/define_image_blocks.h"
#include "passes/built_ins/lower_enqueue.h"
#include "passes/built_ins/lower_images.h"
#include "passes/built_ins/lower_pipes.h"
#include "passes/built_ins/lower_printf.h"
#include "passes/facts/fold_image_facts.h"
#include "passes/facts/fold_launch_facts.h"
#include "passes/facts/fold_target_facts.h"
#include "passes/facts/governing_arguments.h"
#include "passes/group_functions/define_group_functions.h"
#include "passes/group_functions/named_barriers.h"
#include "passes/group_functions/sub_groups.h"
#include "passes/llvm_limits/clamp_half_conversions.h"
#include "passes/llvm_limits/demote_phis.h"
#include "passes/llvm_limits/drop_restrict_in_loops.h"
#include "passes/llvm_limits/expand_half_atomics.h"
#include "passes/llvm_limits/expand_masked_accesses.h"
#include "passes/llvm_limits/freeze_masked_loads.h"
#include "passes/llvm_limits/guard_division.h"
#include "passes/llvm_limits/keep_ordered_calls.h"
#include "passes/llvm_limits/plain_loads.h"
#include "passes/llvm_limits/plain_shuffles.h"
#include "passes/llvm_limits/split_switches.h"
#include "passes/memory/address_space_queries.h"
#include "passes/memory/bypass_local_copies.h"
#include "passes/memory/constant_loads.h"
#include "passes/memory/copy_written_arguments.h"
#include "passes/memory/flatten_address_spaces.h"
#include "passes/memory/group_registers.h"
#include "passes/memory/inline_generic_calls.h"
#include "passes/memory/local_variables.h"
#include "passes/memory/plain_local_atomics.h"
#include "passes/memory/prefetch_groups.h"
#include "passes/memory/program_variables.h"
#include "passes/memory/split_generic_accesses.h"
#include "passes/memory/zero_private_memory.h"
#include "passes/vectorization/notes.h"
#include "passes/vectorization/transpose_gathers.h"
#include "passes/vectorization/vectorize.h"
#include "passes/work_item_loops/inline_group_functions.h"
#include "passes/work_item_loops/number_barriers.h"
#include "passes/work_item_loops/progress_points.h"
#include "passes/work_item_loops/single_steps.h"
#include "passes/work_item_loops/work_item_loops.h"

namespace host {
namespace {

void set_target_facts(llvm::Module& module, const Cpu& cpu, const compiler::Options& options) {
  const auto fact = [&](llvm::StringRef name, bool value) {
    if (!module.getModuleFlag(name)) {
      module.addModuleFlag(llvm::Module::Override, name, value);
    }
  };
  fact("lanewise.has_fma", cpu.level->fma);
  fact("lanewise.has_denormals", !options.denorms_are_zero);
  fact("lanewise.denorms_are_zero", options.denorms_are_zero);
  fact("lanewise.has_debug", options.debug);
  fact("lanewise.zero_local_memory", options.zero_local_memory);
  fact("lanewise.is_aarch64", cpu.level->architecture == llvm::Triple::aarch64);
}

bool has_option(const compiler::Options& options, std::string_view name) {
  return llvm::any_of(options.device, [&](const auto& option) { return option.first == name; });
}

vecz::VectorRegisters vector_registers(const Cpu& cpu) {
  return {cpu.level->vector_bits, cpu.level->narrowest_masked, cpu.level->vector_registers,
          cpu.level->window_lanes};
}

void link(llvm::Module& module, const builtins::Library& library) {
  if (const auto linked = library.link(module); !linked) {
    module.getContext().emitError("the library of built-ins is damaged: " + linked.error());
  }
}

} // namespace

void report_limit(llvm::Module& module, const compiler::Options& options, const llvm::Twine& what,
                  llvm::StringRef advice) {
  if (!has_option(options, report_option)) {
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
  set_target_facts(module, cpu, options);

  // Where a variable is depends on all others, also on those that a part of the program or a
  // variant does not use: before any is removed, and before the library of built-ins adds its own.
  passes.run("program-variables", compiler::program_variables);
  // Before anything makes use of what is undefined, and before the library of built-ins adds
  // variables, which it always writes first.
  if (options.zero_private_memory) {
    passes.run("zero-private-memory", compiler::zero_private_memory);
  }
  // Before anything could make use of a division that LLVM calls undefined.
  passes.run("guard-division", compiler::guard_division);
  // Asks for ids, which the library answers, and prints.
  passes.run("define-asserts", compiler::define_asserts);
  // Asks where a work-item is in its sub-group, which the next pass answers.
  passes.run("define-image-blocks", compiler::define_image_blocks);
  // What it makes of groups' functions calls those that the next pass makes.
  passes.run("lower-pipes", compiler::lower_pipes);
  // The library has its functions with numbers for what they are about.
  passes.run("lower-enqueue", compiler::lower_enqueue);
  // Likewise.
  passes.run("define-named-barriers", compiler::define_named_barriers);
  // Makes what the library cannot hold: bodies that need local memory, for each type.
  passes.run("define-group-functions",
             [&](llvm::Module&) { compiler::define_group_functions(module, max_work_group_size); });
  // The library has its own names for what is done with images.
  passes.run("lower-images", compiler::lower_images);
  // Built-ins are in the neutral dialect too, and call the vocabulary that later passes replace.
  passes.run("link-builtins", [&](llvm::Module&) { link(module, library); });
  // With all conversions there, and before InstCombine joins them.
  passes.run("clamp-half-conversions", compiler::clamp_half_conversions);
  // Before anything is inlined, and with all that is.
  passes.run("drop-restrict-in-loops", compiler::drop_restrict_in_loops);
  // Code generation has no type for event_t; the copies of async_work_group_copy are done at once.
  passes.run("lower-events", builtins::lower_events);
  passes.run("fold-target-facts", compiler::fold_target_facts);
  // Barriers must be in the kernel to cut it, ids to be given their values, local variables to be
  // laid out.
  passes.run("inline-group-functions", compiler::inline_group_functions);
  // With all that may write to them in the kernels; before anything asks whose memory it is.
  passes.run("copy-written-arguments", compiler::copy_written_arguments);
  // Once everything that asks is in the kernels; what is a constant then simplifies the rest.
  passes.run("fold-launch-facts", compiler::fold_launch_facts);
  // Before anything is moved or joined.
  passes.run("constant-loads", compiler::constant_loads);
  // Before cutting: each variable that is in registers needs no memory across barriers if it does
  // not live there, and branches on constants no longer hide which barriers follow each other.
  passes.run("simplify", [&](llvm::Module&) { llvm_passes.simplify(); });
  // With pointers in registers; what is inlined may pass them on.
  if (options.optimise) {
    passes.run("inline-generic-calls", [&](llvm::Module& subject) {
      constexpr unsigned deepest = 8;
      for (unsigned i = 0; i < deepest && compiler::inline_generic_calls(subject); ++i) {
        llvm_passes.simplify();
      }
    });
  }
  // With generic pointers in registers and of named spaces where that can be told; before kernels
  // are cut, as the answers are words and numbers, which the vectoriser knows.
  passes.run("address-space-queries", [&](llvm::Module& subject) {
    if (compiler::address_space_queries(subject)) {
      llvm_passes.simplify();
    }
  });
  // Behind the questions, which look for a pointer's origin; each access of a named space is one
  // that the steps below know.
  if (options.optimise) {
    passes.run("split-generic-accesses", [&](llvm::Module& subject) {
      if (compiler::split_generic_accesses(subject)) {
        llvm_passes.simplify();
      }
    });
  }
  // Needs images in registers to follow them; what it makes constant leaves branches to remove.
  passes.run("fold-image-facts", [&](llvm::Module& subject) {
    if (compiler::fold_image_facts(subject)) {
      llvm_passes.simplify();
    }
  });
  // This pass and `group-registers` keep local variables elsewhere than in the group's block, which
  // entry functions fill with zeros if that is wanted.
  if (options.optimise && !options.zero_local_memory) {
    passes.run("bypass-local-copies", [&](llvm::Module& subject) {
      if (compiler::bypass_local_copies(subject)) {
        llvm_passes.simplify();
      }
    });
  }
  passes.run("local-variables", compiler::local_variables);
  // With variables in registers, and before vectors of work-items blur which argument does what.
  if (options.optimise) {
    passes.run("governing-arguments", compiler::governing_arguments);
  }
  // Formats and texts have come to their calls by now; records are written under branches, which
  // have to be there before a kernel is cut.
  passes.run("lower-printf", compiler::lower_printf);
  // With what decides on leaving a loop in registers; before kernels are cut at these points, too.
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
    compiler::sub_groups(
        subject, {sub_group_width, vector_registers(cpu), has_option(options, report_option)});
  });
  // With barriers numbered, as both forms of a kernel have to meet at them; before the loops, which
  // run them one after the other. The steps of the vectoriser are in
  // modules/vecz/source/pipeline.cpp; where sizes of groups are known, its first steps run once for
  // each dimension, to compare them.
  if (options.optimise) {
    passes.run("vectorize", [&](llvm::Module& subject) {
      compiler::vectorize(subject, {vector_registers(cpu), has_option(options, report_option)});
    });
  }
  passes.run("work-item-loops", [&](llvm::Module& subject) {
    compiler::work_item_loops(subject, vector_registers(cpu), has_option(options, report_option));
  });
  passes.run("transpose-gathers", compiler::transpose_gathers);
  // With all vectors made, and before LLVM's passes see them.
  passes.run("freeze-masked-loads",
             [](llvm::Module& subject) { compiler::freeze_masked_loads(subject); });
  // Behind the vectoriser, to which they are one operation each.
  passes.run("expand-half-atomics", compiler::expand_half_atomics);
  // While there still is local memory; behind the vectoriser, which keeps atomic operations apart.
  passes.run("plain-local-atomics", compiler::plain_local_atomics);
  // Before the next step, to which a loop around what is done once would be too much to unroll.
  if (options.optimise) {
    passes.run("single-steps", compiler::single_steps);
  }
  // With one work-group at a time, all of whose accesses to its memory are in sight. Runs a few of
  // LLVM's passes between its steps (GroupRegisters::simplify): each unrolls loops and needs the
  // constants that the one before has made.
  if (options.optimise && !options.zero_local_memory) {
    passes.run("group-registers", [&](llvm::Module& subject) {
      compiler::group_registers(subject, vector_registers(cpu));
    });
  }
  if (options.optimise) {
    passes.run("prefetch-groups", compiler::prefetch_groups);
  }
  // With vectors made, and before LLVM's passes see what they are.
  passes.run("lower-dot-products",
             [&](llvm::Module& subject) { lower_dot_products(subject, cpu); });
  passes.run("entry-functions", entry_functions);
  // The last step in which address spaces mean something was marking parallel accesses.
  passes.run("flatten-address-spaces", compiler::flatten_address_spaces);
  passes.run("retarget", [&](llvm::Module&) { retarget(module, cpu, machine); });
  if (options.optimise) {
    // The only pass behind it that infers what functions do.
    passes.run("keep-ordered-calls", compiler::keep_ordered_calls);
    passes.run("optimise", [&](llvm::Module&) {
      if (llvm_passes.optimise(effort)) {
        report_limit(
            module, options,
            "few of LLVM's passes run, as one has more than 12 000 instructions or 128 loops, "
            "or they are more than 20",
            "divide the kernel, or the program");
      }
    });
  }
  // After optimisation, which knows these accesses as what they are.
  passes.run("expand-masked-accesses", [&](llvm::Module& subject) {
    compiler::expand_masked_accesses(subject, [&](const llvm::IntrinsicInst& access) {
      return has_masked_instructions(access, machine);
    });
  });
  // After optimisation, which may combine conversions into such truncations.
  passes.run("half-truncation", half_truncation);
  // What older CPUs have no instructions for. Nothing refers to it before code generation does.
  passes.run("runtime-helpers", runtime_helpers);
  passes.run("link-helpers", [&](llvm::Module&) { link(module, library); });
  // With the last functions of the neutral dialect here.
  passes.run("platform-calls", platform_calls);
  passes.run("keep-runtime-helpers", keep_runtime_helpers);
  passes.run("remove-unused", [&](llvm::Module&) { llvm_passes.remove_unused(); });
  // Behind LLVM's passes, which would make one switch again, and registers of stack slots.
  passes.run("split-switches", compiler::split_switches);
  passes.run("demote-phis", compiler::demote_phis);
  passes.run("plain-loads", compiler::plain_loads);
  // Also of what the step before puts together.
  passes.run("plain-shuffles", [&](llvm::Module& subject) {
    compiler::plain_shuffles(subject, cpu.level->vector_bits);
  });
}

} // namespace host
