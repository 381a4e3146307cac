// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_item_loops.h"

#include "compiler/debug_info.h"
#include "compiler/mux_builtins.h"
#include "loop_hints.h"
#include "passes/analyses/private_memory.h"
#include "passes/group_functions/group_items.h"
#include "passes/work_item_loops/region_function.h"
#include "size_metadata.h"
#include "vecz/vectorize.h"
#include "vecz/work_item_memory.h"

#include <deque>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// A region, and what one call of it does: several rows, or steps of a row.
struct Part {
  /// `region_number`: or RegionFunction::every_region.
  Part(llvm::Function& kernel, const BarrierRegions& regions, unsigned region_number)
      : number(region_number), region(kernel, regions, region_number) {}
  const unsigned number;
  RegionFunction region;
  uint64_t rows = 1, steps = 1;
};

/// What runs inside the loops: the kernel itself, one work-item a step, or one of its vector forms.
struct Body {
  explicit Body(llvm::Function& item_kernel) : kernel(&item_kernel) {}
  explicit Body(const vecz::VectorForm& form)
      : kernel(form.function), lanes(form.width), masked(form.masked), small_ids(form.small_ids),
        one_block(form.one_block) {}

  llvm::Function* kernel;
  unsigned lanes = 1;                                        ///< work-items a step
  bool masked = false, small_ids = false, one_block = false; ///< as in vecz::VectorForm
  BarrierRegions regions;
  std::deque<Part> parts; ///< one for each region
  /// Whether one call of each region does it for the whole group. What is in slots is then in
  /// registers.
  bool whole = false;
  /// The part of each row that it runs: local ids from `first` to `end`, in at most `steps` steps.
  llvm::Value *first = nullptr, *end = nullptr, *steps = nullptr;
  llvm::SmallVector<llvm::Value*> slot_arrays; ///< or the address of a shared slot

  /// Whether it takes all that is left of a row.
  [[nodiscard]] bool runs_the_rest() const { return masked || lanes == 1; }

  /// Whether it is kept what each step has reached: some of its work-items may have returned when
  /// others come to a barrier, or wait at a progress point.
  [[nodiscard]] bool returns_early() const { return regions.reached != nullptr; }

  /// The bytes of all slots for one step.
  [[nodiscard]] uint64_t slot_bytes() const {
    uint64_t sum = 0;
    for (const Slot& slot : regions.slots) {
      sum += slot.kind == Slot::Kind::own ? slot.size : 0;
    }
    return sum;
  }
};

/// Steps of a masked form for fewer work-items than it has lanes, in one row.
constexpr unsigned most_partial_steps = 2;

/// Regions that get loops of their own, and how many times the kernel's instructions they may have
/// together, where those are not few.
constexpr size_t most_regions = 64;
constexpr uint64_t most_copies = 8, least_instructions = 5000;

/// What a round releases that is for work-items at progress points only.
constexpr uint32_t no_barrier = ~0U;

/// Builds the work-group function of one kernel.
class WorkGroupFunction {
public:
  WorkGroupFunction(llvm::Function& kernel, const vecz::VectorRegisters& target)
      : item_kernel(kernel), module(*kernel.getParent()), context(kernel.getContext()),
        builder(context), registers(target),
        turned(kernel.getFnAttributeAsParsedInteger(lane_dimension, 0)),
        linear(kernel.hasFnAttribute(linear_items)),
        required(size_metadata(kernel, "reqd_work_group_size")) {
    std::swap(required[0], required[turned]);
    if (linear) {
      required = {required[0] * required[1] * required[2], 1, 1};
    }
  }

  void build() {
    cut();
    make_function();
    enter();
    if (one_for_all) {
      run_one_for_all();
    } else {
      run_regions();
    }
    for (llvm::CallInst* call : calls) {
      inline_region(call);
    }
  }

  /// Removes what the work-group function takes the place of: the kernel with its vector forms, and
  /// then what stood for slots in them. Nothing else can be done afterwards.
  void remove_what_was_built_from() {
    for (const vecz::VectorForm& form : vecz::vector_forms(item_kernel)) {
      form.function->eraseFromParent();
    }
    item_kernel.eraseFromParent();
    for (llvm::GlobalVariable* slot : all_slots) {
      assert(slot->use_empty());
      slot->eraseFromParent();
    }
  }

private:
  [[nodiscard]] const llvm::SmallVector<Barrier>& barriers() const {
    return bodies.back().regions.barriers;
  }

