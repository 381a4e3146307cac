// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_group_function.h"

#include "loop_hints.h"

namespace compiler {

llvm::PHINode* WorkGroupFunction::begin_loop(const char* name, llvm::Value* first) {
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* body = llvm::BasicBlock::Create(context, name, group);
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  llvm::PHINode* id = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  id->addIncoming(first, before);
  return id;
}

llvm::BranchInst* WorkGroupFunction::end_loop(llvm::PHINode* id, llvm::Value* count,
                                              llvm::Value* step) {
  llvm::Value* next = builder.CreateAdd(id, step, "", true, true);
  id->addIncoming(next, builder.GetInsertBlock());
  auto* done = llvm::BasicBlock::Create(context, "", group);
  auto* branch = builder.CreateCondBr(builder.CreateICmpULT(next, count), id->getParent(), done);
  builder.SetInsertPoint(done);
  return branch;
}

/// The region for all work-items, with one body after the other. (In nests of loops of their
/// own: conditions inside of one would make LLVM copy it for each of their values.) Gives the
/// barrier that was reached.
llvm::Value* WorkGroupFunction::make_loops(unsigned number) {
  llvm::Value* reached = builder.getInt32(0);
  if (waiting) {
    builder.CreateStore(reached, waiting);
  }
  if (bodies.size() == 1) {
    reached = make_nest(bodies[0], number);
  } else {
    for (EmittedBody& body : bodies) {
      llvm::Value* has_steps = builder.CreateICmpULT(body.first, body.end);
      reached = make_if(has_steps, reached, [&] { return make_nest(body, number); });
    }
  }
  return waiting ? builder.CreateLoad(builder.getInt32Ty(), waiting) : reached;
}

/// for each row, for x of the body's part of it: one call of the region for each step.
llvm::Value* WorkGroupFunction::make_nest(EmittedBody& body, unsigned number) {
  Part& part = body.plan.parts[number];
  note_reachable(*part.region.function);
  llvm::Value* zero = builder.getInt64(0);
  if (body.plan.whole) {
    llvm::Value* all =
        call_region(body, part.region, {zero, zero, zero}, builder.getInt64(body.plan.lanes), zero);
    note_reached(all);
    return all;
  }
  if (rows == builder.getInt64(1)) {
    return make_innermost(body, part, {body.first, zero, zero}, zero);
  }
  llvm::PHINode* row = begin_loop("row", zero);
  llvm::PHINode *y = nullptr, *z = nullptr;
  Dimensions ids = {body.first, zero, zero};
  // One loop over all rows; y and z are counted if anyone asks.
  const bool needs_z = part.region.uses_dimension(2) && local_size[2] != builder.getInt64(1);
  if (needs_z || part.region.uses_dimension(1)) {
    y = builder.CreatePHI(builder.getInt64Ty(), 2, "y");
    ids[1] = y;
  }
  if (needs_z) {
    z = builder.CreatePHI(builder.getInt64Ty(), 2, "z");
    ids[2] = z;
  }
  llvm::Value* reached = make_innermost(body, part, ids, row);
  llvm::Value* step = builder.getInt64(part.rows);
  count_up(*row, y, z, step);
  mark_outer_loop(end_loop(row, rows, step));
  return reached;
}

/// y of the next rows, and z, which goes up by one where y begins anew.
void WorkGroupFunction::count_up(llvm::PHINode& row, llvm::PHINode* y, llvm::PHINode* z,
                                 llvm::Value* step) {
  if (!y) {
    return;
  }
  llvm::Value* zero = builder.getInt64(0);
  llvm::BasicBlock *before = row.getIncomingBlock(0), *last = builder.GetInsertBlock();
  llvm::Value* next = builder.CreateAdd(y, step, "", true, true);
  if (local_size[2] != builder.getInt64(1)) {
    llvm::Value* around = builder.CreateICmpEQ(next, local_size[1]);
    next = builder.CreateSelect(around, zero, next, "next.y");
    if (z) {
      z->addIncoming(zero, before);
      z->addIncoming(builder.CreateAdd(z, builder.CreateZExt(around, z->getType())), last);
    }
  }
  y->addIncoming(zero, before);
  y->addIncoming(next, last);
}

/// Emits `make` under `condition`; the value is that of `make`, or `otherwise`.
llvm::Value* WorkGroupFunction::make_if(llvm::Value* condition, llvm::Value* otherwise,
                                        llvm::function_ref<llvm::Value*()> make) {
  llvm::BasicBlock* before = builder.GetInsertBlock();
  auto* inside = llvm::BasicBlock::Create(context, "", group);
  auto* behind = llvm::BasicBlock::Create(context, "");
  builder.CreateCondBr(condition, inside, behind);
  builder.SetInsertPoint(inside);
  llvm::Value* result = make();
  llvm::BasicBlock* last = builder.GetInsertBlock();
  builder.CreateBr(behind);
  group->insert(group->end(), behind);
  builder.SetInsertPoint(behind);
  llvm::PHINode* either = builder.CreatePHI(otherwise->getType(), 2, "reached");
  either->addIncoming(otherwise, before);
  either->addIncoming(result, last);
  return either;
}

llvm::CallInst* WorkGroupFunction::call_region(const EmittedBody& body, RegionFunction& region,
                                               const Dimensions& local, llvm::Value* lanes,
                                               llvm::Value* row) {
  llvm::SmallVector<llvm::Value*> arguments;
  for (const RegionFunction::Parameter& parameter : region.parameters) {
    arguments.push_back(make_argument(body, parameter, local, lanes, row));
  }
  llvm::CallInst* call = builder.CreateCall(region.function, arguments, "reached");
  calls.push_back(call);
  return call;
}

/// The loop over x with a body; `first` are the local ids that it begins with.
llvm::Value* WorkGroupFunction::make_innermost(EmittedBody& body, Part& part, Dimensions first,
                                               llvm::Value* row) {
  llvm::PHINode* x = begin_loop("x", first[0]);
  const Dimensions local = {x, first[1], first[2]};
  llvm::Value* lanes = body.plan.masked ? partial_step(body, x) : builder.getInt64(body.plan.lanes);
  llvm::Value* reached = run_step(body, part, local, lanes, row);
  llvm::Value* step =
      part.steps == 1 ? lanes : builder.getInt64(uint64_t(body.plan.lanes) * part.steps);
  llvm::BranchInst* latch = end_loop(x, body.end, step);
  if (body.plan.lanes > 1 || bodies.size() > 1 || plan.has_progress_points) {
    keep_as_it_is(latch);
  } else {
    llvm::MDNode* access_group = llvm::MDNode::getDistinct(context, {});
    part.region.mark_parallel(access_group);
    mark_parallel_loop(latch, access_group);
  }
  return reached;
}

/// Runs one step: the region, unless its work-items have returned. Returns the id that they have
/// reached.
llvm::Value* WorkGroupFunction::run_step(EmittedBody& body, Part& part, const Dimensions& local,
                                         llvm::Value* lanes, llvm::Value* row) {
  if (!body.plan.returns_early()) {
    llvm::Value* reached = call_region(body, part.region, local, lanes, row);
    note_reached(reached);
    return reached;
  }
  const auto number =
      llvm::find_if(body.plan.regions.slots,
                    [&](const Slot& slot) { return slot.address == body.plan.regions.reached; }) -
      body.plan.regions.slots.begin();
  llvm::Value* kept = slot_address(body, unsigned(number), {}, row, local[0]);
  const auto run = [&] {
    llvm::Value* reached = call_region(body, part.region, local, lanes, row);
    builder.CreateStore(reached, kept);
    return reached;
  };
  const auto run_and_note = [&] {
    llvm::Value* reached = run();
    note_reached(reached);
    return reached;
  };
  if (part.number == 0) {
    return run_and_note();
  }
  llvm::Value* before = builder.CreateLoad(builder.getInt32Ty(), kept, "before");
  if (plan.has_progress_points) {
    return run_if_free(before, run);
  }
  llvm::Value* own = plan.has_one_function()
                         ? region_to_run
                         : builder.getInt32(plan.barriers()[part.number - 1].id);
  llvm::Value* waits = builder.CreateICmpEQ(before, own);
  if (plan.has_one_function()) { // in the first round nothing has been kept
    waits = builder.CreateOr(waits, builder.CreateICmpEQ(own, builder.getInt32(0)));
  }
  return make_if(waits, before, run_and_note);
}

/// Runs a step from where it is, `before`, unless it waits at a barrier that this round does not
/// release, or has returned.
llvm::Value* WorkGroupFunction::run_if_free(llvm::Value* before,
                                            llvm::function_ref<llvm::Value*()> run) {
  llvm::Value* released = region_to_run;
  llvm::Value* zero = builder.getInt32(0);
  llvm::Value* begins = builder.CreateICmpEQ(released, zero); // nothing has been kept
  llvm::Value* goes_on =
      builder.CreateOr(is_progress_point(before), builder.CreateICmpEQ(before, released));
  llvm::Value* other = builder.CreateSelect(begins, zero, before);
  region_to_run = other;
  llvm::Value* reached = make_if(builder.CreateOr(begins, goes_on), other, run);
  region_to_run = released;
  note_reached(reached); // those that wait, too
  return reached;
}

/// Records the id that a step has reached for the whole group; others may have returned.
void WorkGroupFunction::note_reached(llvm::Value* reached) {
  if (waiting) {
    llvm::Value* most = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umax, builder.CreateLoad(builder.getInt32Ty(), waiting), reached);
    builder.CreateStore(most, waiting);
  }
}

