// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/prefetch_columns.h"

#include "loop_hints.h"
#include "passes/analyses/affine.h"
#include "passes/grid_stride/strided_loop.h"
#include "vecz/work_item_memory.h"

#include <cstdlib>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

constexpr int64_t line = 64, page = 4096;   ///< bytes
constexpr int64_t bytes_ahead = 256;        ///< four vectors of 64 bytes
constexpr unsigned most_lines = 4;          ///< that one iteration may read side by side
constexpr unsigned computed_with_each = 32; ///< instructions for each load, at most

/// The place that a load of a vector reads from, under a mask or not; null if it is none.
llvm::Value* place_of(llvm::Instruction& instruction) {
  if (!instruction.getType()->isVectorTy()) {
    return nullptr;
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::masked_load ? call->getArgOperand(0)
                                                                        : nullptr;
}

/// Whether anything but what is not needed uses a value.
bool is_needed(const llvm::Value& value, unsigned depth = 0) {
  constexpr unsigned deepest = 6;
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    return depth == deepest || instruction->mayHaveSideEffects() ||
           instruction->mayReadFromMemory() || instruction->isTerminator() ||
           llvm::isa<llvm::PHINode>(instruction) || is_needed(*instruction, depth + 1);
  });
}

/// Whether the group's work-items, or those of other groups, differ in y or z.
bool has_other_dimensions(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return dimension_of(instruction, MuxBuiltin::get_group_id).value_or(0) != 0 &&
           is_needed(instruction);
  });
}

/// How an address changes.
struct Steps {
  bool jumps = false;         ///< from page to page, from one iteration to the next
  int64_t bytes_per_step = 0; ///< from the work-items of a vector to those of the next
};

/// By how much a phi of a loop's header makes a term grow; nothing if that is not known.
std::optional<int64_t> growth(const Affine::Term& term, const llvm::Loop& loop) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(term.value);
  const auto* step = phi && phi->getParent() == loop.getHeader()
                         ? llvm::dyn_cast_or_null<llvm::ConstantInt>(step_of(*phi, loop))
                         : nullptr;
  return step ? std::optional(term.factor * step->getSExtValue()) : std::nullopt;
}

/// Whether a value is the same in all iterations, perhaps extended in each.
bool is_same(const llvm::Value* value, const llvm::Loop& loop) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    value = cast->getOperand(0);
  }
  return loop.isLoopInvariant(value);
}

std::optional<Steps> steps_of(llvm::Value& place, const llvm::Loop& loop, const llvm::Loop& items) {
  const Affine parts = affine_parts(place, Wrapping::ignored);
  if (!parts.base || !items.isLoopInvariant(parts.base)) {
    return std::nullopt;
  }
  Steps steps;
  int64_t bytes = 0;
  for (const Affine::Term& term : parts.terms) {
    if (items.isLoopInvariant(term.value)) {
      continue;
    }
    if (loop.isLoopInvariant(term.value)) {
      const auto more = growth(term, items);
      if (!more) {
        return std::nullopt;
      }
      steps.bytes_per_step += *more;
    } else if (const auto more = growth(term, loop)) {
      bytes += *more;
    } else {
      // A counter times what is the same for all.
      const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(term.value);
      if (!product || product->getOpcode() != llvm::Instruction::Mul ||
          (!is_same(product->getOperand(0), items) && !is_same(product->getOperand(1), items))) {
        return std::nullopt;
      }
      steps.jumps = true;
    }
  }
  steps.jumps |= std::abs(bytes) >= page;
  return steps;
}

/// The loads of a loop that go down columns, and begin where the last vector's end.
llvm::SmallVector<llvm::Instruction*> column_loads(llvm::Loop& loop, const llvm::Loop& items) {
  llvm::SmallVector<llvm::Instruction*> loads;
  unsigned lines = 0, others = 0;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      llvm::Value* place = place_of(instruction);
      const auto steps = place && place->getType()->getPointerAddressSpace() == vecz::global_space
                             ? steps_of(*place, loop, items)
                             : std::nullopt;
      const auto bytes = steps ? int64_t(instruction.getDataLayout()
                                             .getTypeStoreSize(instruction.getType())
                                             .getFixedValue())
                               : 0;
      if (steps && steps->jumps && bytes >= line && steps->bytes_per_step == bytes) {
        loads.push_back(&instruction);
        lines += unsigned(bytes / line);
      } else {
        ++others;
      }
    }
  }
  const bool is_little = others <= computed_with_each * loads.size();
  return lines <= most_lines && is_little ? loads : llvm::SmallVector<llvm::Instruction*>();
}

void fetch_beside(llvm::Instruction& load) {
  llvm::IRBuilder<> builder(load.getNextNode());
  llvm::Value* place = place_of(load);
  const auto bytes = int64_t(load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
  for (int64_t at = 0; at < bytes; at += line) {
    llvm::Value* later =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), place, uint64_t(bytes_ahead + at), "later");
    // To be read, into all caches.
    builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {later->getType()},
                            {later, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
  }
}

bool fetch_columns(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::SmallVector<llvm::Instruction*> loads;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::Loop* items = loop->getParentLoop();
    if (loop->isInnermost() && items && is_loop_of_work_items(*items) && !is_outer_loop(*items) &&
        !is_loop_of_work_items(*loop)) {
      loads.append(column_loads(*loop, *items));
    }
  }
  if (loads.empty() || has_other_dimensions(function)) {
    return false;
  }
  for (llvm::Instruction* load : loads) {
    fetch_beside(*load);
  }
  return true;
}

} // namespace

bool prefetch_columns(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
        has_loops(function)) {
      changed |= fetch_columns(function);
    }
  }
  return changed;
}

} // namespace compiler
