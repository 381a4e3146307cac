// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops.h"

#include "compiler/debug_info.h"
#include "compiler/mux_builtins.h"
#include "passes/private_memory.h"
#include "passes/region_function.h"
#include "size_metadata.h"
#include "vecz/vectorize.h"

#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// What runs inside the loops: the kernel itself, one work-item a step, or its vector form.
struct Body {
  llvm::Function* kernel = nullptr;
  unsigned lanes = 1; ///< work-items a step
  BarrierRegions regions;
  llvm::SmallVector<llvm::Value*> slot_arrays;

  /// The bytes of all slots for one step.
  [[nodiscard]] uint64_t slot_bytes() const {
    uint64_t sum = 0;
    for (const Slot& slot : regions.slots) {
      sum += slot.size;
    }
    return sum;
  }
};

/// Builds the work-group function of one kernel.
class WorkGroupFunction {
public:
  explicit WorkGroupFunction(llvm::Function& kernel)
      : item_kernel(kernel), module(*kernel.getParent()), context(kernel.getContext()),
        builder(context), required(size_metadata(kernel, "reqd_work_group_size")) {}

  void build() {
    cut();
    make_function();
    enter();
    llvm::SmallVector<llvm::BasicBlock*> begins;
    for (unsigned number = 0; number <= scalar.regions.barriers.size(); ++number) {
      begins.push_back(llvm::BasicBlock::Create(context, "region." + llvm::Twine(number)));
    }
    builder.CreateBr(begins[0]);
    for (unsigned number = 0; number < begins.size(); ++number) {
      group->insert(group->end(), begins[number]);
      builder.SetInsertPoint(begins[number]);
      llvm::Value* reached = make_loops(number);
      go_on(reached, begins);
    }
    for (llvm::CallInst* call : calls) {
      inline_region(call);
    }
    for (const Body* body : {&scalar, &vector}) {
      for (const Slot& slot : body->regions.slots) {
        slot.address->eraseFromParent();
      }
    }
  }

private:
  void cut() {
    scalar.kernel = &item_kernel;
    if (const auto form = vecz::vector_form(item_kernel)) {
      vector.kernel = form->function;
      vector.lanes = form->width;
    }
    for (Body* body : {&scalar, &vector}) {
      if (body->kernel) {
        body->regions = cut_at_barriers(*body->kernel);
      }
    }
    const auto same = [](const Barrier& a, const Barrier& b) { return a.id == b.id; };
    if (vector.kernel && !llvm::equal(scalar.regions.barriers, vector.regions.barriers, same)) {
      vector = {}; // one was found unreachable in one of them only
    }
    for (Body* body : {&scalar, &vector}) {
      if (body->kernel && body->regions.barriers.empty()) {
        move_large_variables(*body->kernel); // otherwise all variables are in slots
      }
    }
  }

  /// Takes the kernel's place: name, arguments, attributes, metadata.
  void make_function() {
    group = llvm::Function::Create(item_kernel.getFunctionType(), item_kernel.getLinkage(), 0, "",
                                   nullptr);
    module.getFunctionList().insert(item_kernel.getIterator(), group);
    group->copyAttributesFrom(&item_kernel);
    group->copyMetadata(&item_kernel, 0);
    vecz::forget_vector_form(*group);
    group->takeName(&item_kernel);
    for (auto [from, to] : llvm::zip(item_kernel.args(), group->args())) {
      to.setName(from.getName());
    }
    location = wrap_subprogram(item_kernel, *group);
    // The two bodies never run at the same time on one thread.
    const auto fixed = [](const Body& body) {
      return body.kernel ? body.kernel->getFnAttributeAsParsedInteger(fixed_scratch, 0) : 0;
    };
    if (const uint64_t most = std::max(fixed(scalar), fixed(vector))) {
      group->addFnAttr(fixed_scratch, std::to_string(most));
    }
  }

  llvm::Value* ask(MuxBuiltin builtin, unsigned dimension) {
    const bool is_local_size =
        builtin == MuxBuiltin::get_local_size || builtin == MuxBuiltin::get_enqueued_local_size;
    if (is_local_size && required[dimension]) {
      return builder.getInt64(required[dimension]);
    }
    return builder.CreateCall(declare(module, builtin), {builder.getInt32(dimension)});
  }

  void enter() {
    builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", group));
    builder.SetCurrentDebugLocation(location);
    for (unsigned i = 0; i < 3; ++i) {
      local_size[i] = ask(MuxBuiltin::get_local_size, i);
      llvm::Value* before = builder.CreateMul(ask(MuxBuiltin::get_group_id, i),
                                              ask(MuxBuiltin::get_enqueued_local_size, i));
      first_global_id[i] = builder.CreateAdd(before, ask(MuxBuiltin::get_global_offset, i));
    }
    if (vector.kernel) {
      vector_steps = builder.CreateUDiv(local_size[0], builder.getInt64(vector.lanes), "steps");
      vector_end = builder.CreateMul(vector_steps, builder.getInt64(vector.lanes), "", true, true);
      llvm::Value* end = builder.CreateAdd(first_global_id[0], local_size[0]);
      llvm::Value* as_promised = builder.CreateICmpULE(end, builder.getInt64(vecz::largest_id));
      vector_end = builder.CreateSelect(as_promised, vector_end, builder.getInt64(0), "vector.end");
    }
    lay_out_slots();
  }

