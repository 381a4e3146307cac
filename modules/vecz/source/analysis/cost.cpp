// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/cost.h"

#include "analysis/maybe_consecutive.h"
#include "analysis/unlikely_blocks.h"
#include "combined_atomics.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

bool is_call_of(const llvm::Instruction& instruction, llvm::Intrinsic::ID wanted) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == wanted && !is_rarely_run(instruction);
}

bool is_gather(const llvm::Instruction& instruction) {
  return is_call_of(instruction, llvm::Intrinsic::masked_gather);
}

bool is_gather_or_scatter(const llvm::Instruction& instruction) {
  return is_gather(instruction) || is_call_of(instruction, llvm::Intrinsic::masked_scatter);
}

/// Whether all that becomes of a value are addresses for accesses that hardly ever run.
bool is_seldom_address(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(instruction) &&
         llvm::all_of(instruction.users(), [](const llvm::User* user) {
           const auto& next = *llvm::cast<llvm::Instruction>(user);
           return is_rarely_run(next) || is_seldom_address(next);
         });
}

/// Whether a branch asks for any of the lanes: a bit of a vector for each.
bool branches_on_lanes(const llvm::BasicBlock& block) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  const auto* test = branch && branch->isConditional()
                         ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                         : nullptr;
  const auto* bits = test ? llvm::dyn_cast<llvm::BitCastInst>(test->getOperand(0)) : nullptr;
  return bits && bits->getSrcTy()->isIntOrIntVectorTy(1);
}

/// Elements from place to place, which rows need.
bool only_moves(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(
      instruction);
}

/// The operations in one iteration of a loop.
struct LoopContents {
  unsigned gathers; ///< and scatters; of short vectors one each
  unsigned others;

  static constexpr unsigned few = 2, computed_with_each = 15; // gathers, instructions
  [[nodiscard]] bool mostly_gathers() const {
    return gathers >= few && others < computed_with_each * gathers;
  }
  [[nodiscard]] bool mostly_computes() const {
    return others >= computed_with_each * std::max(gathers, 1U);
  }
};

LoopContents contents_of(const llvm::Loop& loop, unsigned width) {
  unsigned gathers = 0, rows = 0, others = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (is_row(instruction)) {
        rows += is_rarely_run(instruction) ? 0 : 1;
      } else if (is_gather_or_scatter(instruction)) {
        ++gathers;
      } else if (!only_moves(instruction)) {
        ++others;
      }
    }
  }
  return {gathers + rows / width, others};
}

/// In instructions of the target, about.
uint64_t cost(const llvm::Instruction& instruction, unsigned width,
              const VectorRegisters& registers) {
  const llvm::Type* type = instruction.getType();
  bool is_memory = false;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
      return width;
    case llvm::Intrinsic::masked_store:
      type = call->getArgOperand(0)->getType();
      [[fallthrough]];
    case llvm::Intrinsic::masked_load:
      is_memory = true;
      break;
    default:
      break;
    }
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    type = store->getValueOperand()->getType();
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) {
    return 1;
  }
  const unsigned bits = vector->getScalarType()->isPointerTy() ? 64 : vector->getScalarSizeInBits();
  if (is_memory && (registers.narrowest_masked == 0 || bits < registers.narrowest_masked)) {
    return 2 * uint64_t(vector->getNumElements()); // each element behind a branch of its own
  }
  return llvm::divideCeil(uint64_t(bits) * vector->getNumElements(), registers.bits);
}

/// The values of a loop that are made of some of its values in the same round.
void add_results(const llvm::Loop& loop, llvm::SetVector<const llvm::Instruction*>& values) {
  for (size_t i = 0; i < values.size(); ++i) { // grows
    for (const llvm::User* user : values[i]->users()) {
      const auto& next = *llvm::cast<llvm::Instruction>(user);
      const bool in_next_round =
          llvm::isa<llvm::PHINode>(next) && next.getParent() == loop.getHeader();
      if (loop.contains(&next) && !in_next_round) {
        values.insert(&next);
      }
    }
  }
}

