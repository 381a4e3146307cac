// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_group_plan.h"

#include "kernel_metadata.h"

#include <llvm/Support/MathExtras.h>

namespace compiler {
namespace {

/// Regions that get loops of their own, and how many times the kernel's instructions they may have
/// together, where those are not few.
constexpr size_t max_regions = 64;
constexpr uint64_t max_copies = 8, min_instructions = 5000;

} // namespace

uint64_t Body::slot_bytes() const {
  uint64_t sum = 0;
  for (const Slot& slot : regions.slots) {
    sum += slot.kind == Slot::Kind::own ? slot.size : 0;
  }
  return sum;
}

WorkGroupPlan::WorkGroupPlan(llvm::Function& item_kernel, const vecz::VectorRegisters& target)
    : kernel(item_kernel), registers(target),
      turned(item_kernel.getFnAttributeAsParsedInteger(lane_dimension, 0)),
      linear(item_kernel.hasFnAttribute(linear_local_ids)),
      required(sizes_of(item_kernel, "reqd_work_group_size")) {
  std::swap(required[0], required[turned]);
  if (linear) {
    required = {required[0] * required[1] * required[2], 1, 1};
  }
  cut();
  for (Body& body : bodies) {
    make_parts(body);
  }
}

void WorkGroupPlan::cut() {
  for (const vecz::VectorForm& form : vecz::vector_forms(kernel)) {
    bodies.emplace_back(form);
  }
  llvm::sort(bodies, [](const Body& a, const Body& b) {
    return a.masked != b.masked ? b.masked : a.lanes > b.lanes;
  });
  if (needs_the_kernel()) {
    bodies.emplace_back(kernel);
  }
  for (Body& body : bodies) {
    body.regions = cut_at_barriers(*body.kernel);
    for (const Slot& slot : body.regions.slots) {
      all_slots.push_back(slot.address);
    }
  }
  // A barrier may have been found unreachable in one form only: then that one is left out.
  const llvm::SmallVector<Barrier> all = barriers();
  llvm::erase_if(bodies, [&](const Body& body) {
    const auto same = [](const Barrier& a, const Barrier& b) { return a.id == b.id; };
    return !llvm::equal(all, body.regions.barriers, same);
  });
  has_progress_points = bodies.back().regions.has_progress_points();
  too_many_regions = !has_progress_points && are_regions_too_large();
}

/// Whether there may be work-items that no vector form runs.
bool WorkGroupPlan::needs_the_kernel() const {
  const auto takes_all = [&](const Body& body) {
    return body.masked || (required[0] != 0 && required[0] % body.lanes == 0 && !body.ids_fit_int);
  };
  return bodies.empty() || !takes_all(bodies.back());
}

/// Whether regions of their own would be too many, or too large together, as where each of many
/// barriers may be passed by: then the region behind each has all that follows.
bool WorkGroupPlan::are_regions_too_large() const {
  if (barriers().size() > max_regions) {
    return true;
  }
  return llvm::any_of(bodies, [](const Body& body) {
    const uint64_t size = body.kernel->getInstructionCount();
    return instructions_of_regions(*body.kernel, body.regions) >
           std::max(max_copies * size, min_instructions);
  });
}

void WorkGroupPlan::make_parts(Body& body) {
  if (has_one_function()) {
    body.parts.emplace_back(*body.kernel, body.regions, RegionFunction::every_region);
    return;
  }
  for (unsigned number = 0; number <= barriers().size(); ++number) {
    Part& part = body.parts.emplace_back(*body.kernel, body.regions, number);
    if (body.lanes == 1 || body.masked || required[0] == 0 || body.returns_early()) {
      continue;
    }
    // Several rows, or steps of a row, at once, where the sizes are known.
    part.rows = part.region.coarsen(1, required[1], registers);
    if (leaves_no_remainder(body)) {
      part.steps = part.region.coarsen(0, steps_of_row(body), registers);
    }
  }
  body.whole = can_be_whole(body) && llvm::all_of(body.parts, [&](Part& part) {
                 return part.rows * part.steps != 1 || make_whole(body, part);
               });
}

/// Whether the bodies before this one are known to run no step of a row.
bool WorkGroupPlan::begins_row(const Body& body) const {
  return llvm::all_of(bodies, [&](const Body& other) {
    return &other >= &body || other.runs_the_rest() ||
           (required[0] != 0 && required[0] < other.lanes &&
            llvm::none_of(bodies, [](const Body& any) { return any.ids_fit_int; }));
  });
}

bool WorkGroupPlan::leaves_no_remainder(const Body& body) const {
  return required[0] % body.lanes == 0 && begins_row(body);
}

/// Whether it pays to run a region for the whole group at once, so that the others should be run
/// so, too, and values kept meanwhile fit into registers.
bool WorkGroupPlan::can_be_whole(const Body& body) const {
  const auto is_whole = [&](const Part& part) {
    return part.rows == required[1] && part.steps * body.lanes == required[0];
  };
  return body.parts.size() > 1 && body.lanes > 1 && !body.masked && required[0] != 0 &&
         !body.returns_early() && required[2] == 1 && leaves_no_remainder(body) &&
         llvm::any_of(body.parts, is_whole) &&
         llvm::all_of(
             body.parts,
             [&](const Part& part) { return part.rows * part.steps == 1 || is_whole(part); }) &&
         body.slot_bytes() * required[1] * steps_of_row(body) <=
             uint64_t(registers.count()) * registers.bits / 8;
}

bool WorkGroupPlan::make_whole(const Body& body, Part& part) {
  const bool made = part.region.coarsen_all(1, required[1]);
  part.rows = made ? required[1] : 1;
  const bool all = made && part.region.coarsen_all(0, steps_of_row(body));
  part.steps = all ? steps_of_row(body) : 1;
  return all;
}

std::optional<ScratchPlan> WorkGroupPlan::plan_scratch() {
  if (llvm::all_of(bodies,
                   [](const Body& body) { return body.whole || body.regions.slots.empty(); })) {
    return std::nullopt;
  }
  ScratchPlan scratch;
  // If no row leaves a remainder, a group runs with one body only: all use the same memory.
  const bool shared = required[0] != 0 && required[0] % bodies[0].lanes == 0;
  uint64_t bytes = 0, most = 0; // for each work-item
  for (Body& body : bodies) {
    for (const Slot& slot : body.regions.slots) {
      scratch.alignment = std::max(scratch.alignment, slot.alignment);
    }
    if (body.regions.slots.empty()) {
      continue;
    }
    const uint64_t own = body.whole ? 0 : llvm::divideCeil(body.slot_bytes(), body.lanes);
    bytes = shared ? 0 : llvm::alignTo(bytes, body.regions.slots[0].alignment);
    body.scratch_offset = bytes;
    most = std::max(most, own);
    bytes += own;
  }
  scratch.per_item = shared ? most : bytes;
  if (bodies.back().masked) {
    uint64_t each = max_partial_steps * bodies.back().slot_bytes();
    if (turned != 0) { // for the code that allocates this memory, rows are those of a launch, in x
      const uint64_t in_launch_rows = required[0] * required[1] * required[2] / required[turned];
      each = llvm::divideCeil(each * required[1] * required[2], in_launch_rows);
    }
    scratch.per_row = each;
  }
  return scratch;
}

} // namespace compiler
