// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_WORK_GROUP_PLAN_H
#define PASSES_WORK_ITEM_LOOPS_WORK_GROUP_PLAN_H

#include "passes/work_item_loops/region_function.h"
#include "vecz/vectorize.h"

#include <array>
#include <deque>

namespace compiler {

/// A region, and the work of one call of it: several rows, or steps of a row.
struct Part {
  /// `region_number`: or RegionFunction::every_region.
  Part(llvm::Function& kernel, const BarrierRegions& regions, unsigned region_number)
      : number(region_number), region(kernel, regions, region_number) {}
  const unsigned number;
  RegionFunction region;
  uint64_t rows = 1, steps = 1;
};

/// The body of the loops: the kernel itself, one work-item a step, or one of its vector forms.
struct Body {
  explicit Body(llvm::Function& item_kernel) : kernel(&item_kernel) {}
  explicit Body(const vecz::VectorForm& form)
      : kernel(form.function), lanes(form.width), masked(form.masked),
        ids_fit_int(form.ids_fit_int), truncated_ids_rise(form.truncated_ids_rise) {}

  llvm::Function* kernel;
  unsigned lanes = 1;                                                   ///< work-items a step
  bool masked = false, ids_fit_int = false, truncated_ids_rise = false; ///< as in vecz::VectorForm
  BarrierRegions regions;
  std::deque<Part> parts; ///< one for each region
  /// Whether one call of each region runs the whole group. Values in slots are then in registers.
  bool whole = false;
  /// For each work-item, the bytes of scratch memory before the slots of this body.
  uint64_t scratch_offset = 0;

  /// Whether it runs all that is left of a row.
  [[nodiscard]] bool runs_the_rest() const { return masked || lanes == 1; }

  /// Whether it has to be stored where each step is: some of its work-items may have returned when
  /// others reach a barrier, or may wait at a progress point.
  [[nodiscard]] bool returns_early() const { return regions.reached != nullptr; }

  /// The bytes of all slots for one step.
  [[nodiscard]] uint64_t slot_bytes() const;
};

/// The scratch memory of a work-group function, as its attributes tell it.
struct ScratchPlan {
  llvm::Align alignment;
  uint64_t per_item = 0; ///< bytes for each work-item
  uint64_t per_row = 0;  ///< bytes for each row of work-items; only if the last body is masked
};

/// Everything that is decided about the work-group function of a kernel before any of its loops is
/// emitted: which of the kernel's forms run, how they are cut at barriers, how many rows or steps
/// one call does, and where values are kept across barriers.
///
/// Requires: what work_item_loops requires. Cuts the kernel and its forms, and makes the functions
/// of their regions.
class WorkGroupPlan {
public:
  WorkGroupPlan(llvm::Function& item_kernel, const vecz::VectorRegisters& target);

  /// Steps of a masked form for fewer work-items than it has lanes, in one row.
  static constexpr unsigned max_partial_steps = 2;

  [[nodiscard]] const llvm::SmallVector<Barrier>& barriers() const {
    return bodies.back().regions.barriers;
  }
  /// The steps of a row whose length is known and a multiple of the body's lanes.
  [[nodiscard]] uint64_t steps_of_row(const Body& body) const { return required[0] / body.lanes; }
  /// Translates a dimension of the plan, where 0 is that of the lanes, to the launch's.
  [[nodiscard]] unsigned in_launch(unsigned dimension) const {
    return dimension == 0 ? turned : dimension == turned ? 0 : dimension;
  }
  /// Whether the same loops run all regions.
  [[nodiscard]] bool has_one_function() const { return has_progress_points || too_many_regions; }
  /// The scratch memory for slots; nothing if no slot is in scratch memory.
  [[nodiscard]] std::optional<ScratchPlan> plan_scratch();

  llvm::Function& kernel;
  const vecz::VectorRegisters registers;
  const unsigned turned; ///< the launch's dimension of the lanes, which exchanges its place with x
  const bool linear;     ///< all work-items of a group are one row, by linear local id
  std::array<uint64_t, 3> required; ///< sizes of groups as rows, zeros if not known
  /// By falling lanes; the last one runs the rest of a row.
  llvm::SmallVector<Body, 3> bodies;
  llvm::SmallVector<llvm::GlobalVariable*> all_slots; ///< of all bodies, those left out included
  bool has_progress_points = false;
  bool too_many_regions = false; ///< for loops of their own

private:
  void cut();
  [[nodiscard]] bool needs_the_kernel() const;
  [[nodiscard]] bool are_regions_too_large() const;
  void make_parts(Body& body);
  [[nodiscard]] bool begins_row(const Body& body) const;
  [[nodiscard]] bool leaves_no_remainder(const Body& body) const;
  [[nodiscard]] bool can_be_whole(const Body& body) const;
  [[nodiscard]] bool make_whole(const Body& body, Part& part);
};

} // namespace compiler

#endif
