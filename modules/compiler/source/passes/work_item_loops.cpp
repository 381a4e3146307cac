// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops.h"

#include "compiler/debug_info.h"
#include "compiler/mux_builtins.h"
#include "passes/barrier_regions.h"
#include "passes/private_memory.h"
#include "size_metadata.h"

#include <array>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

using Dimensions = std::array<llvm::Value*, 3>;

/// A region as a function of its own, to be inlined into the loops: the kernel's arguments, then
/// local ids and global ids (x, y, z each), then the address of each slot for one work-item. Gives
/// the id of the barrier that was reached, or 0 at the kernel's end.
class RegionFunction {
public:
  RegionFunction(llvm::Function& item_kernel, const BarrierRegions& all, unsigned number)
      : kernel(item_kernel), regions(all), context(kernel.getContext()) {
    make_function(number);
    copy_blocks(number == 0 ? &kernel.getEntryBlock() : regions.barriers[number - 1].after);
    replace_ids();
    replace_slots();
  }

  /// Marks what no other work-item's access can depend on. Memory of the work-item itself is left
  /// out: after inlining all work-items share one stack slot.
  void mark_parallel(llvm::MDNode* group) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (!pointer || instruction.isAtomic() || instruction.isVolatile() ||
          instruction.hasMetadata(llvm::LLVMContext::MD_access_group)) {
        continue;
      }
      if (pointer->getType()->getPointerAddressSpace() != 0 ||
          llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(pointer))) {
        instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
      }
    }
  }

  llvm::Function* function = nullptr;

private:
  void make_function(unsigned number) {
    auto* i64 = llvm::Type::getInt64Ty(context);
    llvm::SmallVector<llvm::Type*> parameters(kernel.getFunctionType()->params());
    parameters.append(6, i64);
    parameters.append(regions.slots.size(), llvm::PointerType::get(context, 0));
    function = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getInt32Ty(context), parameters, false),
        llvm::GlobalValue::InternalLinkage, kernel.getName() + ".region." + llvm::Twine(number),
        *kernel.getParent());
    function->setDoesNotThrow();
    for (auto [from, to] : llvm::zip(kernel.args(), function->args())) {
      to.setName(from.getName());
      values[&from] = &to;
    }
    ids = kernel.arg_size();
  }

  void copy_blocks(llvm::BasicBlock* start) {
    const auto blocks = blocks_of_region(start, regions);
    llvm::SmallVector<llvm::BasicBlock*> copies;
    for (llvm::BasicBlock* block : blocks) {
      llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, values, "", function);
      values[block] = copy;
      copies.push_back(copy);
    }
    for (llvm::BasicBlock* copy : copies) {
      end_at_barrier_or_return(*copy);
      drop_missing_predecessors(*copy);
    }
    llvm::remapInstructionsInBlocks(copies, values);
  }

  /// Still in terms of the kernel's blocks: the copies are remapped afterwards.
  void drop_missing_predecessors(llvm::BasicBlock& copy) {
    for (llvm::PHINode& phi : llvm::make_early_inc_range(copy.phis())) {
      phi.removeIncomingValueIf([&](unsigned i) { return !values.count(phi.getIncomingBlock(i)); },
                                /*DeletePHIIfEmpty=*/false);
    }
  }

  void end_at_barrier_or_return(llvm::BasicBlock& copy) {
    llvm::Instruction* end = copy.getTerminator();
    llvm::IRBuilder<> builder(end);
    if (llvm::isa<llvm::ReturnInst>(end)) {
      builder.CreateRet(builder.getInt32(0));
      end->eraseFromParent();
      return;
    }
    auto* first = llvm::dyn_cast_or_null<llvm::CallInst>(end->getPrevNode());
    if (first && mux_builtin(*first) == MuxBuiltin::work_group_barrier) {
      builder.CreateRet(first->getArgOperand(0));
      end->eraseFromParent();
      first->eraseFromParent();
    }
  }

  void replace_ids() {
    const auto arguments = [&](size_t first) {
      return Dimensions{function->getArg(first), function->getArg(first + 1),
                        function->getArg(first + 2)};
    };
    const Dimensions local = arguments(ids), global = arguments(ids + 3);
    for_each_mux_call(*function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (builtin != MuxBuiltin::get_local_id && builtin != MuxBuiltin::get_global_id) {
        return;
      }
      llvm::IRBuilder<> builder(&call);
      call.replaceAllUsesWith(select_dimension(
          builder, call.getArgOperand(0), builtin == MuxBuiltin::get_local_id ? local : global));
      call.eraseFromParent();
    });
  }

  void replace_slots() {
    for (size_t i = 0; i < regions.slots.size(); ++i) {
      llvm::Argument* address = function->getArg(ids + 6 + i);
      regions.slots[i].address->replaceUsesWithIf(address, [&](const llvm::Use& use) {
        auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return user && user->getFunction() == function;
      });
    }
  }

  llvm::Function& kernel;
  const BarrierRegions& regions;
  llvm::LLVMContext& context;
  llvm::ValueToValueMapTy values;
  size_t ids = 0;
};

