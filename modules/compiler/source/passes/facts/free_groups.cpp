// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/free_groups.h"

#include "block_kernels.h"
#include "passes/analyses/affine.h"
#include "vecz/analysis_managers.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <optional>

namespace compiler {
namespace {

constexpr uint64_t largest_step = 64;
constexpr unsigned max_accesses = 256;

using Values = llvm::SmallPtrSet<llvm::Value*, 32>;

/// Instructions for which `begins` holds, and all that is computed from them.
template <typename F> Values computed_from(llvm::Function& kernel, F begins) {
  Values found;
  llvm::SmallVector<llvm::Value*> work;
  const auto add = [&](llvm::Value& value) {
    if (found.insert(&value).second) {
      work.push_back(&value);
    }
  };
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (begins(instruction)) {
      add(instruction);
    }
  }
  while (!work.empty()) {
    for (llvm::User* user : work.pop_back_val()->users()) {
      add(*user);
    }
  }
  return found;
}

/// By how much values grow from a work-item to its neighbour in x.
class Steps {
public:
  explicit Steps(llvm::Function& kernel) : varying(computed_from(kernel, may_begin)) {}

  /// Whether a value may differ between neighbours in x.
  [[nodiscard]] bool varies(llvm::Value& value) const { return varying.contains(&value); }

  /// At most so much, without its sign; none if it is not known.
  std::optional<uint64_t> of(llvm::Value& value) {
    if (!varies(value)) {
      return 0;
    }
    if (const auto found = known.find(&value); found != known.end()) {
      return found->second;
    }
    known[&value] = std::nullopt; // should it lead to itself
    const auto step = compute(value);
    known[&value] = step;
    return step;
  }

private:
  /// An id in x, perhaps, or what may have come of one by way of memory.
  static bool may_begin(const llvm::Instruction& instruction) {
    if (mux_builtin(instruction) == MuxBuiltin::get_global_id) {
      return dimension_of(instruction, MuxBuiltin::get_global_id).value_or(0) == 0;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load && vecz::may_be_work_item_memory(*load->getPointerOperand()) &&
           !is_by_value(*load->getPointerOperand());
  }

  /// Whether it is of an argument that is passed by value, which all work-items only read.
  static bool is_by_value(const llvm::Value& pointer) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&pointer));
    return argument && argument->hasByValAttr();
  }

  std::optional<uint64_t> most(llvm::ArrayRef<llvm::Value*> values) {
    uint64_t result = 0;
    for (llvm::Value* value : values) {
      const auto step = of(*value);
      if (!step) {
        return std::nullopt;
      }
      result = std::max(result, *step);
    }
    return result;
  }

  std::optional<uint64_t> compute(llvm::Value& value) {
    if (dimension_of(value, MuxBuiltin::get_global_id) == 0U) {
      return 1;
    }
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      return most({select->getTrueValue(), select->getFalseValue()});
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      return most(llvm::SmallVector<llvm::Value*>(phi->incoming_values()));
    }
    if (auto* bounds = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&value)) {
      return most({bounds->getLHS(), bounds->getRHS()});
    }
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst, llvm::FreezeInst>(value)) {
      return of(*llvm::cast<llvm::Instruction>(value).getOperand(0));
    }
    if (const auto extended = lower_bits_in(value); extended.whole) {
      const auto step = of(*extended.whole);
      return step && *step <= largest_step ? std::optional(*step << extended.shift) : std::nullopt;
    }
    const bool is_sum = value.getType()->isIntegerTy() || value.getType()->isPointerTy();
    return is_sum ? of_sum(value) : std::nullopt;
  }

  /// The value whose lower bits a number has, as `int` is extended where it indexes a pointer.
  static vecz::LowerBits lower_bits_in(llvm::Value& value) {
    using namespace llvm::PatternMatch;
    constexpr unsigned most = 8; // an index has become one of bytes, of large elements at most
    llvm::Value* whole = nullptr;
    const llvm::APInt* mask = nullptr;
    if (match(&value, m_And(m_Value(whole), m_APInt(mask))) && mask->isMask()) {
      return {whole, mask->countr_one(), 0};
    }
    const vecz::LowerBits part = vecz::lower_bits(value);
    return part.shift <= most ? part : vecz::LowerBits();
  }

  std::optional<uint64_t> of_sum(llvm::Value& value) {
    const Affine sum = affine_parts(value, Wrapping::ignored);
    uint64_t total = 0;
    const auto add_part = [&](llvm::Value* part, uint64_t factor) {
      const auto step = part == &value ? std::nullopt : of(*part);
      return step && !__builtin_mul_overflow(*step, factor, &factor) &&
             !__builtin_add_overflow(total, factor, &total);
    };
    if (sum.base && !add_part(sum.base, 1)) {
      return std::nullopt;
    }
    for (const Affine::Term& term : sum.terms) {
      if (!add_part(term.value, term.factor < 0 ? -uint64_t(term.factor) : term.factor)) {
        return std::nullopt;
      }
    }
    return total;
  }

  Values varying;
  llvm::DenseMap<llvm::Value*, std::optional<uint64_t>> known;
};