  /// Slot by slot, each an array over the steps of a body, so that neighbours touch neighbouring
  /// memory. Those of the vector form come first; they have the larger alignments.
  void lay_out_slots() {
    if (scalar.regions.slots.empty() && vector.regions.slots.empty()) {
      return;
    }
    llvm::Value* scratch =
        builder.CreateCall(declare(module, MuxBuiltin::get_private_scratch), {}, "scratch");
    llvm::Value* rows = builder.CreateMul(local_size[1], local_size[2], "rows");
    uint64_t before = 0; // bytes for each work-item
    if (!vector.regions.slots.empty()) {
      lay_out(vector, scratch, builder.CreateMul(vector_steps, rows));
      before = llvm::divideCeil(vector.slot_bytes(), vector.lanes);
    }
    // If no row leaves a remainder, a group runs with one body only: both use the same memory.
    const bool shared = required[0] != 0 && required[0] % vector.lanes == 0;
    uint64_t bytes = std::max(before, scalar.slot_bytes());
    llvm::Value* items = builder.CreateMul(local_size[0], rows, "items");
    if (!shared && before != 0) {
      if (!scalar.regions.slots.empty()) {
        before = llvm::alignTo(before, scalar.regions.slots[0].alignment);
      }
      scratch = builder.CreateGEP(builder.getInt8Ty(), scratch,
                                  builder.CreateMul(items, builder.getInt64(before)));
      bytes = before + scalar.slot_bytes();
    }
    lay_out(scalar, scratch, items);
    group->addFnAttr("lanewise-scratch-per-item", std::to_string(bytes));
  }

  void lay_out(Body& body, llvm::Value* memory, llvm::Value* count) {
    uint64_t offset = 0;
    for (const Slot& slot : body.regions.slots) {
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
  llvm::PHINode* begin_loop(const char* name) { return begin_loop(name, builder.getInt64(0)); }

  llvm::BranchInst* end_loop(llvm::PHINode* id, llvm::Value* count, unsigned step = 1) {
    llvm::Value* next = builder.CreateAdd(id, builder.getInt64(step), "", true, true);
    id->addIncoming(next, builder.GetInsertBlock());
    auto* done = llvm::BasicBlock::Create(context, "", group);
    auto* branch = builder.CreateCondBr(builder.CreateICmpULT(next, count), id->getParent(), done);
    builder.SetInsertPoint(done);
    return branch;
  }

  /// The region for all work-items: with the vector form first, if there is one, then with the
  /// kernel for those that it left. (Two nests of loops, as conditions inside of one would make
  /// LLVM copy it for each of their values.) Gives the barrier that was reached.
  llvm::Value* make_loops(unsigned number) {
    llvm::Value* none = builder.getInt64(0);
    if (!vector.kernel) {
      return make_nest(scalar, number, none, local_size[0]);
    }
    llvm::Value* reached = skip_if_empty(none, vector_end, builder.getInt32(0), [&] {
      return make_nest(vector, number, none, vector_end);
    });
    return skip_if_empty(vector_end, local_size[0], reached,
                         [&] { return make_nest(scalar, number, vector_end, local_size[0]); });
  }

  /// for z, for y, for x from `first` to `end`: one call of the region for each step.
  llvm::Value* make_nest(Body& body, unsigned number, llvm::Value* first, llvm::Value* end) {
    llvm::PHINode* z = begin_loop("z");
    llvm::PHINode* y = begin_loop("y");
    llvm::Value* row = builder.CreateAdd(builder.CreateMul(z, local_size[1]), y, "row");
    llvm::Value* reached = make_innermost(body, number, {first, y, z}, row, end);
    keep_rolled(end_loop(y, local_size[1]));
    keep_rolled(end_loop(z, local_size[2]));
    return reached;
  }

  /// What `make` makes, if `first` is below `end`; its result, or `otherwise`.
  template <typename F>
  llvm::Value* skip_if_empty(llvm::Value* first, llvm::Value* end, llvm::Value* otherwise, F make) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* inside = llvm::BasicBlock::Create(context, "", group);
    auto* behind = llvm::BasicBlock::Create(context, "");
    builder.CreateCondBr(builder.CreateICmpULT(first, end), inside, behind);
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

  /// The loop over x with a body; `first` are the local ids that it begins with.
  llvm::Value* make_innermost(Body& body, unsigned number, Dimensions first, llvm::Value* row,
                              llvm::Value* end) {
    RegionFunction region(*body.kernel, body.regions, number);
    llvm::PHINode* x = begin_loop("x", first[0]);
    const Dimensions local = {x, first[1], first[2]};
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : group->args()) {
      arguments.push_back(&argument);
    }
    arguments.append(local.begin(), local.end());
    for (unsigned i = 0; i < 3; ++i) {
      arguments.push_back(builder.CreateAdd(first_global_id[i], local[i]));
    }
    add_slots(body, row, x, arguments);
    llvm::CallInst* call = builder.CreateCall(region.function, arguments, "reached");
    calls.push_back(call);
    note_reachable(*region.function);
    llvm::BranchInst* latch = end_loop(x, end, body.lanes);
    if (vector.kernel) {
      keep_as_it_is(latch);
    } else {
      llvm::MDNode* access_group = llvm::MDNode::getDistinct(context, {});
      region.mark_parallel(access_group);
      mark_parallel_loop(latch, access_group);
    }
    return call;
  }

  /// The addresses of the slots in the step that begins at `x`.
  void add_slots(const Body& body, llvm::Value* row, llvm::Value* x,
                 llvm::SmallVectorImpl<llvm::Value*>& arguments) {
    if (body.slot_arrays.empty()) {
      return;
    }
    llvm::Value* steps = body.lanes == 1 ? local_size[0] : vector_steps;
    llvm::Value* step = body.lanes == 1 ? x : builder.CreateUDiv(x, builder.getInt64(body.lanes));
    llvm::Value* item =
        builder.CreateAdd(builder.CreateMul(row, steps, "", true, true), step, "item", true, true);
    for (auto [slot, array] : llvm::zip(body.regions.slots, body.slot_arrays)) {
      arguments.push_back(builder.CreateInBoundsGEP(
          llvm::ArrayType::get(builder.getInt8Ty(), slot.size), array, item));
    }
  }

  void mark_parallel_loop(llvm::BranchInst* latch, llvm::MDNode* access_group) {
    set_loop_hints(latch, {llvm::MDNode::get(
                              context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"),
                                        access_group})});
  }

