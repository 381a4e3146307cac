// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_FOLD_TARGET_FACTS_H
#define PASSES_FACTS_FOLD_TARGET_FACTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Replaces calls of `__mux_has_fma`, `__mux_has_table_permutes`, `__mux_has_short_table_permutes`,
/// `__mux_has_exponent_operations`, `__mux_has_fast_division`, `__mux_has_float_estimates`,
/// `__mux_has_aligned_texels`,
/// `__mux_converts_slowly`, `__mux_has_textures`, `__mux_wants_accurate_math`,
/// `__mux_has_denormals` and `__mux_has_debug` by the values of the module flags "lanewise.has_fma"
/// and so on (absent means false). Without textures, reads of them, which are not reached, go as
/// well.
///
/// Requires: built-ins linked. Guarantees: no such call is left.
bool fold_target_facts(llvm::Module& module);

} // namespace compiler

#endif
