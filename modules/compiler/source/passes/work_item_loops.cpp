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

/// What runs inside the loops: the kernel itself, one work-item a step, or one of its vector forms.
struct Body {
  llvm::Function* kernel = nullptr;
  unsigned lanes = 1; ///< work-items a step
  BarrierRegions regions;
  /// The part of each row that it runs: local ids from `first` to `end`, in `steps` steps.
  llvm::Value *first = nullptr, *end = nullptr, *steps = nullptr;
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
    for (unsigned number = 0; number <= barriers().size(); ++number) {
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
    for (const Body& body : bodies) {
      for (const Slot& slot : body.regions.slots) {
        slot.address->eraseFromParent();
      }
    }
  }

private:
  [[nodiscard]] const llvm::SmallVector<Barrier>& barriers() const {
    return bodies.back().regions.barriers;
  }

  void cut() {
    for (const vecz::VectorForm& form : vecz::vector_forms(item_kernel)) {
      bodies.push_back({form.function, form.width, {}, nullptr, nullptr, nullptr, {}});
    }
    llvm::sort(bodies, [](const Body& a, const Body& b) { return a.lanes > b.lanes; });
    bodies.push_back({&item_kernel, 1, {}, nullptr, nullptr, nullptr, {}});
    for (Body& body : bodies) {
      body.regions = cut_at_barriers(*body.kernel);
    }
    // A barrier may have been found unreachable in one form only: then that one is left out.
    const llvm::SmallVector<Barrier> all = barriers();
    llvm::erase_if(bodies, [&](const Body& body) {
      const auto same = [](const Barrier& a, const Barrier& b) { return a.id == b.id; };
      return !llvm::equal(all, body.regions.barriers, same);
    });
    for (Body& body : bodies) {
      if (body.regions.barriers.empty()) {
        move_large_variables(*body.kernel); // otherwise all variables are in slots
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
    vecz::forget_vector_forms(*group);
    group->takeName(&item_kernel);
    for (auto [from, to] : llvm::zip(item_kernel.args(), group->args())) {
      to.setName(from.getName());
    }
    location = wrap_subprogram(item_kernel, *group);
    uint64_t most = 0; // bodies never run at the same time on one thread
    for (const Body& body : bodies) {
      most = std::max(most, body.kernel->getFnAttributeAsParsedInteger(fixed_scratch, 0));
    }
    if (most != 0) {
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
    share_rows();
    lay_out_slots();
  }

  /// Each body runs as many steps of a row as what those before it left allows. Vector forms run
  /// only where ids are as small as they were promised.
  void share_rows() {
    llvm::Value* first = builder.getInt64(0);
    llvm::Value* limit = local_size[0];
    if (bodies.size() > 1) {
      llvm::Value* end = builder.CreateAdd(first_global_id[0], local_size[0]);
      limit = builder.CreateSelect(builder.CreateICmpULE(end, builder.getInt64(vecz::largest_id)),
                                   limit, first, "limit");
    }
    for (Body& body : bodies) {
      body.first = first;
      if (body.lanes == 1) {
        body.end = local_size[0];
        body.steps = bodies.size() == 1 ? local_size[0] : builder.CreateSub(local_size[0], first);
        continue;
      }
      llvm::Value* lanes = builder.getInt64(body.lanes);
      body.steps = builder.CreateUDiv(builder.CreateSub(limit, first), lanes, "steps");
      body.end =
          builder.CreateAdd(first, builder.CreateMul(body.steps, lanes), "vector.end", true, true);
      first = body.end;
    }
  }

  /// Slot by slot, each an array over the steps of a body, so that neighbours touch neighbouring
  /// memory.
  void lay_out_slots() {
    if (llvm::all_of(bodies, [](const Body& body) { return body.regions.slots.empty(); })) {
      return;
    }
    llvm::Value* scratch =
        builder.CreateCall(declare(module, MuxBuiltin::get_private_scratch), {}, "scratch");
    llvm::Value* rows = builder.CreateMul(local_size[1], local_size[2], "rows");
    llvm::Value* items = builder.CreateMul(local_size[0], rows, "items");
    // If no row leaves a remainder, a group runs with one body only: all use the same memory.
    const bool shared = required[0] != 0 && required[0] % bodies[0].lanes == 0;
    uint64_t bytes = 0, most = 0; // for each work-item
    for (Body& body : bodies) {
      if (body.regions.slots.empty()) {
        continue;
      }
      const uint64_t own = llvm::divideCeil(body.slot_bytes(), body.lanes);
      bytes = shared ? 0 : llvm::alignTo(bytes, body.regions.slots[0].alignment);
      llvm::Value* memory = builder.CreateGEP(builder.getInt8Ty(), scratch,
                                              builder.CreateMul(items, builder.getInt64(bytes)));
      lay_out(body, bytes == 0 ? scratch : memory, builder.CreateMul(body.steps, rows));
      most = std::max(most, own);
      bytes += own;
    }
    group->addFnAttr("lanewise-scratch-per-item", std::to_string(shared ? most : bytes));
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

  /// The region for all work-items, with one body after the other. (In nests of loops of their
  /// own: conditions inside of one would make LLVM copy it for each of their values.) Gives the
  /// barrier that was reached.
  llvm::Value* make_loops(unsigned number) {
    if (bodies.size() == 1) {
      return make_nest(bodies[0], number);
    }
    llvm::Value* reached = builder.getInt32(0);
    for (Body& body : bodies) {
      reached =
          skip_if_empty(body.first, body.end, reached, [&] { return make_nest(body, number); });
    }
    return reached;
  }

  /// for z, for y, for x of the body's part of each row: one call of the region for each step.
  llvm::Value* make_nest(Body& body, unsigned number) {
    llvm::PHINode* z = begin_loop("z");
    llvm::PHINode* y = begin_loop("y");
    llvm::Value* row = builder.CreateAdd(builder.CreateMul(z, local_size[1]), y, "row");
    llvm::Value* reached = make_innermost(body, number, {body.first, y, z}, row);
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
  llvm::Value* make_innermost(Body& body, unsigned number, Dimensions first, llvm::Value* row) {
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
    llvm::BranchInst* latch = end_loop(x, body.end, body.lanes);
    if (bodies.size() > 1) {
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
    llvm::Value* step = x;
    if (bodies.size() > 1) {
      step = builder.CreateUDiv(builder.CreateSub(x, body.first), builder.getInt64(body.lanes));
    }
    llvm::Value* item = builder.CreateAdd(builder.CreateMul(row, body.steps, "", true, true), step,
                                          "item", true, true);
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
  const std::array<uint64_t, 3> required;
  llvm::DebugLoc location;
  llvm::SmallVector<Body, 3> bodies; ///< by falling lanes, the kernel itself last
  llvm::Function* group = nullptr;
  Dimensions local_size = {};
  Dimensions first_global_id = {};
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
    const auto forms = vecz::vector_forms(*kernel);
    WorkGroupFunction(*kernel).build();
    kernel->eraseFromParent();
    for (const vecz::VectorForm& form : forms) {
      form.function->eraseFromParent();
    }
  }
  return !kernels.empty();
}

} // namespace compiler
