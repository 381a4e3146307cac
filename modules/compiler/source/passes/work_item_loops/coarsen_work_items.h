// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_COARSEN_WORK_ITEMS_H
#define PASSES_WORK_ITEM_LOOPS_COARSEN_WORK_ITEMS_H

#include "passes/work_item_loops/call_guards.h"
#include "vecz/cost.h"

namespace compiler {

/// Coarsens work-items: one call of a function replaces several, whose results do not depend on
/// their order. (The calls are work-items of one region: region_function.h.) They differ in some
/// arguments only. Instructions that do not depend on these are run once for all calls. Each of the
/// others gets a copy for each call, in the same block; so does each atomic operation. So a loop of
/// the function runs once, with several independent chains of additions.
///
///   define i32 @f(ptr %b, ptr %a) {            define i32 @f(ptr %b, ptr %a, ptr %a.1) {
///   loop:                                      loop:
///     %sum = phi float                           %sum = phi float, %sum.1 = phi float
///     %factor = load float, (%b + %i)            %factor = load float, (%b + %i)
///     %x = load float, (%a + %i)                 %x = load float, (%a + %i)
///     %next = fmuladd(%x, %factor, %sum)         %next = fmuladd(%x, %factor, %sum)
///                                                %x.1 = load float, (%a.1 + %i)
///                                                %next.1 = fmuladd(%x.1, %factor, %sum.1)
///
/// Where comparisons with the arguments decide which way a call takes (call_guards.h), as those
/// with bounds do, the function first tests whether they say the same for all calls. Then they
/// count as values that do not differ; otherwise it does one call after the other.
class WorkItemCoarsening {
public:
  /// `differ`: the numbers of the arguments in which calls differ.
  WorkItemCoarsening(llvm::Function& function, llvm::ArrayRef<unsigned> differ);

  /// The number of calls that should become one: a power of two that divides `available`. It is 1
  /// if calls might take different ways, if their accesses to memory have an order, if registers do
  /// not suffice, or if nothing is gained, as there is neither a loop that adds up vectors, or
  /// jumps through memory and counts, nor a gather of which the next call has the next column
  /// (transpose_gathers.h).
  [[nodiscard]] unsigned worthwhile_copies(uint64_t available,
                                           const vecz::VectorRegisters& registers) const;

  /// Whether this number of calls can become one in all cases, whether or not that pays.
  [[nodiscard]] bool allows(uint64_t copies) const;

  /// Makes the function that does `copies` calls. It replaces the old one, which is erased. Its
  /// parameters are those of the old one and then, for each further call, those that differ.
  [[nodiscard]] llvm::Function* make(unsigned copies);

private:
  void find_differing(llvm::ArrayRef<llvm::CmpInst*> except);
  [[nodiscard]] unsigned columns(const vecz::VectorRegisters& registers) const;
  [[nodiscard]] bool may_be_joined() const;
  [[nodiscard]] llvm::Function* copy_with_parameters(unsigned copies);

  llvm::Function& function;
  const llvm::SmallVector<unsigned> differ;
  Values differing; ///< between the calls; without guards and what depends on these alone
  llvm::SmallVector<llvm::CmpInst*> guards;
};

} // namespace compiler

#endif
