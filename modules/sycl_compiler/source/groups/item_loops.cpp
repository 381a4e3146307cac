// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups/item_loops.h"

#include "sycl_compiler/stages.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <optional>

namespace sycl_compiler {

namespace {

using Values = llvm::SmallPtrSet<const llvm::Value*, 32>;

llvm::StringRef called(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : llvm::StringRef();
}

bool is_own_id(const llvm::Instruction& instruction) {
  const llvm::StringRef name = called(instruction);
  return name.contains("LocalInvocation") || name.contains("GlobalInvocation") ||
         name.contains("Subgroup");
}

/// Whether a call is one that all work-items of a group have to come to.
bool meets_others(const llvm::Instruction& instruction) {
  const llvm::StringRef name = called(instruction);
  return name.contains("__spirv_ControlBarrier") || name.contains("__spirv_Group") ||
         name.contains("Subgroup");
}

/// Whether a call is of a function of the device that only computes, though nothing says so.
bool only_computes(const llvm::CallBase& call) {
  const llvm::StringRef name = called(call);
  if (name == local_block_function || name == local_memory_function) {
    return true;
  }
  return (name.contains("__spirv_BuiltIn") || name.contains("__spirv_ocl_")) &&
         llvm::none_of(call.args(),
                       [](const llvm::Use& use) { return use->getType()->isPointerTy(); });
}

/// Whether nothing should write there while the kernel runs.
bool is_constant_memory(const llvm::Value& pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return (argument && argument->hasByValAttr()) || (variable && variable->isConstant());
}

class State {
public:
  explicit State(llvm::Function& of) : kernel(of) {}

  ItemLoops process() {
    ItemLoops result;
    if (!find_places()) {
      return result;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable && !is_harmless(*variable)) {
        return result;
      }
    }
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (!(is_of_group(instruction) ? is_same_for_all(instruction) : stays_inside(instruction))) {
        return result;
      }
    }
    result.may_be_parallel = true;
    result.group_reads = reads;
    return result;
  }

private:
  using Place = const llvm::Instruction*; ///< the call that begins a loop; null: the group's

  bool is_of_group(const llvm::Instruction& instruction) const {
    return place_of(instruction) == nullptr;
  }
  Place place_of(const llvm::Instruction& instruction) const { return places.lookup(&instruction); }

