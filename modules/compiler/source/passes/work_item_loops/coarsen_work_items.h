// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_COARSEN_WORK_ITEMS_H
#define PASSES_WORK_ITEM_LOOPS_COARSEN_WORK_ITEMS_H

#include "vecz/cost.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace compiler {

/// Several calls of a function in one, whose results do not depend on which runs first: work-items
/// of one region (region_function.h). They differ in some arguments only. What does not depend on
/// those is computed, and read, once for all; the rest has a copy for each call, side by side in
/// the same blocks, so that a loop of the function runs once, with several chains of additions in
/// flight.
///
///   define i32 @f(ptr %b, ptr %a) {            define i32 @f(ptr %b, ptr %a, ptr %a.1) {
///   loop:                                      loop:
///     %sum = phi float                           %sum = phi float, %sum.1 = phi float
///     %factor = load float, (%b + %i)            %factor = load float, (%b + %i)
///     %x = load float, (%a + %i)                 %x = load float, (%a + %i)
///     %next = fmuladd(%x, %factor, %sum)         %next = fmuladd(%x, %factor, %sum)
///                                                %x.1 = load float, (%a.1 + %i)
///                                                %next.1 = fmuladd(%x.1, %factor, %sum.1)
class WorkItemCoarsening {
public:
  /// `differ`: the numbers of the arguments in which calls differ.
  WorkItemCoarsening(llvm::Function& function, llvm::ArrayRef<unsigned> differ);

  /// How many calls, a divisor of `available` and a power of two, gain from being one: 1 if some
  /// might take another way than others, if what they do in memory has an order, if there is no
  /// loop that adds up vectors and no gather of which the next call has the next column
  /// (transpose_gathers.h), or if registers do not suffice.
  [[nodiscard]] unsigned worthwhile_copies(uint64_t available,
                                           const vecz::VectorRegisters& registers) const;

  /// Whether so many calls may be one, whatever it is good for.
  [[nodiscard]] bool allows(uint64_t copies) const;

  /// Makes the function of `copies` calls, in the place of the old one, which is erased. Its
  /// parameters: those of the old one, then, for each further call, those that differ.
  [[nodiscard]] llvm::Function* make(unsigned copies);

private:
  void find_differing();
  [[nodiscard]] unsigned columns(const vecz::VectorRegisters& registers) const;
  [[nodiscard]] bool may_be_joined() const;
  [[nodiscard]] llvm::Function* copy_with_parameters(unsigned copies);

  llvm::Function& function;
  const llvm::SmallVector<unsigned> differ;
  llvm::SmallPtrSet<const llvm::Value*, 32> differing; ///< what calls have values of their own for
};

} // namespace compiler

#endif
