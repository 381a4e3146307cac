// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target.h"

#include "code_generation/code_generator.h"
#include "code_generation/target_machine.h"
#include "compiler/job_record.h"
#include "compiler/pass.h"
#include "host_passes/entry_functions.h"
#include "host_passes/needed_features.h"
#include "kernel_metadata.h"
#include "kernel_table.h"
#include "passes.h"
#include "passes/built_ins/lower_printf.h"
#include "passes/facts/free_groups.h"
#include "passes/facts/governing_arguments.h"
#include "passes/facts/long_work_items.h"
#include "passes/vectorization/quick_forms.h"
#include "passes/vectorization/vectorize.h"
#include "passes/work_item_loops/progress_points.h"
#include "pipeline.h"
#include "vecz/register_pressure.h"
#include "wanted_cpus.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

void note_governing_arguments(const llvm::Function& entry, binary::Kernel& kernel) {
  llvm::SmallVector<llvm::StringRef> numbers;
  const llvm::StringRef list = entry.getFnAttribute(compiler::governing_list).getValueAsString();
  list.split(numbers, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef text : numbers) {
    unsigned number = 0;
    if (text.consumeInteger(10, number) || number >= kernel.arguments.size()) {
      continue;
    }
    binary::Argument& argument = kernel.arguments[number];
    binary::ArgumentPart part{0, uint32_t(argument.size)};
    if (text.consume_front(":")) {
      const auto [offset, size] = text.split(':');
      offset.getAsInteger(10, part.offset);
      size.getAsInteger(10, part.size);
    }
    if (!llvm::is_contained(argument.governing, part)) { // code for another CPU
      argument.governing.push_back(part);
    }
  }
}

/// Rows whose sums are in registers at the same time, with what they share.
constexpr uint8_t rows_in_registers = 4;

/// Records the resources that a kernel's launches need. Code for several CPUs may need different
/// amounts: the largest is recorded.
void note_needs(const llvm::Module& module, binary::Kernel& kernel) {
  kernel.entry = entry_name(kernel.name);
  const llvm::Function* entry = module.getFunction(kernel.entry);
  const auto raise = [&](uint64_t& most, llvm::StringRef name) {
    most = std::max(most, entry->getFnAttributeAsParsedInteger(name, 0));
  };
  raise(kernel.local_bytes, "lanewise-local-bytes");
  raise(kernel.scratch_per_item, "lanewise-scratch-per-item");
  raise(kernel.scratch_per_row, "lanewise-scratch-per-row");
  raise(kernel.scratch_fixed, "lanewise-scratch-fixed");
  raise(kernel.preferred_multiple, compiler::preferred_multiple);
  kernel.prints |= entry->hasFnAttribute("lanewise-prints");
  const llvm::Attribute free_groups = entry->getFnAttribute(compiler::free_groups_mark);
  kernel.free_groups |= free_groups.isValid();
  const bool shares_columns =
      free_groups.isValid() && free_groups.getValueAsString() == compiler::free_groups_of_rows;
  kernel.rows_of_groups = std::max<uint8_t>(
      {kernel.rows_of_groups, shares_columns ? rows_in_registers : uint8_t(0),
       uint8_t(entry->getFnAttributeAsParsedInteger(compiler::rows_of_groups, 0))});
  kernel.long_work_items |= entry->hasFnAttribute(compiler::long_work_items_mark);
  kernel.waiting_loops |= entry->hasFnAttribute(compiler::waiting_loops_mark);
  kernel.quick_form |= entry->hasFnAttribute(compiler::quick_form_mark);
  note_governing_arguments(*entry, kernel);
  if (const uint64_t size = entry->getFnAttributeAsParsedInteger(compiler::sub_group_size, 0)) {
    kernel.sub_group_sizes = {size};
  }
  kernel.private_bytes = kernel.scratch_per_item + kernel.scratch_fixed;
}

/// A kernel that enqueues others prints if any block's kernel of the program does, because their
/// text is part of its launch.
void note_prints_of_blocks(binary::Program& program) {
  const bool any = std::ranges::any_of(program.kernels, [](const binary::Kernel& kernel) {
    return kernel.block != 0 && kernel.prints != 0;
  });
  for (binary::Kernel& kernel : program.kernels) {
    kernel.prints |= any && kernel.enqueues != 0 ? 1 : 0;
  }
}

