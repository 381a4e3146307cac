// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes.h"

#include "cuda_passes/address_spaces.h"
#include "cuda_passes/arithmetic/byte_fields.h"
#include "cuda_passes/arithmetic/dot_products.h"
#include "cuda_passes/arithmetic/float_functions.h"
#include "cuda_passes/arithmetic/flush_doubles.h"
#include "cuda_passes/arithmetic/inexact_arithmetic.h"
#include "cuda_passes/arithmetic/native_functions.h"
#include "cuda_passes/arithmetic/stored_bits.h"
#include "cuda_passes/arithmetic/unguard_division.h"
#include "cuda_passes/arithmetic/wide_products.h"
#include "cuda_passes/kernel_functions.h"
#include "cuda_passes/llvm_passes.h"
#include "cuda_passes/loops/block_order.h"
#include "cuda_passes/loops/choose_elements.h"
#include "cuda_passes/loops/ordered_exits.h"
#include "cuda_passes/loops/step_addresses.h"
#include "cuda_passes/loops/unroll_hints.h"
#include "cuda_passes/order_atomics.h"
#include "cuda_passes/retarget.h"
#include "cuda_passes/textures.h"
#include "cuda_passes/unsupported.h"
#include "cuda_passes/warp_functions.h"
#include "ptx.h"

#include <array>
#include <llvm/Transforms/Utils/Cloning.h>

namespace cuda {
namespace {

using P = compiler::Property;

/// Runs a step with a machine for the oldest GPU, and says so if there is none.
template <typename F> bool with_machine(llvm::Module& module, F step) {
  std::string error;
  const auto machine = make_target_machine("sm_70", true, error);
  if (!machine) {
    module.getContext().emitError(error);
    return false;
  }
  step(*machine);
  return true;
}

bool retarget_for_oldest(llvm::Module& module) {
  return with_machine(module, [&](llvm::TargetMachine& machine) { retarget(module, machine); });
}

bool unroll_for_oldest(llvm::Module& module) {
  return with_machine(
      module, [&](llvm::TargetMachine& machine) { unroll_private_arrays(module, machine); });
}

bool copy_for_oldest(llvm::Module& module) {
  return with_machine(module,
                      [&](llvm::TargetMachine& machine) { copy_iterations(module, machine); });
}

bool optimise_for_oldest(llvm::Module& module) {
  return with_machine(module, [&](llvm::TargetMachine& machine) { optimise(module, machine); });
}

/// Whether code generation takes the module, which stays as it is.
bool emit(llvm::Module& module) {
  with_machine(module, [&](llvm::TargetMachine& machine) {
    binary::bytes text;
    const auto copy = llvm::CloneModule(module);
    if (!emit_ptx(*copy, machine, text)) {
      module.getContext().emitError("code generation for NVIDIA's GPUs gives no PTX");
    }
  });
  return false;
}

/// In the order in which a build runs them.
constexpr std::array passes = {
    compiler::NamedPass{"cuda-native-functions", native_functions},
    compiler::NamedPass{"cuda-float-functions", float_functions},
    compiler::NamedPass{"cuda-inexact-square-roots", inexact_square_roots},
    compiler::NamedPass{
        "cuda-warp-functions", warp_functions, {.needs = {P::one_function_a_kernel}}},
    compiler::NamedPass{"cuda-dot-products", dot_products, {.needs = {P::builtins_linked}}},
    compiler::NamedPass{"cuda-textures", textures, {.needs = {P::builtins_linked}}},
    compiler::NamedPass{"cuda-unsupported", unsupported},
    compiler::NamedPass{
        "cuda-kernel-functions",
        kernel_functions,
        {.needs = {P::target_facts_folded, P::one_function_a_kernel, P::local_variables_laid_out,
                   P::printf_lowered},
         .establishes = {P::vocabulary_replaced},
         .ends = {P::one_function_a_kernel, P::local_variables_laid_out, P::arguments_only_read}}},
    compiler::NamedPass{"cuda-address-spaces",
                        address_spaces,
                        {.needs = {P::vocabulary_replaced}, .establishes = {P::platform_calls}}},
    compiler::NamedPass{"cuda-retarget", retarget_for_oldest, {.needs = {P::vocabulary_replaced}}},
    compiler::NamedPass{"cuda-flush-doubles", flush_doubles},
    compiler::NamedPass{"cuda-unroll-private-arrays", unroll_for_oldest},
    compiler::NamedPass{"cuda-choose-elements", choose_elements},
    compiler::NamedPass{"cuda-step-addresses", step_addresses},
    compiler::NamedPass{"cuda-copy-iterations", copy_for_oldest},
    compiler::NamedPass{"cuda-optimise", optimise_for_oldest, {.ends = {P::promises_hold}}},
    compiler::NamedPass{"cuda-wide-products", wide_products},
    compiler::NamedPass{"cuda-byte-fields", byte_fields},
    compiler::NamedPass{"cuda-unguard-division", unguard_division},
    compiler::NamedPass{"cuda-inexact-arithmetic", inexact_arithmetic},
    compiler::NamedPass{"cuda-order-atomics", order_atomics},
    compiler::NamedPass{"cuda-copy-stored-bits", copy_stored_bits},
    compiler::NamedPass{"cuda-order-exits", order_exits},
    compiler::NamedPass{"cuda-order-blocks", order_blocks},
    compiler::NamedPass{"emit-ptx",
                        emit,
                        {.needs = {P::images_lowered, P::builtins_linked, P::events_lowered,
                                   P::vocabulary_replaced, P::platform_calls}}},
};

} // namespace

std::span<const compiler::NamedPass> own_passes() { return passes; }

} // namespace cuda
