// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/coarsen_work_items.h"

#include "compiler/mux_builtins.h"
#include "passes/grid_stride/strided_loop.h"
#include "passes/vectorization/transpose_gathers.h"
#include "vecz/register_pressure.h"
#include "vecz/vectorize.h"
#include "vecz/work_item_memory.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

constexpr unsigned max_copies = 16;
/// Instructions of all copies together: they are to stay in the first cache.
constexpr unsigned max_instructions = 1000;
/// Instructions of all copies in a loop that keep the CPU busy by themselves.
constexpr unsigned max_work = 32;

/// An atomic operation that orders nothing else: those of several work-items may come in any order,
/// also if each is volatile, as OpenCL C's functions make them.
bool is_unordered_update(const llvm::Instruction& instruction) {
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  return update && update->getOrdering() == llvm::AtomicOrdering::Monotonic;
}

/// Whether the order of its memory accesses is visible to others.
bool has_an_order(const llvm::Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile()) {
    return !is_unordered_update(instruction);
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || call->doesNotAccessMemory() || llvm::isa<llvm::MemIntrinsic>(call)) {
    return false;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call)) {
    if (intrinsic->isAssumeLikeIntrinsic()) {
      return false;
    }
    switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
      return false;
    default:
      return true;
    }
  }
  return !mux_builtin(*call) || call->getType()->isVoidTy();
}

/// Vector registers that a value takes; one that is being put together element by element is on its
/// way to the last.
unsigned registers_for(const llvm::Value& value, unsigned bits) {
  return llvm::isa<llvm::InsertElementInst>(value) ? 0 : vecz::registers_for(value, bits);
}

/// The vector registers that an innermost loop needs.
struct Pressure {
  unsigned shared = 0; ///< by all copies
  unsigned each = 0;   ///< from round to round, for each copy
  unsigned most = 1;   ///< registers for one value
  unsigned work = 0;   ///< what each copy computes, in instructions
  bool adds_up = false;

  [[nodiscard]] bool allows(unsigned copies, unsigned all) const {
    // Temporary values need registers for one copy at a time, as copies compute one after another.
    return copies * work <= max_work && shared + copies * each + 2 * most <= all;
  }
};

/// A call that the target makes a few instructions of for all lanes.
bool is_elementwise(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(vecz::elementwise_prefix);
}

/// Calls of functions that are more than an instruction count as a few.
unsigned work_of(const llvm::Instruction& instruction, unsigned bits) {
  constexpr unsigned function = 8;
  const unsigned needed = llvm::getSplatValue(&instruction) ? 0 : registers_for(instruction, bits);
  return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction) &&
                 !is_elementwise(instruction)
             ? function * needed
             : needed;
}

/// A product of vectors of integers, or a dot product.
bool is_product(const llvm::Value& value) {
  const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return is_elementwise(value) || (product && product->getOpcode() == llvm::Instruction::Mul &&
                                   product->getType()->isVectorTy());
}

/// Whether a loop adds up numbers in floating point, which wait for each other, or products.
bool adds_up(const llvm::PHINode& phi) {
  return phi.getType()->isFPOrFPVectorTy() ||
         llvm::any_of(phi.incoming_values(), [](const llvm::Use& value) {
           const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value.get());
           return sum && sum->getOpcode() == llvm::Instruction::Add &&
                  (is_product(*sum->getOperand(0)) || is_product(*sum->getOperand(1)));
         });
}

/// Whether a loop adds to memory with atomic operations.
bool counts(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, is_unordered_update);
  });
}

/// Bytes that a cache brings at once.
constexpr int64_t line = 64;