/// About how much code generation has to do for an instruction, 1 for a plain one. Vectors of
/// several registers become as many instructions, and most of them come to lie on the stack.
unsigned weight(const llvm::Instruction& instruction, unsigned vector_bits) {
  unsigned registers = vecz::registers_for(instruction, vector_bits);
  for (const llvm::Value* operand : instruction.operands()) {
    registers = std::max(registers, vecz::registers_for(*operand, vector_bits));
  }
  return registers > 1 ? 2 * registers : 1;
}

/// Whether optimised code generation, some of whose steps cost more than n log n, would take too
/// long for a user to wait. Variants are made while the program runs.
bool is_huge(const llvm::Module& module, unsigned vector_bits) {
  constexpr unsigned max_weight = 40000;
  const bool is_variant = module.getModuleFlag("lanewise.work_dim");
  return !is_variant && llvm::any_of(module, [&](const llvm::Function& function) {
    unsigned total = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      total += weight(instruction, vector_bits);
    }
    return total > max_weight;
  });
}

/// Machine code of a whole module.
bool add_payload(llvm::Module& module, const Cpu& cpu, const compiler::Options& options,
                 const builtins::Library& library, unsigned sub_group_width,
                 binary::Program& program) {
  std::string error;
  auto generator = take_code_generator(cpu, options.optimise, error);
  if (!generator) {
    module.getContext().emitError(error);
    return false;
  }
  compiler::PassRunner passes(module, own_passes());
  run_pipeline(passes, module, cpu, options, library, sub_group_width, generator->machine());
  for (binary::Kernel& kernel : program.kernels) {
    note_needs(module, kernel);
  }
  note_prints_of_blocks(program);
  program.printf_calls = compiler::printf_calls(module);
  if (options.optimise && is_huge(module, cpu.level->vector_bits)) {
    generator = take_code_generator(cpu, false, error);
    report_limit(module, options,
                 "machine code is generated without optimisation, as a function has more than "
                 "40 000 instructions, or half as many of wide vectors",
                 "divide the kernel, or launch it often: variants for launches are optimised");
  }
  if (!generator) {
    module.getContext().emitError(error);
    return false;
  }
  if (compiler::dumps_wanted()) {
    const llvm::SmallVector<char, 0> text = generator->assembly(module);
    compiler::dump({text.data(), text.size()}, "assembly", "s");
  }
  binary::Payload payload{
      "elf", module.getTargetTriple().str(), cpu.level->name, needed_features(module), {}};
  bool emitted = false;
  passes.run("emit-object",
             [&](llvm::Module&) { emitted = generator->emit(module, payload.code); });
  if (!emitted) {
    module.getContext().emitError("this target cannot emit object files");
    return false;
  }
  program.payloads.push_back(std::move(payload));
  return true;
}

} // namespace

bool HostTarget::create_binary(llvm::Module& module, const compiler::Options& options,
                               const builtins::Library& library, binary::Program& program) {
  const auto cpus = wanted_cpus(options);
  if (!cpus) {
    module.getContext().emitError(cpus.error());
    return false;
  }
  for (binary::Kernel& kernel : program.kernels) {
    kernel.local_bytes = kernel.scratch_per_item = kernel.scratch_per_row = kernel.scratch_fixed =
        0;
    kernel.prints = 0;
    kernel.sub_group_sizes.clear();
  }
  unsigned width = 0; // of sub-groups: what suits the largest registers suits others, too
  for (const Cpu& cpu : *cpus) {
    width = std::max(width, cpu.level->vector_bits / 32);
  }
  return llvm::all_of(*cpus, [&](const Cpu& cpu) {
    const bool last = &cpu == &cpus->back();
    const auto copy = last ? nullptr : llvm::CloneModule(module);
    const bool added = add_payload(copy ? *copy : module, cpu, options, library, width, program);
    if (!last) {
      compiler::keep_sub_group_sizes(module, program);
    }
    return added;
  });
}

} // namespace host
