// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/region_function.h"

#include "compiler/mux_builtins.h"
#include "passes/analyses/group_call_info.h"
#include "passes/work_item_loops/coarsen_work_items.h"
#include "vecz/memory_order.h"
#include "vecz/promises.h"
#include "vecz/work_item_memory.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// An object, and the bytes of it that an access touches if they are known.
struct Place {
  explicit Place(const llvm::Instruction& access)
      : object(llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&access))) {
    const llvm::DataLayout& layout = access.getDataLayout();
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
    llvm::APInt distance(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    base = pointer->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true);
    first = distance.getSExtValue();
    end = first + int64_t(layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue());
  }

  [[nodiscard]] bool may_meet(const Place& other) const {
    return object == other.object &&
           (base != other.base || (first < other.end && other.first < end));
  }

  const llvm::Value *object, *base;
  int64_t first, end;
};

/// Whether a work-item may access again memory that it has written. LLVM 22 takes accesses that are
/// marked as parallel for independent within an iteration, too, where it joins those of
/// neighbouring fields: it would move the read before the write.
bool is_written_more_than_once(llvm::ArrayRef<llvm::Instruction*> accesses) {
  constexpr size_t max_pairs = 4096;
  const auto is_store = [](const auto* access) { return llvm::isa<llvm::StoreInst>(access); };
  if (size_t(llvm::count_if(accesses, is_store)) * accesses.size() > max_pairs) {
    return true;
  }
  llvm::SmallVector<Place> places;
  for (const llvm::Instruction* access : accesses) {
    places.emplace_back(*access);
  }
  for (size_t store = 0; store < accesses.size(); ++store) {
    for (size_t other = 0; is_store(accesses[store]) && other < accesses.size(); ++other) {
      if (places[store].may_meet(places[other]) &&
          llvm::isPotentiallyReachable(accesses[store], accesses[other]) && store != other) {
        return true;
      }
    }
    const llvm::BasicBlock* block = accesses[store]->getParent();
    if (is_store(accesses[store]) &&
        llvm::any_of(llvm::successors(block), [&](const llvm::BasicBlock* next) {
          return llvm::isPotentiallyReachable(next, block);
        })) {
      return true; // in a loop
    }
  }
  return false;
}

} // namespace

RegionFunction::RegionFunction(llvm::Function& item_kernel, const BarrierRegions& all,
                               unsigned number)
    : kernel(item_kernel), regions(all), context(kernel.getContext()) {
  make_function(number);
  if (number == every_region) {
    copy_blocks(llvm::to_vector(llvm::make_pointer_range(kernel)));
    choose_begin();
    vecz::drop_alias_scopes(*function); // their declarations may have been passed in another round
  } else {
    copy_blocks(blocks_of_region(
        number == 0 ? &kernel.getEntryBlock() : regions.barriers[number - 1].after, regions));
  }
  vecz::drop_undeclared_alias_scopes(*function);
  replace_ids();
  replace_lanes();
  replace_slots();
  for (unsigned i = 0; i < function->arg_size(); ++i) {
    parameters.push_back({i});
  }
}

llvm::SmallVector<unsigned> RegionFunction::differing(unsigned dimension) const {
  llvm::SmallVector<unsigned> differ;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    const size_t number = parameters[i].number;
    const bool is_slot = number >= ids + 7 && number - ids - 7 < regions.slots.size();
    if (number == ids + dimension || number == ids + 3 + dimension ||
        (is_slot && regions.slots[number - ids - 7].kind == Slot::Kind::own)) {
      differ.push_back(i);
    }
  }
  return differ;
}

unsigned RegionFunction::coarsen(unsigned dimension, uint64_t available,
                                 const vecz::VectorRegisters& registers) {
  WorkItemCoarsening coarsening(*function, differing(dimension));
  const unsigned copies = coarsening.worthwhile_copies(available, registers);
  join(coarsening, dimension, copies);
  return copies;
}

bool RegionFunction::coarsen_all(unsigned dimension, uint64_t count) {
  WorkItemCoarsening coarsening(*function, differing(dimension));
  const bool allowed = coarsening.allows(count);
  join(coarsening, dimension, allowed ? static_cast<unsigned>(count) : 1);
  return allowed;
}

void RegionFunction::join(WorkItemCoarsening& coarsening, unsigned dimension, unsigned copies) {
  if (copies == 1) {
    return;
  }
  const llvm::SmallVector<unsigned> differ = differing(dimension);
  function = coarsening.make(copies);
  for (unsigned copy = 1; copy < copies; ++copy) {
    for (const unsigned i : differ) {
      Parameter parameter = parameters[i];
      (dimension == 0 ? parameter.step : parameter.row) += copy;
      parameters.push_back(parameter);
    }
  }
}

bool RegionFunction::uses_dimension(unsigned dimension) const {
  return !function->getArg(ids + dimension)->use_empty() ||
         !function->getArg(ids + 3 + dimension)->use_empty();
}

