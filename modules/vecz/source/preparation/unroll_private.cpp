// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/unroll_private.h"

#include "preparation/select_elements.h"
#include "vecz/constant_loops.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace vecz {
namespace {

using Loops = ConstantLoops::Loops;

/// The limits for one loop with those in it, and for all together.
constexpr uint64_t max_instructions = 8000, max_together = 20000;
/// The limit for loops that only read constants: 5 x 5 weights of a filter, for instance.
constexpr uint64_t max_for_a_table = 2500;
/// Each access of other memory counts as this many instructions: a gather becomes a load for each
/// lane, and accesses to addresses near each other need a branch besides.
constexpr uint64_t access_weight = 64;
/// Bytes of an array that might do as values.
constexpr uint64_t largest_array = 1024;

/// Whether an index of an array of that size, in bytes, can only choose among few elements.
bool chooses_among_few(llvm::gep_type_iterator index, uint64_t bytes,
                       const llvm::DataLayout& layout) {
  const llvm::TypeSize step = index.getSequentialElementStride(layout);
  return !step.isScalable() && !step.isZero() && bytes / step.getFixedValue() <= max_selected;
}

/// The uses of a private variable, and the loops that must be unrolled for them.
class Uses {
public:
  Uses(llvm::AllocaInst& array, ConstantLoops& all)
      : variable(array), loops(all),
        bytes(array.getAllocationSize(array.getDataLayout())->getFixedValue()) {}

  /// Whether all places that are accessed become constants with loops unrolled, which are added to
  /// `needed`, or choose among few elements by one index in an address.
  bool follow() { return follow(variable, /*chosen=*/false) && !(has_choices && has_copies); }

  Loops needed;

private:
  bool follow(llvm::Instruction& pointer, bool chosen) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        return follow_address(*address, chosen);
      }
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        return !chosen && loops.becomes_address_in(variable, *phi, needed) &&
               (!seen.insert(phi).second || follow(*phi, chosen));
      }
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        return load->isSimple();
      }
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
        has_copies = true; // SROA divides them
        return !chosen && !copy->isVolatile() && llvm::isa<llvm::ConstantInt>(copy->getLength());
      }
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return (store && store->isSimple() && use.getOperandNo() == 1) ||
             llvm::isa<llvm::MemSetInst>(user);
    });
  }

  bool follow_address(llvm::GetElementPtrInst& address, bool chosen) {
    for (auto index = llvm::gep_type_begin(address), end = llvm::gep_type_end(address);
         index != end; ++index) {
      Loops with = needed;
      if (loops.becomes_constant(*index.getOperand(), with)) {
        needed = with;
      } else if (chosen || index.isStruct() ||
                 !chooses_among_few(index, bytes, address.getDataLayout())) {
        return false;
      } else {
        chosen = has_choices = true;
      }
    }
    return !address.getType()->isVectorTy() && follow(address, chosen);
  }

  llvm::AllocaInst& variable;
  ConstantLoops& loops;
  const uint64_t bytes;
  bool has_choices = false, has_copies = false;
  llvm::SmallPtrSet<const llvm::PHINode*, 4> seen;
};

/// Whether the rounds of loops have much in common, when they are done one after the other. Those
/// that divide, as by the width of a grid that is closed to a torus, and those that write compute
/// addresses that do not.
bool is_sum_of_neighbours(const Loops& all) {
  return llvm::none_of(all, [](const llvm::Loop* loop) {
    return llvm::any_of(loop->blocks(), [](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        return instruction.mayWriteToMemory() ||
               (instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1)));
      });
    });
  });
}

/// Reads of constants, at places that are not constant yet.
llvm::SmallVector<llvm::LoadInst*> reads_of_tables(llvm::Function& function) {
  llvm::SmallVector<llvm::LoadInst*> reads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && llvm::isa<llvm::GetElementPtrInst>(load->getPointerOperand()) &&
        llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(load->getPointerOperand()))) {
      reads.push_back(load);
    }
  }
  return reads;
}

/// Unrolls what arrays and tables need, without loops whose length is not known before others are
/// unrolled. `room`: for the instructions of all.
bool unroll(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
            llvm::ArrayRef<llvm::AllocaInst*> arrays, uint64_t& room, Remarks& remarks) {
  ConstantLoops loops(function, analyses, max_instructions, access_weight, /*triangles=*/true);
  Loops wanted;
  for (llvm::AllocaInst* array : arrays) {
    Uses uses(*array, loops);
    if (!uses.follow()) {
      continue;
    }
    uses.needed.insert(wanted.begin(), wanted.end());
    if (loops.size_of(uses.needed) <= room) {
      wanted = std::move(uses.needed);
    } else {
      add_remark(remarks, *array,
                 "a private array stays in memory, as the loops over it are too long to unroll");
    }
  }
  for (llvm::LoadInst* read : reads_of_tables(function)) {
    Loops needed;
    if (loops.becomes_place_of_constant(*read->getPointerOperand(), needed) &&
        is_sum_of_neighbours(needed) && loops.size_of(needed) <= max_for_a_table) {
      needed.insert(wanted.begin(), wanted.end());
      wanted = loops.size_of(needed) <= room ? std::move(needed) : wanted;
    }
  }
  room -= loops.size_of(wanted);
  if (!loops.unroll(wanted)) {
    return false;
  }
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass()); // loops that are never run
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(function, analyses);
  return true;
}

} // namespace

bool unroll_private(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                    Remarks& remarks) {
  constexpr unsigned deepest = 4;
  llvm::SmallVector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto bytes = variable ? variable->getAllocationSize(function.getDataLayout())
                                : std::optional<llvm::TypeSize>();
    if (bytes && !bytes->isScalable() && *bytes <= llvm::TypeSize::getFixed(largest_array) &&
        variable->getAllocatedType()->isAggregateType()) {
      arrays.push_back(variable);
    }
  }
  bool changed = false;
  uint64_t room = max_together;
  const bool any = !arrays.empty() || !reads_of_tables(function).empty();
  for (unsigned i = 0; i < deepest && any && unroll(function, analyses, arrays, room, remarks);
       ++i) {
    changed = true;
  }
  if (!arrays.empty() && select_elements(function)) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    changed = true;
  }
  return changed;
}

} // namespace vecz
