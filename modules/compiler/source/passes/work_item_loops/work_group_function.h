// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_WORK_GROUP_FUNCTION_H
#define PASSES_WORK_ITEM_LOOPS_WORK_GROUP_FUNCTION_H

#include "compiler/mux_builtins.h"
#include "passes/work_item_loops/work_group_plan.h"

#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// A body of the plan, and the values that its loops share.
struct EmittedBody {
  explicit EmittedBody(Body& planned) : plan(planned) {}

  Body& plan;
  /// The part of each row that it runs: local ids from `first` to `end`, in at most `steps` steps.
  llvm::Value *first = nullptr, *end = nullptr, *steps = nullptr;
  /// Of each slot: where it is for the first step, and how many bytes further for the next one; or
  /// the address of a shared one.
  llvm::SmallVector<std::pair<llvm::Value*, uint64_t>> slot_arrays;
};

/// Emits the work-group function of one kernel as planned.
class WorkGroupFunction {
public:
  explicit WorkGroupFunction(WorkGroupPlan& planned);
  void build();
  /// Removes the kernel and its vector forms, which the work-group function replaces, and then the
  /// declarations that stood for slots in them. Nothing else can be done afterwards.
  void remove_what_was_built_from();

private:
  // work_group_function.cpp: its entry, the order of its regions
  void run_regions();
  void run_one_function();
  llvm::Value* is_progress_point(llvm::Value* reached);
  void make_function();
  llvm::Value* ask(MuxBuiltin builtin, unsigned dimension);
  void enter();
  void move_large_variables();
  void ask_for_scratch(uint64_t bytes);
  llvm::Value* all_ids_fit_int();
  void share_rows();
  void go_on(llvm::Value* reached, llvm::ArrayRef<llvm::BasicBlock*> begins);
  void note_reachable(const llvm::Function& region);
  static void inline_region(llvm::CallInst* call);

  // work_group_slots.cpp: values kept across barriers
  void lay_out_slots();
  void lay_out(EmittedBody& body, llvm::Value* memory, llvm::Value* count);
  llvm::Value* slot_address(const EmittedBody& body, unsigned number,
                            const RegionFunction::Parameter& behind, llvm::Value* row,
                            llvm::Value* x);
  void pass_on_shared_slots();

  // work_group_loops.cpp: the loops of a region
  llvm::PHINode* begin_loop(const char* name, llvm::Value* first);
  llvm::BranchInst* end_loop(llvm::PHINode* id, llvm::Value* count, llvm::Value* step);
  llvm::Value* make_loops(unsigned number);
  llvm::Value* make_nest(EmittedBody& body, unsigned number);
  void count_up(llvm::PHINode& row, llvm::PHINode* y, llvm::PHINode* z, llvm::Value* step);
  llvm::Value* make_if(llvm::Value* condition, llvm::Value* otherwise,
                       llvm::function_ref<llvm::Value*()> make);
  llvm::CallInst* call_region(const EmittedBody& body, RegionFunction& region,
                              const Dimensions& local, llvm::Value* lanes, llvm::Value* row);
  llvm::Value* make_innermost(EmittedBody& body, Part& part, Dimensions first, llvm::Value* row);
  llvm::Value* run_step(EmittedBody& body, Part& part, const Dimensions& local, llvm::Value* lanes,
                        llvm::Value* row);
  llvm::Value* run_if_free(llvm::Value* before, llvm::function_ref<llvm::Value*()> run);
  void note_reached(llvm::Value* reached);
  llvm::Value* make_argument(const EmittedBody& body, const RegionFunction::Parameter& parameter,
                             const Dimensions& local, llvm::Value* lanes, llvm::Value* row);
  llvm::Value* partial_step(const EmittedBody& body, llvm::Value* x);
  void mark_parallel_loop(llvm::BranchInst* latch, llvm::MDNode* access_group);
  void keep_as_it_is(llvm::BranchInst* latch);

  WorkGroupPlan& plan;
  llvm::Function& item_kernel;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  const std::array<uint64_t, 3>& required; ///< as in the plan
  llvm::DebugLoc location;
  llvm::SmallVector<EmittedBody, 3> bodies; ///< those of the plan
  llvm::Function* group = nullptr;
  Dimensions local_size = {};
  llvm::Value* rows = nullptr;
  /// Where the same loops run all regions: the barrier behind which all work-items go on, or the
  /// place at which a step goes on.
  llvm::Value* region_to_run = nullptr;
  llvm::Value* wrap_at = nullptr; ///< the local id in x at which a truncated global id wraps
  /// Where some work-items may return early: an i32 for the barrier that the others have reached.
  llvm::AllocaInst* waiting = nullptr;
  Dimensions first_global_id = {};
  llvm::SmallVector<llvm::CallInst*> calls;
  llvm::SmallVector<uint32_t> reachable; ///< barriers, from the region at hand
};

} // namespace compiler

#endif
