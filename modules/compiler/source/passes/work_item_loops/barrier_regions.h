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
  bool is_progress_point; ///< whoever comes there waits for nobody
};

/// Memory that a work-item keeps across barriers, or that all of a group share for a value that is
/// the same for them. There are two of the latter for each value, one behind the other: what
/// regions read, and what they write, since every work-item of a region has to find what the first
/// one found. `address` stands for it in the kernel: a declaration whose uses whoever clones the
/// kernel replaces by the address for one work-item.
struct Slot {
  enum class Kind { own, shared_now, shared_next };
  Kind kind;
  uint64_t size; ///< bytes for one work-item, a multiple of the alignment
  llvm::Align alignment;
  llvm::GlobalVariable* address;
  bool is_variable; ///< otherwise a value, read behind barriers and written before them only
};

/// A kernel cut at its barriers, in place. Region 0 begins at the kernel's entry, region i at
/// `barriers[i - 1].after`; each ends at the next barriers or at a return. Regions may share
/// blocks: what two barriers can reach is in both.
///
/// What lives across a barrier is in slots: such a value is stored before the barrier and loaded
/// behind it; ids and what follows cheaply from them are computed again instead; values that are
/// the same for the whole group, such as the counter of a loop with a barrier, have slots that the
/// group shares and which end in registers; values that cross no barrier in common may have one
/// slot; private variables get slots as a whole. (Continuations as in Karrenberg and Hack, CC
/// 2012.)
struct BarrierRegions {
  llvm::SmallVector<Barrier> barriers; ///< in order of ids
  llvm::SmallVector<Slot> slots;       ///< by falling alignment
  /// If some work-items may return where others go on to a barrier, or if there are progress
  /// points: the address of a slot (an i32) for what each has reached, which the kernel does not
  /// use.
  llvm::GlobalVariable* reached = nullptr;

  [[nodiscard]] bool has_progress_points() const {
    return !barriers.empty() && barriers.back().is_progress_point; // which have the largest ids
  }
};

/// Requires: barriers numbered. A kernel without barriers is left as it is and has no slots.
[[nodiscard]] BarrierRegions cut_at_barriers(llvm::Function& kernel);

/// What all regions have together; more than the kernel, as they share blocks. Cost: in proportion
/// to that.
[[nodiscard]] uint64_t instructions_of_regions(llvm::Function& kernel,
                                               const BarrierRegions& regions);

/// The blocks of the region that begins at `start`, which comes first; barrier blocks, which end
/// it, included.
[[nodiscard]] llvm::SmallVector<llvm::BasicBlock*> blocks_of_region(llvm::BasicBlock* start,
                                                                    const BarrierRegions& regions);

} // namespace compiler

#endif
