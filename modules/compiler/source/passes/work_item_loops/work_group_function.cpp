// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_group_function.h"

#include "compiler/debug_info.h"
#include "kernel_metadata.h"
#include "passes/analyses/private_memory.h"
#include "passes/group_functions/group_items.h"

#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// In the place of a barrier's number, for rounds that release work-items at progress points only.
constexpr uint32_t no_barrier = ~0U;

} // namespace

WorkGroupFunction::WorkGroupFunction(WorkGroupPlan& planned)
    : plan(planned), item_kernel(planned.kernel), module(*item_kernel.getParent()),
      context(item_kernel.getContext()), builder(context), required(planned.required) {
  for (Body& body : plan.bodies) {
    bodies.emplace_back(body);
  }
}

void WorkGroupFunction::build() {
  make_function();
  enter();
  if (plan.has_one_function()) {
    run_one_function();
  } else {
    run_regions();
  }
  for (llvm::CallInst* call : calls) {
    inline_region(call);
  }
}

void WorkGroupFunction::remove_what_was_built_from() {
  for (const vecz::VectorForm& form : vecz::vector_forms(item_kernel)) {
    form.function->eraseFromParent();
  }
  item_kernel.eraseFromParent();
  for (llvm::GlobalVariable* slot : plan.all_slots) {
    assert(slot->use_empty());
    slot->eraseFromParent();
  }
}

/// Loops for each region.
void WorkGroupFunction::run_regions() {
  llvm::SmallVector<llvm::BasicBlock*> begins;
  for (unsigned number = 0; number <= plan.barriers().size(); ++number) {
    begins.push_back(llvm::BasicBlock::Create(context, "region." + llvm::Twine(number)));
  }
  builder.CreateBr(begins[0]);
  for (unsigned number = 0; number < begins.size(); ++number) {
    group->insert(group->end(), begins[number]);
    builder.SetInsertPoint(begins[number]);
    llvm::Value* reached = make_loops(number);
    pass_on_shared_slots();
    go_on(reached, begins);
  }
}

/// The same loops for all regions, round by round. Where there are progress points, a round is
/// for the work-items at one of them; those at a barrier wait for a round in which all that have
/// not returned are there.
void WorkGroupFunction::run_one_function() {
  llvm::AllocaInst* next = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next.region");
  builder.CreateStore(builder.getInt32(0), next);
  auto* begin = llvm::BasicBlock::Create(context, "regions", group);
  builder.CreateBr(begin);
  builder.SetInsertPoint(begin);
  region_to_run = builder.CreateLoad(builder.getInt32Ty(), next, "region");
  llvm::Value* reached = make_loops(0);
  pass_on_shared_slots();
  llvm::Value* released = reached;
  if (plan.has_progress_points) {
    released = builder.CreateSelect(is_progress_point(reached), builder.getInt32(no_barrier),
                                    reached, "released");
  }
  builder.CreateStore(released, next);
  go_on(reached, llvm::SmallVector<llvm::BasicBlock*>(plan.barriers().size() + 1, begin));
}

/// Whether the id that was reached is that of a progress point.
llvm::Value* WorkGroupFunction::is_progress_point(llvm::Value* reached) {
  const auto first =
      llvm::find_if(plan.barriers(), [](const Barrier& b) { return b.is_progress_point; });
  return builder.CreateICmpUGE(reached, builder.getInt32(first->id));
}

/// Takes the kernel's place: name, arguments, attributes, metadata.
void WorkGroupFunction::make_function() {
  group = llvm::Function::Create(item_kernel.getFunctionType(), item_kernel.getLinkage(), 0, "",
                                 nullptr);
  module.getFunctionList().insert(item_kernel.getIterator(), group);
  group->copyAttributesFrom(&item_kernel);
  group->copyMetadata(&item_kernel, 0);
  group->removeFnAttr(lane_dimension);
  group->removeFnAttr(linear_local_ids);
  vecz::forget_vector_forms(*group);
  group->takeName(&item_kernel);
  if (bodies.front().plan.lanes > 1 && !group->hasFnAttribute(preferred_multiple)) {
    group->addFnAttr(preferred_multiple, std::to_string(bodies.front().plan.lanes));
  }
  for (auto [from, to] : llvm::zip(item_kernel.args(), group->args())) {
    to.setName(from.getName());
  }
  location = wrap_subprogram(item_kernel, *group);
}

llvm::Value* WorkGroupFunction::ask(MuxBuiltin builtin, unsigned dimension) {
  const bool is_local_size =
      builtin == MuxBuiltin::get_local_size || builtin == MuxBuiltin::get_enqueued_local_size;
  if (is_local_size && required[dimension]) {
    return builder.getInt64(required[dimension]);
  }
  return builder.CreateCall(declare(module, builtin),
                            {builder.getInt32(plan.in_launch(dimension))});
}