  /// Loops for each region.
  void run_regions() {
    llvm::SmallVector<llvm::BasicBlock*> begins;
    for (unsigned number = 0; number <= barriers().size(); ++number) {
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
  void run_one_for_all() {
    llvm::AllocaInst* next = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next.region");
    builder.CreateStore(builder.getInt32(0), next);
    auto* begin = llvm::BasicBlock::Create(context, "regions", group);
    builder.CreateBr(begin);
    builder.SetInsertPoint(begin);
    region_to_run = builder.CreateLoad(builder.getInt32Ty(), next, "region");
    llvm::Value* reached = make_loops(0);
    pass_on_shared_slots();
    llvm::Value* released = reached;
    if (has_progress_points) {
      released = builder.CreateSelect(is_progress_point(reached), builder.getInt32(no_barrier),
                                      reached, "released");
    }
    builder.CreateStore(released, next);
    go_on(reached, llvm::SmallVector<llvm::BasicBlock*>(barriers().size() + 1, begin));
  }

  /// Whether the id of what was reached is that of a progress point.
  llvm::Value* is_progress_point(llvm::Value* reached) {
    const auto first =
        llvm::find_if(barriers(), [](const Barrier& b) { return b.is_progress_point; });
    return builder.CreateICmpUGE(reached, builder.getInt32(first->id));
  }

  /// Whether regions of their own would be too many, or too large together, as where each of many
  /// barriers may be passed by: then the region behind each has all that follows.
  [[nodiscard]] bool are_regions_too_large() const {
    if (barriers().size() > most_regions) {
      return true;
    }
    return llvm::any_of(bodies, [](const Body& body) {
      const uint64_t size = body.kernel->getInstructionCount();
      return instructions_of_regions(*body.kernel, body.regions) >
             std::max(most_copies * size, least_instructions);
    });
  }

  void cut() {
    for (const vecz::VectorForm& form : vecz::vector_forms(item_kernel)) {
      bodies.emplace_back(form);
    }
    llvm::sort(bodies, [](const Body& a, const Body& b) {
      return a.masked != b.masked ? b.masked : a.lanes > b.lanes;
    });
    if (needs_the_kernel()) {
      bodies.emplace_back(item_kernel);
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
    one_for_all = has_progress_points || are_regions_too_large();
  }

  /// Whether there may be work-items that no vector form runs.
  [[nodiscard]] bool needs_the_kernel() const {
    const auto takes_all = [&](const Body& body) {
      return body.masked || (required[0] != 0 && required[0] % body.lanes == 0 && !body.small_ids);
    };
    return bodies.empty() || !takes_all(bodies.back());
  }

  /// Takes the kernel's place: name, arguments, attributes, metadata.
  void make_function() {
    group = llvm::Function::Create(item_kernel.getFunctionType(), item_kernel.getLinkage(), 0, "",
                                   nullptr);
    module.getFunctionList().insert(item_kernel.getIterator(), group);
    group->copyAttributesFrom(&item_kernel);
    group->copyMetadata(&item_kernel, 0);
    group->removeFnAttr(lane_dimension);
    group->removeFnAttr(linear_items);
    vecz::forget_vector_forms(*group);
    group->takeName(&item_kernel);
    if (bodies.front().lanes > 1) {
      group->addFnAttr(preferred_multiple, std::to_string(bodies.front().lanes));
    }
    for (auto [from, to] : llvm::zip(item_kernel.args(), group->args())) {
      to.setName(from.getName());
    }
    location = wrap_subprogram(item_kernel, *group);
  }

  /// The dimension of a launch that is this one here, where 0 is that of the lanes.
  [[nodiscard]] unsigned in_launch(unsigned dimension) const {
    return dimension == 0 ? turned : dimension == turned ? 0 : dimension;
  }

  llvm::Value* ask(MuxBuiltin builtin, unsigned dimension) {
    const bool is_local_size =
        builtin == MuxBuiltin::get_local_size || builtin == MuxBuiltin::get_enqueued_local_size;
    if (is_local_size && required[dimension]) {
      return builder.getInt64(required[dimension]);
    }
    return builder.CreateCall(declare(module, builtin), {builder.getInt32(in_launch(dimension))});
  }

  void enter() {
    builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", group));
    builder.SetCurrentDebugLocation(location);
    for (unsigned i = 0; i < 3; ++i) {
      local_size[i] = ask(MuxBuiltin::get_local_size, i);
    }
    if (linear) {
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
    for (Body& body : bodies) {
      make_parts(body);
    }
    if (barriers().empty()) {
      move_large_variables(); // otherwise all variables are in slots
    }
    lay_out_slots();
    if (llvm::any_of(bodies, [](const Body& body) { return body.returns_early(); })) {
      waiting = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "waiting");
    }
  }

  /// With several rows or steps in one call, each of which has variables of its own.
  void move_large_variables() {
    uint64_t most = 0; // bodies never run at the same time on one thread
    for (Body& body : bodies) {
      most = std::max(most, compiler::move_large_variables(*body.parts[0].region.function));
    }
    ask_for_scratch(most);
  }

  /// Bytes of scratch memory that do not depend on how many work-items there are.
  void ask_for_scratch(uint64_t bytes) {
    if (bytes != 0) {
      group->addFnAttr(fixed_scratch, std::to_string(bytes));
    }
  }

  void make_parts(Body& body) {
    if (one_for_all) {
      body.parts.emplace_back(*body.kernel, body.regions, RegionFunction::every_region);
      return;
    }
    for (unsigned number = 0; number <= barriers().size(); ++number) {
      Part& part = body.parts.emplace_back(*body.kernel, body.regions, number);
      if (body.lanes == 1 || body.masked || required[0] == 0 || body.returns_early()) {
        continue;
      }
      // Several rows, or steps of a row, at once, where the sizes are known.
      part.rows = part.region.jam(1, required[1], registers);
      if (leaves_nothing(body)) {
        part.steps = part.region.jam(0, steps_of_row(body), registers);
      }
    }
    body.whole = can_be_whole(body) && llvm::all_of(body.parts, [&](Part& part) {
                   return part.rows * part.steps != 1 || make_whole(body, part);
                 });
  }

  /// Of a row whose length is known and that leaves nothing.
  [[nodiscard]] uint64_t steps_of_row(const Body& body) const { return required[0] / body.lanes; }

  [[nodiscard]] bool leaves_nothing(const Body& body) const {
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(body.first);
    return required[0] % body.lanes == 0 && first && first->isZero();
  }

  /// Whether a region of several is worth doing for the whole group at once, so that others should
  /// do so, too, and what work-items keep meanwhile fits into registers.
  [[nodiscard]] bool can_be_whole(const Body& body) const {
    const auto is_whole = [&](const Part& part) {
      return part.rows == required[1] && part.steps * body.lanes == required[0];
    };
    return body.parts.size() > 1 && body.lanes > 1 && !body.masked && required[0] != 0 &&
           !body.returns_early() && required[2] == 1 && leaves_nothing(body) &&
           llvm::any_of(body.parts, is_whole) &&
           llvm::all_of(
               body.parts,
               [&](const Part& part) { return part.rows * part.steps == 1 || is_whole(part); }) &&
           body.slot_bytes() * required[1] * steps_of_row(body) <=
               uint64_t(registers.count()) * registers.bits / 8;
  }

  bool make_whole(const Body& body, Part& part) {
    const bool made = part.region.jam_all(1, required[1]);
    part.rows = made ? required[1] : 1;
    const bool all = made && part.region.jam_all(0, steps_of_row(body));
    part.steps = all ? steps_of_row(body) : 1;
    return all;
  }

  /// Whether all ids of the group that its kernel asks for are below vecz::largest_id.
  llvm::Value* has_small_ids() {
    std::array<bool, 3> asked = {true, false, false};
    for (const Body& body : bodies) {
      for_each_mux_call(*body.kernel, [&](llvm::CallInst& call, MuxBuiltin builtin) {
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
        llvm::Value* small = builder.CreateICmpULE(end, builder.getInt64(vecz::largest_id));
        all = all ? builder.CreateAnd(all, small) : small;
      }
    }
    return all;
  }

  /// Each body runs as many steps of a row as what those before it left allows.
  void share_rows() {
    llvm::Value* first = builder.getInt64(0);
    llvm::Value* limit = local_size[0];
    if (llvm::any_of(bodies, [](const Body& body) { return body.small_ids; })) {
      limit = builder.CreateSelect(has_small_ids(), limit, first, "limit");
    }
    for (Body& body : bodies) {
      llvm::Value* lanes = builder.getInt64(body.lanes);
      llvm::Value* left = builder.CreateSub(body.runs_the_rest() ? local_size[0] : limit, first);
      body.first = first;
      body.steps = body.lanes == 1 ? left : builder.CreateUDiv(left, lanes, "steps");
      if (body.runs_the_rest()) {
        body.end = local_size[0];
        continue;
      }
      body.end =
          builder.CreateAdd(first, builder.CreateMul(body.steps, lanes), "vector.end", true, true);
      first = body.end;
    }
    Body& last = bodies.back();
    if (last.masked) {
      // One for what is less than a step, one because the row may be cut where a block ends.
      last.steps = builder.CreateAdd(last.steps, builder.getInt64(most_partial_steps));
    }
    if (last.one_block) {
      llvm::Value* block = builder.getInt64(vecz::largest_id);
      llvm::Value* inside = builder.CreateAnd(first_global_id[0], vecz::largest_id - 1);
      block_end = builder.CreateSub(block, inside, "block.end");
    }
  }

  /// Slot by slot, each an array over the steps of a body, so that neighbours touch neighbouring
  /// memory.
  void lay_out_slots() {
    if (llvm::all_of(bodies,
                     [](const Body& body) { return body.whole || body.regions.slots.empty(); })) {
      for (Body& body : bodies) {
        lay_out(body, nullptr, nullptr); // none of it in memory of the group's
      }
      return;
    }
    llvm::Align alignment;
    for (const Body& body : bodies) {
      for (const Slot& slot : body.regions.slots) {
        alignment = std::max(alignment, slot.alignment);
      }
    }
    llvm::Value* scratch = create_scratch(builder, alignment);
    ask_for_scratch(alignment_bytes(alignment));
    llvm::Value* items = builder.CreateMul(local_size[0], rows, "items");
    // If no row leaves a remainder, a group runs with one body only: all use the same memory.
    const bool shared = required[0] != 0 && required[0] % bodies[0].lanes == 0;
    uint64_t bytes = 0, most = 0; // for each work-item
    for (Body& body : bodies) {
      if (body.regions.slots.empty()) {
        continue;
      }
      const uint64_t own = body.whole ? 0 : llvm::divideCeil(body.slot_bytes(), body.lanes);
      bytes = shared ? 0 : llvm::alignTo(bytes, body.regions.slots[0].alignment);
      llvm::Value* memory = builder.CreateGEP(builder.getInt8Ty(), scratch,
                                              builder.CreateMul(items, builder.getInt64(bytes)));
      lay_out(body, bytes == 0 ? scratch : memory, builder.CreateMul(body.steps, rows));
      most = std::max(most, own);
      bytes += own;
    }
    group->addFnAttr("lanewise-scratch-per-item", std::to_string(shared ? most : bytes));
    if (bodies.back().masked) {
      uint64_t each = most_partial_steps * bodies.back().slot_bytes();
      if (turned != 0) { // rows are those of a launch, in x, for whom allots this memory
        const uint64_t in_launch_rows = required[0] * required[1] * required[2] / required[turned];
        each = llvm::divideCeil(each * required[1] * required[2], in_launch_rows);
      }
      group->addFnAttr("lanewise-scratch-per-row", std::to_string(each));
    }
  }

  void lay_out(Body& body, llvm::Value* memory, llvm::Value* count) {
    uint64_t offset = 0;
    for (const Slot& slot : body.regions.slots) {
      if (slot.kind != Slot::Kind::own || body.whole) {
        const bool is_own = slot.kind == Slot::Kind::own;
        llvm::Type* type = is_own
                               ? llvm::ArrayType::get(builder.getInt8Ty(),
                                                      slot.size * required[1] * steps_of_row(body))
                               : slot.address->getValueType();
        auto* variable = builder.CreateAlloca(type, nullptr, is_own ? "kept" : "shared");
        variable->setAlignment(slot.alignment);
        variable->setMetadata(vecz::group_variable, llvm::MDNode::get(context, {}));
        body.slot_arrays.push_back(variable);
        continue;
      }
      body.slot_arrays.push_back(builder.CreateGEP(
          builder.getInt8Ty(), memory, builder.CreateMul(count, builder.getInt64(offset))));
      offset += slot.size;
    }
  }

  llvm::PHINode* begin_loop(const char* name, llvm::Value* first) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(context, name, group);
    builder.CreateBr(body);
    builder.SetInsertPoint(body);
    llvm::PHINode* id = builder.CreatePHI(builder.getInt64Ty(), 2, name);
    id->addIncoming(first, before);
    return id;
  }

  llvm::BranchInst* end_loop(llvm::PHINode* id, llvm::Value* count, llvm::Value* step) {
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
  llvm::Value* make_loops(unsigned number) {
    llvm::Value* reached = builder.getInt32(0);
    if (waiting) {
      builder.CreateStore(reached, waiting);
    }
    if (bodies.size() == 1) {
      reached = make_nest(bodies[0], number);
    } else {
      for (Body& body : bodies) {
        llvm::Value* has_steps = builder.CreateICmpULT(body.first, body.end);
        reached = make_if(has_steps, reached, [&] { return make_nest(body, number); });
      }
    }
    return waiting ? builder.CreateLoad(builder.getInt32Ty(), waiting) : reached;
  }

  /// for each row, for x of the body's part of it: one call of the region for each step.
  llvm::Value* make_nest(Body& body, unsigned number) {
    Part& part = body.parts[number];
    note_reachable(*part.region.function);
    llvm::Value* zero = builder.getInt64(0);
    if (body.whole) {
      llvm::Value* all =
          call_region(body, part.region, {zero, zero, zero}, builder.getInt64(body.lanes), zero);
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
  void count_up(llvm::PHINode& row, llvm::PHINode* y, llvm::PHINode* z, llvm::Value* step) {
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

  /// What `make` makes, if `condition` holds; its result, or `otherwise`.
  template <typename F>
  llvm::Value* make_if(llvm::Value* condition, llvm::Value* otherwise, F make) {
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

  llvm::CallInst* call_region(const Body& body, RegionFunction& region, const Dimensions& local,
                              llvm::Value* lanes, llvm::Value* row) {
    llvm::SmallVector<llvm::Value*> arguments;
    for (const RegionFunction::Parameter& parameter : region.parameters) {
      arguments.push_back(make_argument(body, parameter, local, lanes, row));
    }
    llvm::CallInst* call = builder.CreateCall(region.function, arguments, "reached");
    calls.push_back(call);
    return call;
  }

  /// The loop over x with a body; `first` are the local ids that it begins with.
  llvm::Value* make_innermost(Body& body, Part& part, Dimensions first, llvm::Value* row) {
    llvm::PHINode* x = begin_loop("x", first[0]);
    const Dimensions local = {x, first[1], first[2]};
    llvm::Value* lanes = body.masked ? partial_step(body, x) : builder.getInt64(body.lanes);
    llvm::Value* reached = run_step(body, part, local, lanes, row);
    llvm::Value* step =
        part.steps == 1 ? lanes : builder.getInt64(uint64_t(body.lanes) * part.steps);
    llvm::BranchInst* latch = end_loop(x, body.end, step);
    if (body.lanes > 1 || bodies.size() > 1 || has_progress_points) {
      keep_as_it_is(latch);
    } else {
      llvm::MDNode* access_group = llvm::MDNode::getDistinct(context, {});
      part.region.mark_parallel(access_group);
      mark_parallel_loop(latch, access_group);
    }
    return reached;
  }

  /// One step: the region, unless its work-items have returned. What they have reached.
  llvm::Value* run_step(Body& body, Part& part, const Dimensions& local, llvm::Value* lanes,
                        llvm::Value* row) {
    if (!body.returns_early()) {
      llvm::Value* reached = call_region(body, part.region, local, lanes, row);
      note_reached(reached);
      return reached;
    }
    const auto number =
        llvm::find_if(body.regions.slots,
                      [&](const Slot& slot) { return slot.address == body.regions.reached; }) -
        body.regions.slots.begin();
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
    if (has_progress_points) {
      return run_if_free(before, run);
    }
    llvm::Value* own =
        one_for_all ? region_to_run : builder.getInt32(barriers()[part.number - 1].id);
    llvm::Value* waits = builder.CreateICmpEQ(before, own);
    if (one_for_all) { // in the first round nothing has been kept
      waits = builder.CreateOr(waits, builder.CreateICmpEQ(own, builder.getInt32(0)));
    }
    return make_if(waits, before, run_and_note);
  }

  /// Runs a step from where it is, `before`, unless it waits at a barrier that this round does not
  /// release, or has returned.
  template <typename F> llvm::Value* run_if_free(llvm::Value* before, F run) {
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

  /// Counts what a step has reached for the whole group, of which others may have returned.
  void note_reached(llvm::Value* reached) {
    if (waiting) {
      llvm::Value* most = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umax, builder.CreateLoad(builder.getInt32Ty(), waiting), reached);
      builder.CreateStore(most, waiting);
    }
  }

  /// In the order that RegionFunction describes.
  llvm::Value* make_argument(const Body& body, const RegionFunction::Parameter& parameter,
                             const Dimensions& local, llvm::Value* lanes, llvm::Value* row) {
    unsigned number = parameter.number;
    if (number < group->arg_size()) {
      return group->getArg(number);
    }
    number -= group->arg_size();
    if (number < 6) {
      const unsigned dimension = number % 3;
      const uint64_t behind = dimension == 0   ? uint64_t(body.lanes) * parameter.step
                              : dimension == 1 ? parameter.row
                                               : 0;
      llvm::Value* id = behind == 0 ? local[dimension]
                                    : builder.CreateAdd(local[dimension], builder.getInt64(behind),
                                                        "", true, true);
      return number < 3 ? id : builder.CreateAdd(first_global_id[dimension], id);
    }
    if (number == 6) {
      return builder.CreateTrunc(lanes, builder.getInt32Ty(), "lanes");
    }
    number -= 7;
    return number == body.regions.slots.size()
               ? region_to_run
               : slot_address(body, number, parameter, row, local[0]);
  }

  /// The work-items of one step of a masked form: what is left of the row, or of the block of ids,
  /// but no more than it has lanes.
  llvm::Value* partial_step(const Body& body, llvm::Value* x) {
    llvm::Value* end = body.end;
    if (body.one_block) {
      llvm::Value* inside =
          builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, block_end, body.end);
      end = builder.CreateSelect(builder.CreateICmpULT(x, inside), inside, body.end);
    }
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder.CreateSub(end, x),
                                         builder.getInt64(body.lanes));
  }

  /// The address of a slot, `behind` the step that begins at `x`.
  llvm::Value* slot_address(const Body& body, unsigned number,
                            const RegionFunction::Parameter& behind, llvm::Value* row,
                            llvm::Value* x) {
    const Slot& slot = body.regions.slots[number];
    llvm::Value* array = body.slot_arrays[number];
    if (slot.kind != Slot::Kind::own) {
      return array;
    }
    llvm::Value* step = builder.CreateSub(x, body.first);
    if (body.masked) { // behind a step for fewer work-items
      step = builder.CreateAdd(step, builder.getInt64(body.lanes - 1));
    }
    step = builder.CreateUDiv(step, builder.getInt64(body.lanes));
    if (behind.row != 0) {
      row = builder.CreateAdd(row, builder.getInt64(behind.row), "", true, true);
    }
    if (behind.step != 0) {
      step = builder.CreateAdd(step, builder.getInt64(behind.step), "", true, true);
    }
    llvm::Value* item = builder.CreateAdd(builder.CreateMul(row, body.steps, "", true, true), step,
                                          "item", true, true);
    return builder.CreateInBoundsGEP(llvm::ArrayType::get(builder.getInt8Ty(), slot.size), array,
                                     item);
  }

  /// What the region wrote is what the next one reads.
  void pass_on_shared_slots() {
    for (const Body& body : bodies) {
      const auto& slots = body.regions.slots;
      for (size_t i = 0; i + 1 < slots.size(); ++i) {
        if (slots[i].kind == Slot::Kind::shared_now) {
          assert(slots[i + 1].kind == Slot::Kind::shared_next && "two slots for each value");
          llvm::Value* written = builder.CreateAlignedLoad(
              slots[i].address->getValueType(), body.slot_arrays[i + 1], slots[i].alignment);
          builder.CreateAlignedStore(written, body.slot_arrays[i], slots[i].alignment);
        }
      }
    }
  }

  void mark_parallel_loop(llvm::BranchInst* latch, llvm::MDNode* access_group) {
    set_loop_hints(latch, {llvm::MDNode::get(
                              context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"),
                                        access_group})});
  }

  /// Neither the vector loop nor what remains of it is to be vectorised again.
  void keep_as_it_is(llvm::BranchInst* latch) {
    llvm::MDNode* vectorized =
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.isvectorized"),
                                    llvm::ConstantAsMetadata::get(builder.getInt32(1))});
    set_loop_hints(latch, {vectorized, loop_hint(context, "llvm.loop.unroll.disable")});
  }

  /// All work-items of a group that have not returned reach the same barrier.
  void go_on(llvm::Value* reached, llvm::ArrayRef<llvm::BasicBlock*> begins) {
    llvm::SmallVector<uint32_t> next;
    next.swap(reachable);
    if (next.empty() || llvm::all_of(next, [](uint32_t id) { return id == 0; })) {
      builder.CreateRetVoid();
      return;
    }
    auto* end = llvm::BasicBlock::Create(context, "end", group);
    llvm::SwitchInst* where = builder.CreateSwitch(reached, end, begins.size());
    for (size_t i = 0; i < barriers().size(); ++i) {
      const uint32_t id = barriers()[i].id;
      if (llvm::is_contained(next, id)) {
        where->addCase(builder.getInt32(id), begins[i + 1]);
      }
    }
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
  }

  void note_reachable(const llvm::Function& region) {
    for (const llvm::BasicBlock& block : region) {
      if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        reachable.push_back(llvm::cast<llvm::ConstantInt>(end->getReturnValue())->getZExtValue());
      }
    }
  }

  static void inline_region(llvm::CallInst* call) {
    llvm::Function* region = call->getCalledFunction();
    llvm::InlineFunctionInfo info;
    [[maybe_unused]] const auto inlined = llvm::InlineFunction(*call, info);
    assert(inlined.isSuccess());
    region->eraseFromParent();
  }

  llvm::Function& item_kernel;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  const vecz::VectorRegisters registers;
  const unsigned turned; ///< the dimension of lanes, which is 0 here, as x is that one
  const bool linear;     ///< all work-items of a group are one row, and local ids in x mean that
  std::array<uint64_t, 3> required; ///< sizes of groups as rows, zeros if not known
  llvm::DebugLoc location;
  llvm::SmallVector<Body, 3> bodies; ///< by falling lanes, last who runs the rest of a row
  llvm::SmallVector<llvm::GlobalVariable*> all_slots; ///< of all bodies, those left out included
  llvm::Function* group = nullptr;
  Dimensions local_size = {};
  llvm::Value* rows = nullptr;
  bool one_for_all = false; ///< the same loops run all regions
  bool has_progress_points = false;
  /// By these loops: the barrier behind which all go on, or where a step goes on.
  llvm::Value* region_to_run = nullptr;
  llvm::Value* block_end = nullptr; ///< the local id at which a block of ids ends
  /// Where some work-items may return early: an i32 for the barrier that the others have reached.
  llvm::AllocaInst* waiting = nullptr;
  Dimensions first_global_id = {};
  llvm::SmallVector<llvm::CallInst*> calls;
  llvm::SmallVector<uint32_t> reachable; ///< barriers, from the region at hand
};

} // namespace

bool work_item_loops(llvm::Module& module, const vecz::VectorRegisters& registers) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    WorkGroupFunction function(*kernel, registers);
    function.build();
    function.remove_what_was_built_from();
  }
  return !kernels.empty();
}

} // namespace compiler