void RegionFunction::mark_parallel(llvm::MDNode* group) {
  if (vecz::orders_memory(*function)) {
    return; // what one work-item writes, a later one of the row may read
  }
  llvm::SmallVector<llvm::Instruction*> accesses;
  for (llvm::Instruction& instruction : llvm::instructions(*function)) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isAtomic() || instruction.isVolatile() ||
        instruction.hasMetadata(llvm::LLVMContext::MD_access_group)) {
      continue;
    }
    const bool is_slot = llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(pointer));
    if (is_slot || !vecz::may_be_work_item_memory(*pointer)) {
      accesses.push_back(&instruction);
    }
  }
  if (is_written_more_than_once(accesses)) {
    return;
  }
  for (llvm::Instruction* access : accesses) {
    access->setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
}

void RegionFunction::make_function(unsigned number) {
  auto* i64 = llvm::Type::getInt64Ty(context);
  llvm::SmallVector<llvm::Type*> types(kernel.getFunctionType()->params());
  types.append(6, i64);
  types.push_back(llvm::Type::getInt32Ty(context));
  types.append(regions.slots.size(), llvm::PointerType::get(context, 0));
  if (number == every_region) {
    types.push_back(llvm::Type::getInt32Ty(context));
  }
  function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getInt32Ty(context), types, false),
      llvm::GlobalValue::InternalLinkage,
      kernel.getName() + ".region." + (number == every_region ? "any" : llvm::Twine(number)),
      *kernel.getParent());
  function->setDoesNotThrow();
  for (auto [from, to] : llvm::zip(kernel.args(), function->args())) {
    to.setName(from.getName());
    values[&from] = &to;
  }
  ids = kernel.arg_size();
}

void RegionFunction::copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
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
  for (llvm::BasicBlock* copy : copies) {
    if (copy->phis().begin() != copy->phis().end() &&
        copy->phis().begin()->getNumIncomingValues() == 1) {
      llvm::FoldSingleEntryPHINodes(copy);
    }
  }
}

/// Makes the entry block, which branches to the code behind the given barrier. Values that live
/// across the barrier are loaded there, so nothing else is passed.
void RegionFunction::choose_begin() {
  auto* begin = llvm::BasicBlock::Create(context, "begin", function, &function->getEntryBlock());
  llvm::IRBuilder<> builder(begin);
  llvm::SwitchInst* where = builder.CreateSwitch(
      function->getArg(function->arg_size() - 1),
      llvm::cast<llvm::BasicBlock>(values[&kernel.getEntryBlock()]), regions.barriers.size());
  for (const Barrier& barrier : regions.barriers) {
    where->addCase(builder.getInt32(barrier.id),
                   llvm::cast<llvm::BasicBlock>(values[barrier.after]));
  }
}

/// Still in terms of the kernel's blocks: the copies are remapped afterwards.
void RegionFunction::drop_missing_predecessors(llvm::BasicBlock& copy) {
  for (llvm::PHINode& phi : llvm::make_early_inc_range(copy.phis())) {
    phi.removeIncomingValueIf([&](unsigned i) { return !values.count(phi.getIncomingBlock(i)); },
                              /*DeletePHIIfEmpty=*/false);
  }
}

void RegionFunction::end_at_barrier_or_return(llvm::BasicBlock& copy) {
  llvm::Instruction* end = copy.getTerminator();
  llvm::IRBuilder<> builder(end);
  if (llvm::isa<llvm::ReturnInst>(end)) {
    builder.CreateRet(builder.getInt32(0));
    end->eraseFromParent();
    return;
  }
  auto* first = llvm::dyn_cast_or_null<llvm::CallInst>(end->getPrevNode());
  const auto builtin = first ? mux_builtin(*first) : std::nullopt;
  if (builtin == MuxBuiltin::work_group_barrier || builtin == MuxBuiltin::progress_point) {
    builder.CreateRet(first->getArgOperand(0));
    end->eraseFromParent();
    first->eraseFromParent();
  }
}

void RegionFunction::replace_ids() {
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
    call.replaceAllUsesWith(select_dimension(builder, call.getArgOperand(0),
                                             builtin == MuxBuiltin::get_local_id ? local : global));
    call.eraseFromParent();
  });
}

void RegionFunction::replace_lanes() {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function))) {
    if (is_lanes_call(instruction)) {
      instruction.replaceAllUsesWith(function->getArg(ids + 6));
      instruction.eraseFromParent();
    }
  }
}

void RegionFunction::replace_slots() {
  for (size_t i = 0; i < regions.slots.size(); ++i) {
    llvm::Argument* address = function->getArg(ids + 7 + i);
    regions.slots[i].address->replaceUsesWithIf(address, [&](const llvm::Use& use) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return user && user->getFunction() == function;
    });
    if (!regions.slots[i].is_variable) {
      leave_unchanged(*address);
    }
  }
}

/// A value that was found in a slot and goes back into it, before the barrier at the region's end.
void RegionFunction::leave_unchanged(llvm::Argument& slot) {
  for (llvm::User* user : llvm::make_early_inc_range(slot.users())) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    const auto* load = store ? llvm::dyn_cast<llvm::LoadInst>(store->getValueOperand()) : nullptr;
    if (load && load->getPointerOperand() == &slot && store->getPointerOperand() == &slot) {
      store->eraseFromParent();
    }
  }
}

} // namespace compiler
