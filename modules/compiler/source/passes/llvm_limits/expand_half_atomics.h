// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_EXPAND_HALF_ATOMICS_H
#define PASSES_LLVM_LIMITS_EXPAND_HALF_ATOMICS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Replaces atomic minimum and maximum of half by loops of compare-and-exchange. LLVM 22 calls
/// `fminf` for them where the CPU has no arithmetic of half.
///
/// To run before anything takes atomic operations apart, behind the vectoriser. Requires: nothing.
/// Guarantees: no atomicrmw fmin or fmax of half. Cost: in proportion to instructions.
///
///   %old = atomicrmw fmin ptr %p, half %x acq_rel
/// becomes
///   loop:
///     %seen = phi i16 [ (load atomic i16, ptr %p monotonic), ... ], [ %found, %loop ]
///     %new = %seen, if it is less than %x or %x is a NaN, or %x
///     cmpxchg ptr %p, i16 %seen, i16 %new acq_rel acquire
bool expand_half_atomics(llvm::Module& module);

} // namespace compiler

#endif
