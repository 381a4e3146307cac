// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_group_function.h"

#include "passes/analyses/private_memory.h"
#include "vecz/work_item_memory.h"

namespace compiler {

namespace {

/// Whether a slot is for a vector that takes much of a line of the cache. These lie together, step
/// by step, with those of the same alignment: as arrays over the steps, whose sizes are powers of
/// two, they would fall on the same lines of the first cache.
bool lies_with_others(const Slot& slot, const Body& body) {
  constexpr uint64_t half_a_line = 32;
  return slot.kind == Slot::Kind::own && !body.whole && !slot.is_variable && body.lanes > 1 &&
         slot.size >= half_a_line;
}

} // namespace

/// Other slots are each an array over the steps of a body, so that neighbours touch neighbouring
/// memory.
void WorkGroupFunction::lay_out_slots() {
  const std::optional<ScratchPlan> planned = plan.plan_scratch();
  if (!planned) {
    for (EmittedBody& body : bodies) {
      lay_out(body, nullptr, nullptr); // none of it in memory of the group's
    }
    return;
  }
  llvm::Value* scratch = create_scratch(builder, planned->alignment);
  ask_for_scratch(alignment_bytes(planned->alignment));
  llvm::Value* items = builder.CreateMul(local_size[0], rows, "items");
  for (EmittedBody& body : bodies) {
    if (body.plan.regions.slots.empty()) {
      continue;
    }
    llvm::Value* memory = scratch;
    if (body.plan.scratch_offset != 0) {
      llvm::Value* before = builder.CreateMul(items, builder.getInt64(body.plan.scratch_offset));
      memory = builder.CreateGEP(builder.getInt8Ty(), scratch, before);
    }
    lay_out(body, memory, builder.CreateMul(body.steps, rows));
  }
  group->addFnAttr("lanewise-scratch-per-item", std::to_string(planned->per_item));
  if (bodies.back().plan.masked) {
    group->addFnAttr("lanewise-scratch-per-row", std::to_string(planned->per_row));
  }
}

void WorkGroupFunction::lay_out(EmittedBody& body, llvm::Value* memory, llvm::Value* count) {
  uint64_t offset = 0;
  const auto& slots = body.plan.regions.slots;
  for (size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[i];
    if (slot.kind != Slot::Kind::own || body.plan.whole) {
      const bool is_own = slot.kind == Slot::Kind::own;
      llvm::Type* type =
          is_own ? llvm::ArrayType::get(builder.getInt8Ty(),
                                        slot.size * required[1] * plan.steps_of_row(body.plan))
                 : slot.address->getValueType();
      auto* variable = builder.CreateAlloca(type, nullptr, is_own ? "kept" : "shared");
      variable->setAlignment(slot.alignment);
      variable->setMetadata(vecz::group_variable, llvm::MDNode::get(context, {}));
      body.slot_arrays.push_back({variable, slot.size});
      continue;
    }
    llvm::Value* array = builder.CreateGEP(builder.getInt8Ty(), memory,
                                           builder.CreateMul(count, builder.getInt64(offset)));
    uint64_t together = slot.size;
    if (lies_with_others(slot, body.plan)) {
      const auto rest = llvm::ArrayRef(slots).drop_front(i + 1).take_while([&](const Slot& other) {
        return lies_with_others(other, body.plan) && other.alignment == slot.alignment;
      });
      for (const Slot& other : rest) {
        together += other.size;
      }
      uint64_t before = slot.size;
      body.slot_arrays.push_back({array, together});
      for (const Slot& other : rest) {
        body.slot_arrays.push_back(
            {builder.CreateConstGEP1_64(builder.getInt8Ty(), array, before), together});
        before += other.size;
      }
      i += rest.size();
    } else {
      body.slot_arrays.push_back({array, together});
    }
    offset += together;
  }
}

/// The address of a slot, `behind` the step that begins at `x`.
llvm::Value* WorkGroupFunction::slot_address(const EmittedBody& body, unsigned number,
                                             const RegionFunction::Parameter& behind,
                                             llvm::Value* row, llvm::Value* x) {
  const Slot& slot = body.plan.regions.slots[number];
  const auto [array, from_step_to_step] = body.slot_arrays[number];
  if (slot.kind != Slot::Kind::own) {
    return array;
  }
  llvm::Value* step = builder.CreateSub(x, body.first);
  if (body.plan.masked) { // behind a step for fewer work-items
    step = builder.CreateAdd(step, builder.getInt64(body.plan.lanes - 1));
  }
  step = builder.CreateUDiv(step, builder.getInt64(body.plan.lanes));
  if (behind.row != 0) {
    row = builder.CreateAdd(row, builder.getInt64(behind.row), "", true, true);
  }
  if (behind.step != 0) {
    step = builder.CreateAdd(step, builder.getInt64(behind.step), "", true, true);
  }
  llvm::Value* item = builder.CreateAdd(builder.CreateMul(row, body.steps, "", true, true), step,
                                        "item", true, true);
  return builder.CreateInBoundsGEP(llvm::ArrayType::get(builder.getInt8Ty(), from_step_to_step),
                                   array, item);
}

/// Copies the slots that the region wrote to those that the next one reads.
void WorkGroupFunction::pass_on_shared_slots() {
  for (const EmittedBody& body : bodies) {
    const auto& slots = body.plan.regions.slots;
    for (size_t i = 0; i + 1 < slots.size(); ++i) {
      if (slots[i].kind == Slot::Kind::shared_now) {
        assert(slots[i + 1].kind == Slot::Kind::shared_next && "two slots for each value");
        llvm::Value* written = builder.CreateAlignedLoad(
            slots[i].address->getValueType(), body.slot_arrays[i + 1].first, slots[i].alignment);
        builder.CreateAlignedStore(written, body.slot_arrays[i].first, slots[i].alignment);
      }
    }
  }
}

} // namespace compiler
