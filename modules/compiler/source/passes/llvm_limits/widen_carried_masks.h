// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_WIDEN_CARRIED_MASKS_H
#define PASSES_LLVM_LIMITS_WIDEN_CARRIED_MASKS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Carries masks between blocks in elements as wide as those of the comparisons that make them and
/// of the selections that use them. Without registers for masks, LLVM keeps a vector of bits that
/// another block uses in elements as narrow as fill its smallest register: each block narrows the
/// comparisons that it ends with, and widens the masks that it begins with.
///
/// To run last before code generation, for CPUs without registers for masks: InstCombine moves the
/// extensions behind phis again. Requires: nothing. Guarantees: a phi of bits, and bits that other
/// blocks use, are carried as integers if these fill no more than a vector register of
/// `vector_bits`, and more than LLVM's choice. Cost: in proportion to the module's instructions.
///
///   %m = phi <8 x i1> [ %first, %entry ], [ %next, %loop ]
///   %r = select <8 x i1> %m, <8 x float> %a, <8 x float> %b
///   %next = fcmp olt <8 x float> %r, %c
/// becomes
///   %m.wide = phi <8 x i32> [ %first.wide, %entry ], [ %next.wide, %loop ]
///   %m = icmp slt <8 x i32> %m.wide, zeroinitializer
///   %r = select <8 x i1> %m, <8 x float> %a, <8 x float> %b
///   %next = fcmp olt <8 x float> %r, %c
///   %next.wide = sext <8 x i1> %next to <8 x i32>
bool widen_carried_masks(llvm::Module& module, unsigned vector_bits);

} // namespace compiler

#endif