void WorkGroupFunction::enter() {
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", group));
  builder.SetCurrentDebugLocation(location);
  for (unsigned i = 0; i < 3; ++i) {
    local_size[i] = ask(MuxBuiltin::get_local_size, i);
  }
  if (plan.linear) {
    llvm::Value* one = builder.getInt64(1);
    local_size = {required[0] ? local_size[0] : group_items(builder, MuxBuiltin::get_local_size),
                  one, one};
  }
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* before = builder.CreateMul(ask(MuxBuiltin::get_group_id, i),
                                            ask(MuxBuiltin::get_enqueued_local_size, i));
    first_global_id[i] = builder.CreateAdd(before, ask(MuxBuiltin::get_global_offset, i));
  }
  rows = builder.CreateMul(local_size[1], local_size[2], "rows");
  share_rows();
  if (plan.barriers().empty()) {
    move_large_variables(); // otherwise all variables are in slots
  }
  lay_out_slots();
  if (llvm::any_of(bodies, [](const EmittedBody& body) { return body.plan.returns_early(); })) {
    waiting = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "waiting");
  }
}

/// With several rows or steps in one call, each of which has variables of its own.
void WorkGroupFunction::move_large_variables() {
  uint64_t most = 0; // bodies never run at the same time on one thread
  for (EmittedBody& body : bodies) {
    most = std::max(most, compiler::move_large_variables(*body.plan.parts[0].region.function));
  }
  ask_for_scratch(most);
}

/// Bytes of scratch memory that do not depend on how many work-items there are.
void WorkGroupFunction::ask_for_scratch(uint64_t bytes) {
  if (bytes != 0) {
    group->addFnAttr(fixed_scratch, std::to_string(bytes));
  }
}

/// Whether all ids of the group that its kernel asks for are below vecz::int_id_limit.
llvm::Value* WorkGroupFunction::all_ids_fit_int() {
  std::array<bool, 3> asked = {true, false, false};
  for (const EmittedBody& body : bodies) {
    for_each_mux_call(*body.plan.kernel, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (builtin == MuxBuiltin::get_global_id) {
        const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        for (unsigned i = 0; i < 3; ++i) {
          asked[i] = asked[i] || !dimension || dimension->equalsInt(i);
        }
      }
    });
  }
  llvm::Value* all = nullptr;
  for (unsigned i = 0; i < 3; ++i) {
    if (asked[i]) {
      llvm::Value* end = builder.CreateAdd(first_global_id[i], local_size[i]);
      llvm::Value* small = builder.CreateICmpULE(end, builder.getInt64(vecz::int_id_limit));
      all = all ? builder.CreateAnd(all, small) : small;
    }
  }
  return all;
}

/// Each body runs all whole steps that fit into the part of a row that the bodies before it have
/// left.
void WorkGroupFunction::share_rows() {
  llvm::Value* first = builder.getInt64(0);
  llvm::Value* limit = local_size[0];
  if (llvm::any_of(bodies, [](const EmittedBody& body) { return body.plan.ids_fit_int; })) {
    limit = builder.CreateSelect(all_ids_fit_int(), limit, first, "limit");
  }
  for (EmittedBody& body : bodies) {
    llvm::Value* lanes = builder.getInt64(body.plan.lanes);
    llvm::Value* left = builder.CreateSub(body.plan.runs_the_rest() ? local_size[0] : limit, first);
    body.first = first;
    body.steps = body.plan.lanes == 1 ? left : builder.CreateUDiv(left, lanes, "steps");
    if (body.plan.runs_the_rest()) {
      body.end = local_size[0];
      continue;
    }
    body.end =
        builder.CreateAdd(first, builder.CreateMul(body.steps, lanes), "vector.end", true, true);
    first = body.end;
  }
  EmittedBody& last = bodies.back();
  if (last.plan.masked) {
    // One more for a part of a step, and one because a step ends where a truncated id wraps.
    last.steps = builder.CreateAdd(last.steps, builder.getInt64(WorkGroupPlan::max_partial_steps));
  }
  if (last.plan.truncated_ids_rise) {
    llvm::Value* block = builder.getInt64(vecz::int_id_limit);
    llvm::Value* inside = builder.CreateAnd(first_global_id[0], vecz::int_id_limit - 1);
    wrap_at = builder.CreateSub(block, inside, "wrap.at");
  }
}

/// All work-items of a group that have not returned reach the same barrier.
void WorkGroupFunction::go_on(llvm::Value* reached, llvm::ArrayRef<llvm::BasicBlock*> begins) {
  llvm::SmallVector<uint32_t> next;
  next.swap(reachable);
  if (next.empty() || llvm::all_of(next, [](uint32_t id) { return id == 0; })) {
    builder.CreateRetVoid();
    return;
  }
  auto* end = llvm::BasicBlock::Create(context, "end", group);
  llvm::SwitchInst* where = builder.CreateSwitch(reached, end, begins.size());
  for (size_t i = 0; i < plan.barriers().size(); ++i) {
    const uint32_t id = plan.barriers()[i].id;
    if (llvm::is_contained(next, id)) {
      where->addCase(builder.getInt32(id), begins[i + 1]);
    }
  }
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
}

void WorkGroupFunction::note_reachable(const llvm::Function& region) {
  for (const llvm::BasicBlock& block : region) {
    if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      reachable.push_back(llvm::cast<llvm::ConstantInt>(end->getReturnValue())->getZExtValue());
    }
  }
}

void WorkGroupFunction::inline_region(llvm::CallInst* call) {
  llvm::Function* region = call->getCalledFunction();
  llvm::InlineFunctionInfo info;
  [[maybe_unused]] const auto inlined = llvm::InlineFunction(*call, info);
  assert(inlined.isSuccess());
  region->eraseFromParent();
}

} // namespace compiler