/// Whether lanes follow pointers: where a gather of a loop reads depends on what one has read in
/// the round before.
bool follows_pointers(const llvm::Loop& loop) {
  llvm::SmallVector<const llvm::Instruction*> gathers;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (is_gather(instruction)) {
        gathers.push_back(&instruction);
      }
    }
  }
  llvm::SetVector<const llvm::Instruction*> read(gathers.begin(), gathers.end()), carried;
  add_results(loop, read);
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const bool is_carried = llvm::any_of(phi.incoming_values(), [&](const llvm::Use& use) {
      const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
      return value && read.contains(value);
    });
    if (is_carried) {
      carried.insert(&phi);
    }
  }
  add_results(loop, carried);
  return llvm::any_of(gathers, [&](const llvm::Instruction* gather) {
    const auto* pointer = llvm::dyn_cast<llvm::Instruction>(gather->getOperand(0));
    return pointer && carried.contains(pointer);
  });
}

} // namespace

bool follows_pointers(const VectorForm& form) {
  if (llvm::none_of(llvm::instructions(*form.function), is_gather)) {
    return false; // as most do, whose loops need not be found
  }
  const llvm::DominatorTree dominators(*form.function);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) {
    return loop->isInnermost() && follows_pointers(*loop);
  });
}

/// The bits of the elements that an access of all lanes reads or writes; 0 if it is none.
static unsigned accessed_bits(const llvm::Instruction& instruction) {
  const llvm::Type* type = nullptr;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    type = store->getValueOperand()->getType();
  } else if (llvm::isa<llvm::LoadInst>(instruction) ||
             is_call_of(instruction, llvm::Intrinsic::masked_load)) {
    type = instruction.getType();
  } else if (is_call_of(instruction, llvm::Intrinsic::masked_store)) {
    type = instruction.getOperand(0)->getType();
  }
  return type && type->isVectorTy() ? type->getScalarSizeInBits() : 0;
}

unsigned worthwhile_factor(const VectorForm& form) {
  constexpr unsigned little = 60, not_much = 150, much = 400; // instructions
  const uint64_t register_size = form.function->getFnAttributeAsParsedInteger(register_bits);
  const auto unlikely = unlikely_blocks(*form.function);
  if (follows_pointers(form)) { // each vector waits for memory most of the time
    size_t size = form.function->getInstructionCount();
    for (const llvm::BasicBlock* block : unlikely) {
      size -= block->size();
    }
    return size <= not_much ? 4 : 2;
  }
  unsigned count = 0, widest_access = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*form.function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration()) {
      return 1; // not little, or it would have been inlined
    }
    if (unlikely.contains(instruction.getParent())) {
      continue;
    }
    const bool scatters = is_gather_or_scatter(instruction);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    // Wide elements fill registers by themselves; more of them than lanes are being rearranged.
    const bool wide =
        type && !is_rarely_run(instruction) && !is_seldom_address(instruction) &&
        (type->getScalarSizeInBits() > 32 ||
         (type->getNumElements() > form.width && type->getPrimitiveSizeInBits() >= register_size));
    const bool is_done_by_lane = instruction.isAtomic() && !is_combined(instruction);
    if (scatters || wide || is_done_by_lane || llvm::isa<llvm::AllocaInst>(instruction)) {
      return 1;
    }
    ++count;
    widest_access = std::max(widest_access, accessed_bits(instruction));
  }
  // Of bytes, lanes as many as for 32 bits fill a quarter of a register.
  const bool is_narrow = count <= much && (widest_access == 8 || widest_access == 16);
  const unsigned filling = is_narrow ? 32 / widest_access : 1;
  return std::max(filling, count <= little ? 4U : count <= not_much ? 2U : 1U);
}

bool gathers_too_much(const VectorForm& form) {
  const llvm::DominatorTree dominators(*form.function);
  const llvm::LoopInfo loops(dominators);
  unsigned gathering = 0, computing = 0; // the deepest of such loops
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) {
      continue;
    }
    const LoopContents contents = contents_of(*loop, form.width);
    llvm::SmallVector<llvm::BasicBlock*> exits;
    loop->getExitingBlocks(exits);
    if (llvm::none_of(exits, [](auto* block) { return branches_on_lanes(*block); })) {
      computing =
          contents.mostly_computes() ? std::max(computing, loop->getLoopDepth()) : computing;
    } else if (contents.mostly_gathers()) {
      gathering = std::max(gathering, loop->getLoopDepth());
    }
  }
  return gathering > computing && !follows_pointers(form);
}

bool is_worth_masking(const VectorForm& masked, unsigned scalar_instructions,
                      const VectorRegisters& registers) {
  uint64_t sum = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*masked.function)) {
    sum += cost(instruction, masked.width, registers);
  }
  return sum < uint64_t(scalar_instructions) * masked.width / 2;
}

} // namespace vecz