/// In the order that RegionFunction describes.
llvm::Value* WorkGroupFunction::make_argument(const EmittedBody& body,
                                              const RegionFunction::Parameter& parameter,
                                              const Dimensions& local, llvm::Value* lanes,
                                              llvm::Value* row) {
  unsigned number = parameter.number;
  if (number < group->arg_size()) {
    return group->getArg(number);
  }
  number -= group->arg_size();
  if (number < 6) {
    const unsigned dimension = number % 3;
    const uint64_t behind = dimension == 0   ? uint64_t(body.plan.lanes) * parameter.step
                            : dimension == 1 ? parameter.row
                                             : 0;
    llvm::Value* id =
        behind == 0 ? local[dimension]
                    : builder.CreateAdd(local[dimension], builder.getInt64(behind), "", true, true);
    return number < 3 ? id : builder.CreateAdd(first_global_id[dimension], id);
  }
  if (number == 6) {
    return builder.CreateTrunc(lanes, builder.getInt32Ty(), "lanes");
  }
  number -= 7;
  return number == body.plan.regions.slots.size()
             ? region_to_run
             : slot_address(body, number, parameter, row, local[0]);
}

/// The work-items of one step of a masked form: the rest of the row, or up to where a truncated id
/// wraps, but no more than it has lanes.
llvm::Value* WorkGroupFunction::partial_step(const EmittedBody& body, llvm::Value* x) {
  llvm::Value* end = body.end;
  if (body.plan.truncated_ids_rise) {
    llvm::Value* inside = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, wrap_at, body.end);
    end = builder.CreateSelect(builder.CreateICmpULT(x, inside), inside, body.end);
  }
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder.CreateSub(end, x),
                                       builder.getInt64(body.plan.lanes));
}

void WorkGroupFunction::mark_parallel_loop(llvm::BranchInst* latch, llvm::MDNode* access_group) {
  set_loop_hints(latch, {llvm::MDNode::get(
                             context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"),
                                       access_group}),
                         loop_hint(context, items_hint)});
}

/// Neither the vector loop nor its remainder loop is to be vectorised again.
void WorkGroupFunction::keep_as_it_is(llvm::BranchInst* latch) {
  llvm::MDNode* vectorized =
      llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.isvectorized"),
                                  llvm::ConstantAsMetadata::get(builder.getInt32(1))});
  set_loop_hints(latch, {vectorized, loop_hint(context, "llvm.loop.unroll.disable"),
                         loop_hint(context, items_hint)});
}

} // namespace compiler