bool tells_nothing_of_groups(MuxBuiltin builtin) {
  switch (builtin) {
  case MuxBuiltin::get_global_id:
  case MuxBuiltin::get_global_size:
  case MuxBuiltin::get_global_offset:
  case MuxBuiltin::get_work_dim:
  case MuxBuiltin::get_program_variables:
  case MuxBuiltin::get_round:
    return true;
  default:
    return false;
  }
}

/// Functions that ask for ids, or meet others, are in the kernel itself by now. Those of sub-groups
/// are convergent, whether they access memory or not.
bool is_harmless(const llvm::CallBase& call) {
  if (const auto builtin = mux_builtin(call)) {
    return tells_nothing_of_groups(*builtin);
  }
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  return !call.isConvergent() &&
         (call.doesNotAccessMemory() || (intrinsic && intrinsic->isAssumeLikeIntrinsic()));
}

bool requires_sizes(const llvm::Function& kernel) {
  return llvm::any_of(llvm::ArrayRef{"reqd_work_group_size", "intel_reqd_sub_group_size",
                                     "sub_groups_per_work_group"},
                      [&](const char* name) { return kernel.getMetadata(name) != nullptr; });
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// Whether a kernel that is one round of a loop (grid_stride_loops.h) keeps a block for launches
/// whose counters would wrap: it is not on the way to where the round's number matters nor behind.
bool is_kept_for_rare_launches(const llvm::BasicBlock& block, const Blocks& of_rounds) {
  return !of_rounds.empty() && !of_rounds.contains(&block);
}

/// Adds a block and all that `next` leads to from there.
template <typename F> void add_reachable(const llvm::BasicBlock* first, Blocks& reached, F next) {
  llvm::SmallVector<const llvm::BasicBlock*> work = {first};
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (reached.insert(block).second) {
      llvm::append_range(work, next(block));
    }
  }
}

Blocks blocks_of_rounds(llvm::Function& kernel) {
  Blocks before, behind;
  for_each_mux_call(kernel, [&](llvm::CallInst& call, MuxBuiltin word) {
    for (const llvm::User* user : call.users()) {
      const llvm::BasicBlock* block = llvm::cast<llvm::Instruction>(user)->getParent();
      if (word == MuxBuiltin::get_round && block != call.getParent()) {
        add_reachable(block, before, [](const auto* each) { return llvm::predecessors(each); });
        add_reachable(block, behind, [](const auto* each) { return llvm::successors(each); });
      }
    }
  });
  before.insert(behind.begin(), behind.end());
  return before;
}

bool has_loops(const llvm::Function& kernel, const Blocks& of_rounds) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(kernel, edges);
  return llvm::any_of(
      edges, [&](const auto& edge) { return !is_kept_for_rare_launches(*edge.first, of_rounds); });
}

