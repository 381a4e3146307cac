// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_BARRIER_REGIONS_H
#define PASSES_WORK_ITEM_LOOPS_BARRIER_REGIONS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace compiler {

/// A barrier in a block of its own: the call, then a branch to `after`. Or a progress point
/// (progress_points.h), at which kernels are cut in the same way.
struct Barrier {
  uint32_t id;
  llvm::CallInst* call;
  llvm::BasicBlock* after;
  bool is_progress_point; ///< a work-item that reaches it waits for no other
};

/// A slot: memory that a work-item keeps across barriers, or that all work-items of a group share
/// for a value that is uniform in the group. A shared value has two slots, one after the other:
/// regions read the first and write the second, since every work-item of a region has to read the
/// same. `address` stands for the slot in the kernel. It is a declaration; code that clones the
/// kernel replaces its uses by the address for one work-item.
struct Slot {
  enum class Kind { own, shared_now, shared_next };
  Kind kind;
  uint64_t size; ///< bytes for one work-item, a multiple of the alignment
  llvm::Align alignment;
  llvm::GlobalVariable* address;
  bool is_variable; ///< otherwise a value, read behind barriers and written before them only
};

/// A kernel that is cut at its barriers, in place. Region 0 begins at the kernel's entry, region i
/// at `barriers[i - 1].after`; each ends at the next barriers or at a return. Regions may share
/// blocks: a block that two barriers can reach is in both regions.
///
/// Values that live across a barrier are in slots: they are stored before the barrier and loaded
/// behind it. Ids, and values that are computed cheaply from ids, are computed again instead.
/// Values that are uniform in the group, such as the counter of a loop with a barrier, have shared
/// slots, which end in registers. Values that cross no barrier in common may use the same slot.
/// Private variables become slots as a whole. (Continuations as in Karrenberg and Hack, CC 2012.)
struct BarrierRegions {
  llvm::SmallVector<Barrier> barriers; ///< in order of ids
  llvm::SmallVector<Slot> slots;       ///< by falling alignment
  /// The address of a slot (an i32) for where each work-item is, which the kernel does not use. It
  /// exists if some work-items may return where others go on to a barrier, or if there are progress
  /// points.
  llvm::GlobalVariable* reached = nullptr;

  [[nodiscard]] bool has_progress_points() const {
    return !barriers.empty() && barriers.back().is_progress_point; // which have the largest ids
  }
};

/// Requires: barriers numbered. A kernel without barriers is left as it is and has no slots.
[[nodiscard]] BarrierRegions cut_at_barriers(llvm::Function& kernel);

/// The number of instructions of all regions together. It is larger than the kernel's, as regions
/// share blocks. Cost: in proportion to the result.
[[nodiscard]] uint64_t instructions_of_regions(llvm::Function& kernel,
                                               const BarrierRegions& regions);

/// The blocks of the region that begins at `start`, which comes first. The barrier blocks that end
/// the region are included.
[[nodiscard]] llvm::SmallVector<llvm::BasicBlock*> blocks_of_region(llvm::BasicBlock* start,
                                                                    const BarrierRegions& regions);

} // namespace compiler

#endif
