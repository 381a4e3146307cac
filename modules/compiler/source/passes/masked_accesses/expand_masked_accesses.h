// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_MASKED_ACCESSES_EXPAND_MASKED_ACCESSES_H
#define PASSES_MASKED_ACCESSES_EXPAND_MASKED_ACCESSES_H

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class IntrinsicInst;
class Module;
} // namespace llvm

namespace compiler {

/// A target's support for one masked access.
enum class MaskedSupport {
  none, ///< nothing: LLVM makes a branch for each lane
  slow, ///< instructions, to which branches around plain accesses are to be preferred
  fast,
};

/// Gathers, scatters and masked loads and stores that the target has no instructions for, or slow
/// ones. LLVM's code generation makes a branch and a block for each lane of the former
/// (CodeGen/ScalarizeMaskedMemIntrin), of which a kernel of 64 lanes, or one of 8 lanes and many
/// accesses, gets ten thousand. This makes of them:
///
/// - gathers of 32-bit words (gather_words.h), where elements are smaller and the target has these;
/// - accesses of all lanes, of which idle ones go elsewhere (idle_lanes.h): gathers and scatters of
///   few lanes; and rows of single lanes, whatever the target has;
/// - a branch around a plain access, where all elements of a load or store have one bit;
/// - plain loads within a page of memory (load_in_page.h), where loads are of neighbours;
/// - a loop over the active lanes (lane_loops.h), where there are 32 and more, or 4 and more in a
///   function in which LLVM would make more than 512 branches; where all are active, 64 and more;
/// - accesses of registers (access_by_register.h): stores that are slow, up to 128 registers of a
///   function; and accesses with instructions whose masks repeat each lane's bit.
///
/// To run behind LLVM's passes. Requires: nothing. Guarantees: no wide access is left that the
/// target has no instructions for. Cost: in proportion to the module. `register_bits`: of the
/// target's vectors.
bool expand_masked_accesses(llvm::Module& module,
                            llvm::function_ref<MaskedSupport(const llvm::IntrinsicInst&)> support,
                            unsigned register_bits);

} // namespace compiler

#endif
