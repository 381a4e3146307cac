// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_LEGALIZE_SHUFFLES_H
#define PASSES_LLVM_LIMITS_LEGALIZE_SHUFFLES_H

namespace llvm {
class Module;
}

namespace compiler {

/// Rewrites shuffles that LLVM's code generation translates wrongly. LLVM 22 takes wrong elements
/// in two cases: where it splits a shuffle that is wider than a register and has poison elements,
/// and where it combines a shuffle with another one that lengthens a vector by a part of its
/// length, as from three elements to four. Of a mask whose upper lanes a shuffle clears, it may
/// spill those from before: the instruction that clears them counts as a copy.
///
/// To run last before code generation: LLVM's passes make unused elements poison. Requires:
/// nothing. Guarantees: a shuffle of or to more than `register_bits` bits has no poison elements,
/// except for a vector that is only lengthened by them; the vectors of a shuffle that lengthens
/// have a length that is a power of two, or that divides the result's; none sets or clears some
/// lanes of a mask. Cost: in proportion to the elements of shuffles.
///
///   %b = shufflevector <3 x i32> %a, <3 x i32> poison, <4 x i32> zeroinitializer
/// becomes, with a vector of four whose first elements are those of %a,
///   %b = shufflevector <4 x i32> %a.wide, <4 x i32> poison, <4 x i32> zeroinitializer
bool legalize_shuffles(llvm::Module& module, unsigned register_bits);

} // namespace compiler

#endif
