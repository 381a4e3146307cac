// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_REGION_FUNCTION_H
#define PASSES_WORK_ITEM_LOOPS_REGION_FUNCTION_H

#include "passes/work_item_loops/barrier_regions.h"
#include "vecz/cost.h"

#include <array>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace compiler {

class WorkItemCoarsening;

using Dimensions = std::array<llvm::Value*, 3>;

/// A region as a function of its own, which is inlined into the loops. Its parameters: the kernel's
/// arguments; local ids and global ids (x, y, z each); how many work-items to run (an i32, which
/// only masked vector forms use); the address of each slot for one work-item or, in a vector form,
/// for its work-items. It returns the id of the barrier that was reached, or 0 at the kernel's end.
///
/// Instead of one region it can be all of them, with each block once (`every_region`). A last
/// parameter then says where to begin: behind the barrier with this id, or at the kernel's
/// beginning for 0.
class RegionFunction {
public:
  static constexpr unsigned every_region = ~0U;

  RegionFunction(llvm::Function& item_kernel, const BarrierRegions& all, unsigned number);

  /// Marks the accesses on which no access of another work-item depends. Memory of the work-item
  /// itself is left out, unless it is a slot: after inlining all work-items share one place on the
  /// stack. Nothing is marked if a work-item may access again memory that it has written.
  void mark_parallel(llvm::MDNode* group);

  /// Whether the region asks for its ids in this dimension.
  [[nodiscard]] bool uses_dimension(unsigned dimension) const;

  /// Coarsens work-items: one call replaces several neighbouring calls, which differ in y by one
  /// row (`dimension` 1) or in x by one step (`dimension` 0), if that pays (coarsen_work_items.h).
  /// Returns their number, a divisor of `available`. Slots differ as well.
  unsigned coarsen(unsigned dimension, uint64_t available, const vecz::VectorRegisters& registers);

  /// The same for all `count` calls, whether or not it pays. Returns whether it could be done. Must
  /// not be called after `coarsen` has returned more than 1.
  bool coarsen_all(unsigned dimension, uint64_t count);

  llvm::Function* function = nullptr;

  /// The meaning of a parameter of the function: the one with this number in the list above, this
  /// many rows and steps behind those of the call.
  struct Parameter {
    unsigned number;
    unsigned row = 0, step = 0;
  };
  llvm::SmallVector<Parameter> parameters;

private:
  /// The parameters in which calls differ that are neighbours in a dimension.
  [[nodiscard]] llvm::SmallVector<unsigned> differing(unsigned dimension) const;
  void join(WorkItemCoarsening& coarsening, unsigned dimension, unsigned copies);
  void make_function(unsigned number);
  void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks);
  void choose_begin();
  void drop_missing_predecessors(llvm::BasicBlock& copy);
  void end_at_barrier_or_return(llvm::BasicBlock& copy);
  void replace_ids();
  void replace_lanes();
  void replace_slots();
  void leave_unchanged(llvm::Argument& slot);

  llvm::Function& kernel;
  const BarrierRegions& regions;
  llvm::LLVMContext& context;
  llvm::ValueToValueMapTy values;
  size_t ids = 0;
};

} // namespace compiler

#endif