/// Builds the work-group function of one kernel.
class WorkGroupFunction {
public:
  explicit WorkGroupFunction(llvm::Function& kernel)
      : item_kernel(kernel), module(*kernel.getParent()), context(kernel.getContext()),
        builder(context), required(size_metadata(kernel, "reqd_work_group_size")) {}

  void build() {
    regions = cut_at_barriers(item_kernel);
    if (regions.barriers.empty()) {
      move_large_variables(item_kernel); // otherwise all variables are in slots
    }
    make_function();
    enter();
    llvm::SmallVector<llvm::BasicBlock*> begins;
    for (unsigned number = 0; number <= regions.barriers.size(); ++number) {
      begins.push_back(llvm::BasicBlock::Create(context, "region." + llvm::Twine(number)));
    }
    builder.CreateBr(begins[0]);
    llvm::SmallVector<llvm::CallInst*> calls;
    for (unsigned number = 0; number < begins.size(); ++number) {
      group->insert(group->end(), begins[number]);
      builder.SetInsertPoint(begins[number]);
      calls.push_back(make_loops(number));
      go_on(calls.back(), begins);
    }
    for (llvm::CallInst* call : calls) {
      inline_region(call);
    }
    for (const Slot& slot : regions.slots) {
      slot.address->eraseFromParent();
    }
  }

private:
  /// Takes the kernel's place: name, arguments, attributes, metadata.
  void make_function() {
    group = llvm::Function::Create(item_kernel.getFunctionType(), item_kernel.getLinkage(), 0, "",
                                   nullptr);
    module.getFunctionList().insert(item_kernel.getIterator(), group);
    group->copyAttributesFrom(&item_kernel);
    group->copyMetadata(&item_kernel, 0);
    group->takeName(&item_kernel);
    for (auto [from, to] : llvm::zip(item_kernel.args(), group->args())) {
      to.setName(from.getName());
    }
    location = wrap_subprogram(item_kernel, *group);
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
    lay_out_slots();
  }

  /// Slot by slot, each an array over the work-items, so that neighbours touch neighbouring memory.
  void lay_out_slots() {
    if (regions.slots.empty()) {
      return;
    }
    llvm::Value* scratch =
        builder.CreateCall(declare(module, MuxBuiltin::get_private_scratch), {}, "scratch");
    llvm::Value* items =
        builder.CreateMul(builder.CreateMul(local_size[0], local_size[1]), local_size[2], "items");
    uint64_t offset = 0;
    for (const Slot& slot : regions.slots) {
      slot_arrays.push_back(builder.CreateGEP(builder.getInt8Ty(), scratch,
                                              builder.CreateMul(items, builder.getInt64(offset))));
      offset = offset + slot.size;
    }
    group->addFnAttr("lanewise-scratch-per-item", std::to_string(offset));
  }

