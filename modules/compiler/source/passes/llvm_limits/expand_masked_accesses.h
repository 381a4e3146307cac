// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_EXPAND_MASKED_ACCESSES_H
#define PASSES_LLVM_LIMITS_EXPAND_MASKED_ACCESSES_H

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class IntrinsicInst;
class Module;
} // namespace llvm

namespace compiler {

/// What a target has for an access as it is.
enum class MaskedSupport {
  none, ///< nothing: LLVM makes a branch for each lane
  slow, ///< instructions, to which branches around plain accesses are to be preferred
  fast,
};

/// Makes loops over the active lanes of wide gathers, scatters and masked loads and stores that the
/// target has no instructions for. LLVM's code generation makes a branch and a block for each lane
/// of these (CodeGen/ScalarizeMaskedMemIntrin), of which a kernel of 64 lanes, or one of 8 lanes
/// and many accesses, gets ten thousand.
///
/// A load or store whose mask has one bit for all elements becomes a branch around a plain one,
/// however narrow it is, unless the target's support is fast. Other stores with slow support are
/// divided into registers (access_by_register.h), up to 128 of them in a function, and so are
/// accesses with instructions whose masks repeat each lane's bit.
///
/// With a mask that is not
/// known an access is wide from 32 lanes on, and from 4 on in a function in which LLVM would make
/// more than 512 branches; where all lanes are active, from 64 on, as LLVM needs no branches for
/// these. To run behind LLVM's passes. Requires: nothing. Guarantees: no such access is left. Cost:
/// in proportion to the module.
///
///   %v = call <64 x i32> @llvm.masked.gather(<64 x ptr> %p, <64 x i1> %mask, <64 x i32> %other)
/// becomes, with arrays on the stack,
///   addresses = %p; values = %other
///   for (i64 bits = %mask; bits != 0; bits &= bits - 1)
///     values[cttz(bits)] = *addresses[cttz(bits)]
///   %v = values
bool expand_masked_accesses(llvm::Module& module,
                            llvm::function_ref<MaskedSupport(const llvm::IntrinsicInst&)> support,
                            unsigned register_bits);

} // namespace compiler

#endif