/// Whether loops go round a few times only, known numbers of times, as those over the pixels around
/// one do.
bool loops_are_short(llvm::Function& kernel) {
  constexpr unsigned few = 64;
  vecz::AnalysisManagers analyses;
  const auto& loops = analyses.functions.getResult<llvm::LoopAnalysis>(kernel);
  auto& evolution = analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
  return llvm::all_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
    unsigned rounds = 1; // of all loops around its body
    for (; loop && rounds != 0 && rounds <= few; loop = loop->getParentLoop()) {
      rounds *= evolution.getSmallConstantTripCount(loop);
    }
    return rounds != 0 && rounds <= few;
  });
}

/// The pointers of a kernel's accesses to memory that is not a work-item's; none if it does
/// something else that has to do with groups, or with memory in other ways.
std::optional<llvm::SmallVector<llvm::Value*>> plain_accesses(llvm::Function& kernel,
                                                              const Blocks& of_rounds) {
  llvm::SmallVector<llvm::Value*> pointers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (!is_harmless(*call)) {
        return std::nullopt;
      }
      continue;
    }
    if (!instruction.mayReadOrWriteMemory()) {
      continue;
    }
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isAtomic() || instruction.isVolatile()) {
      return std::nullopt;
    }
    if (!vecz::is_work_item_memory(*pointer) &&
        !is_kept_for_rare_launches(*instruction.getParent(), of_rounds)) {
      pointers.push_back(pointer);
    }
    if (pointers.size() > max_accesses) {
      return std::nullopt;
    }
  }
  return pointers;
}

/// Whether loops read memory as products of matrices do: at addresses that depend on the id in x or
/// on the other ids, and some on either. Long rows then read no more than tiles.
bool loops_multiply(llvm::Function& kernel, const Steps& steps) {
  const Values along_columns = computed_from(kernel, [](const llvm::Instruction& instruction) {
    return mux_builtin(instruction) == MuxBuiltin::get_global_id &&
           dimension_of(instruction, MuxBuiltin::get_global_id) != 0U;
  });
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  bool has_row = false, has_column = false;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || vecz::is_work_item_memory(*pointer) ||
        !loops.getLoopFor(instruction.getParent())) {
      continue;
    }
    const bool in_row = steps.varies(*pointer), in_column = along_columns.contains(pointer);
    if (llvm::isa<llvm::StoreInst>(instruction) || (in_row && in_column)) {
      return false;
    }
    has_row = has_row || in_row;
    has_column = has_column || in_column;
  }
  return has_row && has_column;
}

/// The value of the kernel's mark, if it gets one.
std::optional<llvm::StringRef> mark_of(llvm::Function& kernel) {
  const Blocks of_rounds = blocks_of_rounds(kernel);
  if (requires_sizes(kernel) || kernel.hasFnAttribute(enqueues) ||
      llvm::any_of(kernel.args(), vecz::is_local_pointer)) {
    return std::nullopt;
  }
  const auto pointers = plain_accesses(kernel, of_rounds);
  if (!pointers || pointers->empty()) {
    return std::nullopt;
  }
  Steps steps(kernel);
  const bool loops = has_loops(kernel, of_rounds) && !loops_are_short(kernel);
  const bool goes_along_x = llvm::all_of(*pointers, [&](llvm::Value* pointer) {
    const auto step = steps.of(*pointer);
    return step && *step <= largest_step;
  });
  if (!goes_along_x || (loops && !loops_multiply(kernel, steps))) {
    return std::nullopt;
  }
  return loops ? llvm::StringRef(free_groups_of_rows) : llvm::StringRef();
}

} // namespace

bool free_groups(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration()) {
      continue;
    }
    if (const auto mark = mark_of(function)) {
      function.addFnAttr(free_groups_mark, *mark);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