  llvm::PHINode* begin_loop(const char* name) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(context, name, group);
    builder.CreateBr(body);
    builder.SetInsertPoint(body);
    llvm::PHINode* id = builder.CreatePHI(builder.getInt64Ty(), 2, name);
    id->addIncoming(builder.getInt64(0), before);
    return id;
  }

  llvm::BranchInst* end_loop(llvm::PHINode* id, llvm::Value* count) {
    llvm::Value* next = builder.CreateAdd(id, builder.getInt64(1), "", true, true);
    id->addIncoming(next, builder.GetInsertBlock());
    auto* done = llvm::BasicBlock::Create(context, "", group);
    auto* branch = builder.CreateCondBr(builder.CreateICmpULT(next, count), id->getParent(), done);
    builder.SetInsertPoint(done);
    return branch;
  }

  /// for z, for y, for x: one call of the region for each work-item.
  llvm::CallInst* make_loops(unsigned number) {
    RegionFunction region(item_kernel, regions, number);
    llvm::MDNode* access_group = llvm::MDNode::getDistinct(context, {});
    region.mark_parallel(access_group);

    llvm::PHINode* z = begin_loop("z");
    llvm::PHINode* y = begin_loop("y");
    llvm::Value* row = builder.CreateMul(builder.CreateAdd(builder.CreateMul(z, local_size[1]), y),
                                         local_size[0], "row", true, true);
    llvm::PHINode* x = begin_loop("x");
    const Dimensions local = {x, y, z};
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : group->args()) {
      arguments.push_back(&argument);
    }
    arguments.append(local.begin(), local.end());
    for (unsigned i = 0; i < 3; ++i) {
      arguments.push_back(builder.CreateAdd(first_global_id[i], local[i]));
    }
    llvm::Value* item =
        slot_arrays.empty() ? nullptr : builder.CreateAdd(row, x, "item", true, true);
    for (auto [slot, array] : llvm::zip(regions.slots, slot_arrays)) {
      arguments.push_back(builder.CreateInBoundsGEP(
          llvm::ArrayType::get(builder.getInt8Ty(), slot.size), array, item));
    }
    llvm::CallInst* call = builder.CreateCall(region.function, arguments, "reached");
    mark_parallel_loop(end_loop(x, local_size[0]), access_group);
    keep_rolled(end_loop(y, local_size[1]));
    keep_rolled(end_loop(z, local_size[2]));
    return call;
  }

  void mark_parallel_loop(llvm::BranchInst* latch, llvm::MDNode* access_group) {
    llvm::MDNode* parallel = llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), access_group});
    set_loop_hint(latch, parallel);
  }

  /// Copies of a whole vector loop make code larger and nothing faster.
  void keep_rolled(llvm::BranchInst* latch) {
    set_loop_hint(latch, llvm::MDNode::get(
                             context, {llvm::MDString::get(context, "llvm.loop.unroll.disable")}));
  }

  void set_loop_hint(llvm::BranchInst* latch, llvm::MDNode* hint) {
    llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, hint});
    loop->replaceOperandWith(0, loop);
    latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }

  /// All work-items of a group reach the same barrier, so the last one's answer holds for all.
  void go_on(llvm::CallInst* reached, llvm::ArrayRef<llvm::BasicBlock*> begins) {
    llvm::SmallVector<uint32_t> next = reachable(*reached->getCalledFunction());
    if (next.empty() || (next.size() == 1 && next[0] == 0)) {
      builder.CreateRetVoid();
      return;
    }
    auto* end = llvm::BasicBlock::Create(context, "end", group);
    llvm::SwitchInst* where = builder.CreateSwitch(reached, end, begins.size());
    for (size_t i = 0; i < regions.barriers.size(); ++i) {
      if (llvm::is_contained(next, regions.barriers[i].id)) {
        where->addCase(builder.getInt32(regions.barriers[i].id), begins[i + 1]);
      }
    }
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
  }

  static llvm::SmallVector<uint32_t> reachable(const llvm::Function& region) {
    llvm::SmallVector<uint32_t> ids;
    for (const llvm::BasicBlock& block : region) {
      if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
        ids.push_back(llvm::cast<llvm::ConstantInt>(end->getReturnValue())->getZExtValue());
      }
    }
    llvm::sort(ids);
    ids.erase(llvm::unique(ids), ids.end());
    return ids;
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
  BarrierRegions regions;
  llvm::Function* group = nullptr;
  Dimensions local_size = {};
  Dimensions first_global_id = {};
  llvm::SmallVector<llvm::Value*> slot_arrays;
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
    WorkGroupFunction(*kernel).build();
    kernel->eraseFromParent();
  }
  return !kernels.empty();
}

} // namespace compiler
