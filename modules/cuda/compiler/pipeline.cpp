// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"

#include "cuda/kernel_abi.h"
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
#include "cuda_passes/loops/ordered_exits.h"
#include "cuda_passes/loops/unroll_hints.h"
#include "cuda_passes/order_atomics.h"
#include "cuda_passes/retarget.h"
#include "cuda_passes/textures.h"
#include "cuda_passes/unsupported.h"
#include "cuda_passes/warp_functions.h"
#include "passes/grid_stride/unroll_strided_loops.h"
#include "passes/llvm_limits/expand_wide_conversions.h"
#include "segments/neutral_segments.h"
#include "segments/simplify.h"

namespace cuda {

void run_pipeline(compiler::PassRunner& passes, llvm::Module& module,
                  const compiler::Options& options, const builtins::Library& library,
                  llvm::TargetMachine& machine) {
  // Before the library of built-ins, whose functions of these names are for any target.
  passes.run("cuda-native-functions", native_functions);
  passes.run("cuda-float-functions", float_functions);
  passes.run("cuda-inexact-square-roots", inexact_square_roots);
  compiler::run_built_ins_segment(passes, module,
                                  {.has_fma = true,
                                   .has_table_permutes = false,
                                   .has_short_table_permutes = false,
                                   .has_exponent_operations = false,
                                   .has_fast_division = false,
                                   .has_float_estimates = false,
                                   .has_aligned_texels = true,
                                   .converts_slowly = true,
                                   .has_textures = true,
                                   .is_aarch64 = false,
                                   .knows_bounds_of_memory = false,
                                   .max_work_group_size = max_work_group_size},
                                  options, library, [&] { compiler::simplify(module); });
  // While LLVM has rotated no loops.
  if (options.optimise) {
    passes.run("unroll-strided-loops", compiler::unroll_strided_loops);
  }
  compiler::run_layout_segment(passes, options);
  passes.run("cuda-warp-functions", warp_functions);
  passes.run("cuda-dot-products", dot_products);
  passes.run("cuda-textures", textures);
  // Once what nobody reaches is gone; the steps below would not know what to do with it.
  passes.run("cuda-unsupported", unsupported);
  if (module.getContext().getDiagHandlerPtr()->HasErrors) {
    return;
  }
  passes.run("cuda-kernel-functions", kernel_functions);
  passes.run("cuda-address-spaces", address_spaces);
  passes.run("cuda-retarget", [&](llvm::Module&) { retarget(module, machine); });
  passes.run("cuda-flush-doubles", flush_doubles);
  if (options.optimise) {
    passes.run("cuda-unroll-private-arrays",
               [&](llvm::Module&) { unroll_private_arrays(module, machine); });
    passes.run("cuda-optimise", [&](llvm::Module&) { optimise(module, machine); });
    passes.run("cuda-wide-products", wide_products);
    passes.run("cuda-byte-fields", byte_fields);
  }
  // No pass behind it makes any.
  passes.run("expand-wide-conversions", compiler::expand_wide_conversions);
  // Last: no pass behind them makes use of what LLVM calls undefined.
  passes.run("cuda-unguard-division", unguard_division);
  // LLVM knows what can be done with divisions, and not with calls of the hardware's; nor
  // with assembly.
  passes.run("cuda-inexact-arithmetic", inexact_arithmetic);
  passes.run("cuda-order-atomics", order_atomics);
  passes.run("cuda-copy-stored-bits", copy_stored_bits);
  if (options.optimise) {
    passes.run("cuda-order-exits", order_exits);
    passes.run("cuda-order-blocks", order_blocks);
  }
}

} // namespace cuda