  /// Whether each instruction is in one loop, or in none, whatever way leads to it.
  bool find_places() {
    llvm::DenseMap<const llvm::BasicBlock*, Place> at_start = {{&kernel.getEntryBlock(), nullptr}};
    llvm::SmallVector<const llvm::BasicBlock*> work = {&kernel.getEntryBlock()};
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      Place place = at_start.lookup(block);
      for (const llvm::Instruction& instruction : *block) {
        const llvm::StringRef name = called(instruction);
        if (name == begin_items_function || name == end_items_function) {
          if ((name == begin_items_function) == (place != nullptr)) {
            return false;
          }
          place = place ? nullptr : &instruction;
          continue;
        }
        places[&instruction] = place;
      }
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const auto [known, is_new] = at_start.try_emplace(next, place);
        if (known->second != place) {
          return false;
        }
        if (is_new) {
          work.push_back(next);
        }
      }
    }
    return true;
  }

  /// Whether a variable is one of the group that loops only read, one of a loop, or one that
  /// each work-item has of its own.
  bool is_harmless(const llvm::AllocaInst& variable) {
    std::optional<Place> begins;
    llvm::SmallPtrSet<Place, 4> used, written;
    bool shared = true;
    Values seen;
    llvm::SmallVector<const llvm::Value*> work = {&variable};
    while (!work.empty()) {
      for (const llvm::Use& use : work.pop_back_val()->uses()) {
        const auto& user = llvm::cast<llvm::Instruction>(*use.getUser());
        if (called(user) == item_memory_function) {
          continue; // the rest of the variable may be the group's
        }
        if (const auto* lifetime = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&user)) {
          if (lifetime->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
            begins = begins && *begins != place_of(user) ? nullptr : place_of(user);
          }
          continue;
        }
        used.insert(place_of(user));
        if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst>(
                user)) {
          if (seen.insert(&user).second) {
            work.push_back(&user);
          }
          continue;
        }
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
        if (store && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()) {
          written.insert(place_of(user));
          continue;
        }
        const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&user);
        if (copy && use.getOperandNo() == 0) {
          written.insert(place_of(user));
          continue;
        }
        const bool only_reads = llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user) || copy;
        if (!only_reads) { // a call or a store of the address: anything may be done with it
          shared = false;
          written.insert(place_of(user));
          if (!llvm::isa<llvm::CallBase>(user)) {
            return false;
          }
        }
      }
    }
    const bool of_one_loop = begins && *begins && used.size() == 1 && used.contains(*begins);
    const bool only_group_writes =
        shared && (written.empty() || (written.size() == 1 && written.contains(nullptr)));
    if (only_group_writes) {
      variables_of_group.insert(&variable);
    }
    return of_one_loop || only_group_writes;
  }

  /// Whether an instruction of the group gives the same for each work-item, and changes nothing.
  bool is_same_for_all(const llvm::Instruction& instruction) {
    const llvm::StringRef name = called(instruction);
    if (name == begin_items_function || name == end_items_function ||
        name == item_memory_function) {
      return true;
    }
    if (is_own_id(instruction)) {
      return false;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (load) {
      reads |= may_be_written(*load->getPointerOperand());
      return load->isSimple();
    }
    if (store) {
      return store->isSimple() && is_variable_of_group(*store->getPointerOperand());
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy);
      reads |= transfer && may_be_written(*transfer->getRawSource());
      return !copy->isVolatile() && is_variable_of_group(*copy->getRawDest());
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      reads |= call->mayReadFromMemory() && !only_computes(*call);
      return (intrinsic &&
              (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd())) ||
             only_computes(*call) || (!call->mayHaveSideEffects() && !meets_others(*call));
    }
    return !instruction.mayHaveSideEffects();
  }

  /// Whether work-items may write there.
  static bool may_be_written(const llvm::Value& pointer) {
    return !is_constant_memory(pointer) &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&pointer));
  }

  /// Where the group may write: each work-item then has a copy with the same value.
  bool is_variable_of_group(const llvm::Value& pointer) const {
    const llvm::Value* object = llvm::getUnderlyingObject(&pointer);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(object);
    return variables_of_group.contains(object) || (call && called(*call) == item_memory_function);
  }

  /// Whether nothing of a loop is known outside but what is the same everywhere, and it meets
  /// nobody.
  bool stays_inside(const llvm::Instruction& instruction) const {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (meets_others(instruction) || is_own_id(instruction) ||
        (store && is_constant_memory(*store->getPointerOperand()))) {
      return false;
    }
    const bool is_used_outside = llvm::any_of(instruction.users(), [&](const llvm::User* user) {
      return place_of(*llvm::cast<llvm::Instruction>(user)) != place_of(instruction);
    });
    return !is_used_outside || is_same_everywhere(instruction);
  }

  /// Whether a value is the same wherever it is computed.
  static bool is_same_everywhere(const llvm::Value& value, unsigned depth = 16) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction) {
      return true;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
    const bool is_known =
        load   ? load->isSimple() && is_constant_memory(*load->getPointerOperand())
        : call ? only_computes(*call)
               : !instruction->mayReadOrWriteMemory() && !llvm::isa<llvm::PHINode>(instruction);
    return is_known && depth != 0 &&
           llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& use) { return is_same_everywhere(*use, depth - 1); });
  }

  llvm::Function& kernel;
  llvm::DenseMap<const llvm::Instruction*, Place> places;
  Values variables_of_group;
  bool reads = false;
};

} // namespace

ItemLoops find_item_loops(llvm::Function& kernel) { return State(kernel).process(); }

} // namespace sycl_compiler