  /// Copies of a whole vector loop make code larger and nothing faster.
  void keep_rolled(llvm::BranchInst* latch) {
    set_loop_hints(latch, {hint("llvm.loop.unroll.disable")});
  }

  /// Neither the vector loop nor what remains of it is to be vectorised again.
  void keep_as_it_is(llvm::BranchInst* latch) {
    llvm::MDNode* vectorized =
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.isvectorized"),
                                    llvm::ConstantAsMetadata::get(builder.getInt32(1))});
    set_loop_hints(latch, {vectorized, hint("llvm.loop.unroll.disable")});
  }

  llvm::MDNode* hint(llvm::StringRef name) {
    return llvm::MDNode::get(context, {llvm::MDString::get(context, name)});
  }

  void set_loop_hints(llvm::BranchInst* latch, llvm::ArrayRef<llvm::Metadata*> hints) {
    llvm::SmallVector<llvm::Metadata*, 4> operands = {nullptr};
    operands.append(hints.begin(), hints.end());
    llvm::MDNode* loop = llvm::MDNode::getDistinct(context, operands);
    loop->replaceOperandWith(0, loop);
    latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }

  /// All work-items of a group reach the same barrier, so the last one's answer holds for all.
  void go_on(llvm::Value* reached, llvm::ArrayRef<llvm::BasicBlock*> begins) {
    llvm::SmallVector<uint32_t> next;
    next.swap(reachable);
    if (next.empty() || llvm::all_of(next, [](uint32_t id) { return id == 0; })) {
      builder.CreateRetVoid();
      return;
    }
    auto* end = llvm::BasicBlock::Create(context, "end", group);
    llvm::SwitchInst* where = builder.CreateSwitch(reached, end, begins.size());
    const auto& barriers = scalar.regions.barriers;
    for (size_t i = 0; i < barriers.size(); ++i) {
      if (llvm::is_contained(next, barriers[i].id)) {
        where->addCase(builder.getInt32(barriers[i].id), begins[i + 1]);
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
  const std::array<uint64_t, 3> required;
  llvm::DebugLoc location;
  Body scalar, vector; ///< without a kernel: there is no vector form
  llvm::Function* group = nullptr;
  Dimensions local_size = {};
  Dimensions first_global_id = {};
  llvm::Value* vector_steps = nullptr; ///< in each row
  llvm::Value* vector_end = nullptr;   ///< the first local id of a row that the vector form leaves
  llvm::SmallVector<llvm::CallInst*> calls;
  llvm::SmallVector<uint32_t> reachable; ///< barriers, from the region at hand
};

} // namespace

bool work_item_loops(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    const auto form = vecz::vector_form(*kernel);
    WorkGroupFunction(*kernel).build();
    kernel->eraseFromParent();
    if (form) {
      form->function->eraseFromParent();
    }
  }
  return !kernels.empty();
}

} // namespace compiler