/// Whether the next iteration of the loop loads from another line: then one work-item after the
/// other jumps through memory, while several at once load what stands side by side.
bool jumps(llvm::Instruction& instruction, const llvm::Loop& loop) {
  llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (!address || !instruction.getType()->isVectorTy() || loop.isLoopInvariant(address)) {
    return false;
  }
  int64_t bytes = 0;
  for (const Affine::Term& term : affine_parts(*address, Wrapping::ignored).terms) {
    if (loop.isLoopInvariant(term.value)) {
      continue;
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(term.value);
    const auto* step = phi && phi->getParent() == loop.getHeader()
                           ? llvm::dyn_cast_or_null<llvm::ConstantInt>(step_of(*phi, loop))
                           : nullptr;
    if (!step) {
      return true;
    }
    bytes += term.factor * step->getSExtValue();
  }
  return std::abs(bytes) >= line;
}

} // namespace

WorkItemCoarsening::WorkItemCoarsening(llvm::Function& subject, llvm::ArrayRef<unsigned> numbers)
    : function(subject), differ(numbers) {
  find_differing({});
  guards = call_guards(function, differing);
  if (!guards.empty()) {
    find_differing(guards);
  }
}

void WorkItemCoarsening::find_differing(llvm::ArrayRef<llvm::CmpInst*> except) {
  differing.clear();
  llvm::SmallVector<const llvm::Value*> work;
  const auto add = [&](const llvm::Value& value) {
    if (!llvm::is_contained(except, &value) && differing.insert(&value).second) {
      work.push_back(&value);
    }
  };
  for (const unsigned number : differ) {
    add(*function.getArg(number));
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (vecz::is_work_item_object(instruction) || is_unordered_update(instruction)) {
      add(instruction);
    }
  }
  while (!work.empty()) {
    for (const llvm::User* user : work.pop_back_val()->users()) {
      add(*user);
    }
  }
}

bool WorkItemCoarsening::may_be_joined() const {
  return llvm::none_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    return has_an_order(instruction) ||
           (instruction.isTerminator() && differing.contains(&instruction));
  });
}

bool WorkItemCoarsening::allows(uint64_t copies) const {
  return guards.empty() && copies <= max_copies &&
         function.getInstructionCount() * copies <= max_instructions && may_be_joined();
}

/// The number of lanes of a gather that loads neighbouring elements in successive calls; 0 if there
/// is none.
unsigned WorkItemCoarsening::columns(const vecz::VectorRegisters& registers) const {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto gather = ColumnGather::match(instruction);
    if (!gather || instruction.getType()->getPrimitiveSizeInBits() != registers.bits) {
      continue;
    }
    int64_t apart = 0;
    for (const Affine::Term& term : affine_parts(*gather->pointer, Wrapping::ignored).terms) {
      const auto* argument = llvm::dyn_cast<llvm::Argument>(term.value);
      apart += argument && llvm::is_contained(differ, argument->getArgNo()) ? term.factor : 0;
    }
    if (apart == gather->element_bytes()) {
      return gather->lanes();
    }
  }
  return 0;
}

