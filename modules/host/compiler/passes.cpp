// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes.h"

#include "code_generation/code_generator.h"
#include "code_generation/split_blocks.h"
#include "code_generation/target_machine.h"
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

#include <array>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

using P = compiler::Property;

/// Runs a step with a generator for this CPU, and says so if there is none.
template <typename F> bool with_generator(llvm::Module& module, F step) {
  std::string error;
  const auto generator = take_code_generator(this_cpu(), true, error);
  if (!generator) {
    module.getContext().emitError(error);
    return false;
  }
  step(*generator);
  return true;
}

template <auto Step> bool llvm_passes(llvm::Module& module) {
  return with_generator(module, [&](CodeGenerator& generator) {
    LlvmPasses passes(module, generator.machine());
    (passes.*Step)();
  });
}

bool optimise(llvm::Module& module) {
  return with_generator(module, [&](CodeGenerator& generator) {
    LlvmPasses(module, generator.machine()).optimise(Effort::all);
  });
}

bool retarget(llvm::Module& module) {
  return with_generator(
      module, [&](CodeGenerator& generator) { retarget(module, this_cpu(), generator.machine()); });
}

/// Whether code generation takes the module, which stays as it is.
bool emit_object(llvm::Module& module) {
  with_generator(module, [&](CodeGenerator& generator) {
    binary::bytes object;
    const auto copy = llvm::CloneModule(module);
    if (!generator.emit(*copy, object)) {
      module.getContext().emitError("this target cannot emit object files");
    }
  });
  return false;
}

bool split_all_blocks(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= split_blocks(function);
  }
  return changed;
}

bool link_helpers(llvm::Module& module) {
  const auto pass = llvm::find_if(compiler::shared_passes(), [](const compiler::NamedPass& one) {
    return one.name == "link-builtins";
  });
  return pass->run(module);
}

/// In the order in which a build runs them.
constexpr std::array passes = {
    compiler::NamedPass{"native-divisions", native_divisions},
    compiler::NamedPass{"entry-functions",
                        entry_functions,
                        {.needs = {P::target_facts_folded, P::space_queries_answered,
                                   P::local_variables_laid_out, P::printf_lowered, P::work_groups},
                         .establishes = {P::vocabulary_replaced}}},
    compiler::NamedPass{
        "retarget", retarget, {.needs = {P::vocabulary_replaced, P::address_spaces_flat}}},
    compiler::NamedPass{
        "lower-dot-products",
        [](llvm::Module& module) { return lower_dot_products(module, this_cpu()); }},
    compiler::NamedPass{
        "multiply-short-numbers",
        [](llvm::Module& module) { return multiply_short_numbers(module, this_cpu()); }},
    compiler::NamedPass{"lower-permutes",
                        [](llvm::Module& module) { return lower_permutes(module, this_cpu()); }},
    compiler::NamedPass{"permute-bytes",
                        [](llvm::Module& module) { return permute_bytes(module, this_cpu()); }},
    compiler::NamedPass{
        "lower-exponent-operations",
        [](llvm::Module& module) { return lower_exponent_operations(module, this_cpu()); }},
    compiler::NamedPass{
        "use-half-arithmetic",
        [](llvm::Module& module) { return use_half_arithmetic(module, this_cpu()); }},
    compiler::NamedPass{
        "optimise",
        optimise,
        {.needs = {P::masked_loads_frozen}, .ends = {P::promises_hold, P::masked_loads_frozen}}},
    compiler::NamedPass{
        "estimate-reciprocals",
        [](llvm::Module& module) { return estimate_reciprocals(module, this_cpu()); }},
    compiler::NamedPass{"permute-tables",
                        [](llvm::Module& module) { return permute_tables(module, this_cpu()); }},
    compiler::NamedPass{"multiply-matrices",
                        [](llvm::Module& module) { return multiply_matrices(module, this_cpu()); },
                        {.needs = {P::vocabulary_replaced}}},
    compiler::NamedPass{"half-extrema",
                        [](llvm::Module& module) { return half_extrema(module, this_cpu()); }},
    compiler::NamedPass{
        "half-truncation",
        half_truncation,
        {.establishes = {P::half_truncations_replaced}, .ends = {P::builtins_linked}}},
    compiler::NamedPass{"runtime-helpers", runtime_helpers, {.ends = {P::builtins_linked}}},
    compiler::NamedPass{"link-helpers", link_helpers, {.establishes = {P::builtins_linked}}},
    compiler::NamedPass{"platform-calls",
                        platform_calls,
                        {.needs = {P::builtins_linked}, .establishes = {P::platform_calls}}},
    compiler::NamedPass{"keep-runtime-helpers", keep_runtime_helpers},
    compiler::NamedPass{"remove-unused", llvm_passes<&LlvmPasses::remove_unused>},
    compiler::NamedPass{"split-half-shuffles", split_half_shuffles},
    compiler::NamedPass{"split-blocks", split_all_blocks}, // in a build a part of the next
    compiler::NamedPass{
        "emit-object",
        emit_object,
        {.needs = {P::images_lowered, P::builtins_linked, P::events_lowered, P::vocabulary_replaced,
                   P::address_spaces_flat, P::half_truncations_replaced, P::platform_calls}}},
};

} // namespace

std::span<const compiler::NamedPass> own_passes() { return passes; }

} // namespace host