unsigned WorkItemCoarsening::worthwhile_copies(uint64_t available,
                                               const vecz::VectorRegisters& registers) const {
  if (available < 2 || available % 2 != 0 || !may_be_joined()) {
    return 1;
  }
  if (const unsigned rows = columns(registers);
      rows != 0 && available % rows == 0 && allows(rows)) {
    return rows;
  }
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallVector<Pressure> pressures;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) {
      continue;
    }
    Pressure& pressure = pressures.emplace_back();
    llvm::SmallPtrSet<const llvm::Value*, 32> seen;
    const auto count = [&](const llvm::Value& value) {
      const unsigned needed = registers_for(value, registers.bits);
      if (needed != 0 && seen.insert(&value).second) {
        pressure.most = std::max(pressure.most, needed);
        (differing.contains(&value) ? pressure.each : pressure.shared) += needed;
      }
    };
    const bool accumulates =
        counts(*loop) || llvm::any_of(loop->getHeader()->phis(), [&](const llvm::PHINode& phi) {
          return phi.getType()->isVectorTy() && differing.contains(&phi);
        });
    for (llvm::BasicBlock* block : loop->blocks()) {
      for (llvm::Instruction& instruction : *block) {
        const bool differs = differing.contains(&instruction);
        if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
          pressure.adds_up |= differs && adds_up(*phi);
        }
        pressure.adds_up |= differs && accumulates && jumps(instruction, *loop);
        if (llvm::isa<llvm::PHINode>(instruction) || !differs) {
          count(instruction);
        } else {
          pressure.work += work_of(instruction, registers.bits);
        }
        if (llvm::isa<llvm::PHINode>(instruction)) {
          continue; // what it begins with is in its own register
        }
        for (const llvm::Value* operand : instruction.operands()) {
          const auto* made = llvm::dyn_cast<llvm::Instruction>(operand);
          if (!made || !loop->contains(made)) {
            count(*operand);
          }
        }
      }
    }
  }
  const auto has_sum = [](const Pressure& pressure) { return pressure.adds_up; };
  if (llvm::none_of(pressures, has_sum)) {
    return 1;
  }
  const unsigned all = registers.count();
  unsigned copies = max_copies;
  const auto is_too_much = [&](const Pressure& pressure) { return !pressure.allows(copies, all); };
  while (copies > 1 &&
         (available % copies != 0 || llvm::any_of(pressures, is_too_much) ||
          function.getInstructionCount() * (copies + !guards.empty()) > max_instructions)) {
    copies /= 2;
  }
  return copies;
}

/// The function with parameters for all calls, but still the work of the first only.
llvm::Function* WorkItemCoarsening::copy_with_parameters(unsigned copies) {
  llvm::SmallVector<llvm::Type*> types(function.getFunctionType()->params());
  for (unsigned copy = 1; copy < copies; ++copy) {
    for (const unsigned number : differ) {
      types.push_back(function.getArg(number)->getType());
    }
  }
  auto* made = llvm::Function::Create(
      llvm::FunctionType::get(function.getReturnType(), types, false), function.getLinkage(),
      function.getAddressSpace(), function.getName(), function.getParent());
  llvm::ValueToValueMapTy values;
  for (auto [from, to] : llvm::zip(function.args(), made->args())) { // both have the same number
    to.setName(from.getName());
    values[&from] = &to;
  }
  llvm::SmallVector<llvm::ReturnInst*> returns;
  llvm::CloneFunctionInto(made, &function, values, llvm::CloneFunctionChangeType::LocalChangesOnly,
                          returns);
  return made;
}

llvm::Function* WorkItemCoarsening::make(unsigned copies) {
  llvm::Function* made = copy_with_parameters(copies);
  const unsigned before = function.arg_size();
  WorkItemCoarsening first(*made, differ);
  llvm::SmallVector<llvm::Instruction*> originals;
  for (llvm::Instruction& instruction : llvm::instructions(*made)) {
    if (first.differing.contains(&instruction)) {
      originals.push_back(&instruction);
    }
  }
  for (unsigned copy = 1; copy < copies; ++copy) {
    llvm::ValueToValueMapTy values;
    for (unsigned i = 0; i < differ.size(); ++i) {
      values[made->getArg(differ[i])] =
          made->getArg(before + (copy - 1) * static_cast<unsigned>(differ.size()) + i);
    }
    llvm::SmallVector<llvm::Instruction*> copied;
    for (llvm::Instruction* original : originals) {
      llvm::Instruction* own = original->clone();
      own->setName(original->getName());
      // Copy behind copy, so that one's intermediate values need not wait in registers for the
      // others.
      own->insertBefore(llvm::isa<llvm::PHINode, llvm::AllocaInst>(original)
                            ? original->getIterator()
                            : original->getParent()->getTerminator()->getIterator());
      values[original] = own;
      copied.push_back(own);
    }
    for (llvm::Instruction* own : copied) {
      llvm::RemapInstruction(own, values,
                             llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
    }
  }
  if (!guards.empty()) {
    return choose_by_guards(function, *made, differ, guards);
  }
  function.eraseFromParent();
  return made;
}

} // namespace compiler
