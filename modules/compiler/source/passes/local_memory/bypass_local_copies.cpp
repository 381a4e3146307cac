// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/bypass_local_copies.h"

#include "kernel_metadata.h"
#include "passes/analyses/affine.h"
#include "passes/analyses/early_returns.h"
#include "passes/analyses/group_call_info.h"
#include "passes/analyses/is_barrier.h"
#include "passes/analyses/overwritten_memory.h"
#include "passes/analyses/scalar_evolution.h"
#include "passes/local_memory/local_variables.h"
#include "vecz/uniformity.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

namespace compiler {
namespace {

/// Geometry of the first-level cache, to estimate whether one copy fits: lines of 64 bytes, 64
/// sets, 8 ways.
constexpr int64_t line = 64, sets = 64, max_in_a_set = 8;

/// The work-item that wrote an element: its local id in each dimension, null where it is that of
/// the reader.
using Item = std::array<llvm::Value*, 3>;

/// Everything that is done with a local variable, if that is all reads but one write.
struct Uses {
  llvm::StoreInst* store = nullptr;
  llvm::SmallVector<llvm::LoadInst*> loads;

  bool follow(llvm::Value& pointer) {
    return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        loads.push_back(load);
        return load->isSimple();
      }
      if (auto* write = llvm::dyn_cast<llvm::StoreInst>(user)) {
        return !std::exchange(store, write) && write->isSimple() && use.getOperandNo() == 1;
      }
      return llvm::isa<llvm::GetElementPtrInst>(user) && !user->getType()->isVectorTy() &&
             follow(*user);
    });
  }
};

class Bypass {
public:
  Bypass(llvm::Function& kernel, const std::array<uint64_t, 3>& local_size)
      : function(kernel), size(local_size), analyses(kernel), overwritten(kernel) {}

  bool run(llvm::Value& variable) {
    if (!uniformity) {
      uniformity.emplace(function, group_call_info());
      some_return_early = may_return_before_a_barrier(function, *uniformity);
    }
    if (some_return_early) {
      return false; // and copy nothing, such as beyond the end of a buffer
    }
    const bool changed = bypass(variable);
    if (changed) {
      uniformity.reset();
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(made);
    made.clear();
    return changed;
  }

private:
  bool bypass(llvm::Value& variable) {
    Uses uses;
    if (!uses.follow(variable) || !uses.store || uses.loads.empty() || !find_copy(*uses.store)) {
      return false;
    }
    llvm::SmallVector<Item> items;
    for (llvm::LoadInst* load : uses.loads) {
      const auto item = writer(*load);
      if (!item || !is_still_the_same(*load) || !pays(*item)) {
        return false;
      }
      items.push_back(*item);
    }
    llvm::SmallVector<llvm::Value*> originals;
    for (auto [load, item] : llvm::zip(uses.loads, items)) {
      originals.push_back(original(*load, item));
      if (!originals.back()) {
        return false;
      }
    }
    for (auto [load, instead] : llvm::zip(uses.loads, originals)) {
      load->replaceAllUsesWith(instead);
      made.emplace_back(load->getPointerOperand());
      load->eraseFromParent();
    }
    made.append({store->getPointerOperand(), source});
    store->eraseFromParent();
    return true;
  }

  /// All work-items come to the store as often as to the barrier behind it.
  bool find_copy(llvm::StoreInst& write) {
    store = &write;
    source = llvm::dyn_cast<llvm::LoadInst>(write.getValueOperand());
    if (!source || !source->isSimple() || source->getParent() != store->getParent() ||
        (source->getPointerAddressSpace() != vecz::global_space &&
         source->getPointerAddressSpace() != vecz::constant_space)) {
      return false;
    }
    barrier = nullptr;
    for (llvm::Instruction* next = store; next && !barrier; next = next->getNextNode()) {
      barrier = is_barrier(*next) ? next : nullptr;
    }
    around = loops.getLoopFor(store->getParent());
    place = affine_parts(*store->getPointerOperand(), Wrapping::excluded);
    from = affine_parts(*source->getPointerOperand(), Wrapping::ignored);
    return barrier && is_one_element_per_item() && stays_in_a_cache();
  }

  /// Each work-item writes an element of its own: sorts dimensions by how far apart neighbours in
  /// them write.
  bool is_one_element_per_item() {
    steps = {};
    for (const Affine::Term& term : place.terms) {
      const auto dimension = dimension_of(*term.value, MuxBuiltin::get_local_id);
      if (!dimension) {
        return false;
      }
      steps[*dimension] += term.factor;
    }
    order.clear();
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      if (size[dimension] > 1) {
        order.push_back(dimension);
      }
    }
    llvm::sort(order, [&](unsigned a, unsigned b) { return steps[a] > steps[b]; });
    int64_t least = bytes();
    for (const unsigned dimension : llvm::reverse(order)) {
      if (steps[dimension] < least) {
        return false;
      }
      least = steps[dimension] * static_cast<int64_t>(size[dimension]);
    }
    return true;
  }

  /// Whether a value, at the barrier, is one for all work-items that come to it.
  [[nodiscard]] bool is_the_same_for_all(const llvm::Value& value) const {
    return uniformity->is_uniform_in(value, *barrier->getParent(), loops);
  }

  [[nodiscard]] int64_t bytes() const {
    return static_cast<int64_t>(
        function.getDataLayout().getTypeStoreSize(source->getType()).getFixedValue());
  }

  /// Whether few of the lines that a group copies share a set of the cache, so that they stay
  /// there.
  bool stays_in_a_cache() {
    strides = {};
    for (const Affine::Term& term : from.terms) {
      auto dimension = dimension_of(*term.value, MuxBuiltin::get_local_id);
      dimension = dimension ? dimension : dimension_of(*term.value, MuxBuiltin::get_global_id);
      if (dimension) {
        strides[*dimension] += term.factor;
      } else if (!is_the_same_for_all(*term.value)) {
        return false;
      }
    }
    int64_t first = 0; // so that no place is negative
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      first -= std::min<int64_t>(strides[dimension], 0) * static_cast<int64_t>(size[dimension]);
    }
    llvm::SmallSet<int64_t, 32> lines;
    std::array<int64_t, sets> counts = {};
    for (uint64_t item = 0; item < size[0] * size[1] * size[2]; ++item) {
      const auto x = int64_t(item % size[0]), y = int64_t(item / size[0] % size[1]),
                 z = int64_t(item / size[0] / size[1]);
      const int64_t number = (first + strides[0] * x + strides[1] * y + strides[2] * z) / line;
      if (lines.insert(number).second && ++counts[size_t(number % sets)] > max_in_a_set) {
        return false;
      }
    }
    return true;
  }

  /// The work-item whose element is read.
  std::optional<Item> writer(llvm::LoadInst& load) {
    Affine read = affine_parts(*load.getPointerOperand(), Wrapping::excluded);
    if (read.base != place.base || load.getType() != source->getType() ||
        !dominators.dominates(barrier, &load) || (around && !around->contains(&load))) {
      return std::nullopt;
    }
    llvm::erase_if(read.terms, [&](const Affine::Term& term) {
      const auto dimension = dimension_of(*term.value, MuxBuiltin::get_local_id);
      return dimension && size[*dimension] == 1;
    });
    int64_t rest = read.constant - place.constant;
    llvm::IRBuilder<> builder(&load);
    Item item = {};
    for (const unsigned dimension : order) {
      const int64_t step = steps[dimension];
      const int64_t whole = rest >= 0 ? rest / step : 0;
      rest -= whole * step;
      if (!take(read, step, whole, dimension, builder, item)) {
        return std::nullopt;
      }
    }
    return rest == 0 && read.terms.empty() ? std::optional(item) : std::nullopt;
  }

  /// Removes from `read` the multiple of the dimension's step, which is the id in that dimension.
  bool take(Affine& read, int64_t step, int64_t constant, unsigned dimension,
            llvm::IRBuilder<>& builder, Item& item) {
    llvm::SmallVector<Affine::Term, 2> taken, left;
    for (const Affine::Term& term : read.terms) {
      (term.factor % step == 0 && term.factor > 0 ? taken : left).push_back(term);
    }
    read.terms = std::move(left);
    if (taken.size() == 1 && taken[0].factor == step && constant == 0) {
      const auto own = dimension_of(*taken[0].value, MuxBuiltin::get_local_id);
      if (own && size[*own] <= size[dimension]) {
        item[dimension] = *own == dimension ? nullptr : taken[0].value;
        return true;
      }
    }
    llvm::Value* id = builder.getInt64(uint64_t(constant));
    for (const Affine::Term& term : taken) {
      llvm::Value* value = builder.CreateIntCast(term.value, builder.getInt64Ty(), term.is_signed);
      if (term.factor != step) {
        value = builder.CreateMul(value, builder.getInt64(uint64_t(term.factor / step)));
      }
      id = id == builder.getInt64(0) ? value : builder.CreateAdd(id, value);
    }
    item[dimension] = id;
    made.emplace_back(id);
    const llvm::SCEV* end = evolution.getConstant(builder.getInt64Ty(), size[dimension]);
    return evolution.isKnownPredicateAt(llvm::ICmpInst::ICMP_ULT, evolution.getSCEV(id), end,
                                        &*builder.GetInsertPoint());
  }

  /// Whether the original has not changed since it was copied, for all work-items that may reach
  /// the load.
  bool is_still_the_same(const llvm::LoadInst& load) {
    return !overwritten.can_be_overwritten(*source, load);
  }

  /// Whether neighbours in x read neighbouring elements, or one.
  [[nodiscard]] bool pays(const Item& item) const {
    int64_t apart = 0;
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      const bool is_own_x = item[dimension]
                                ? dimension_of(*item[dimension], MuxBuiltin::get_local_id) == 0U
                                : dimension == 0;
      apart += is_own_x && size[dimension] > 1 ? strides[dimension] : 0;
    }
    return apart == 0 || apart == bytes();
  }

  /// The element that `item` copied, read again in place of `load`; null if its address cannot be
  /// told.
  llvm::Value* original(llvm::LoadInst& load, const Item& item) {
    llvm::IRBuilder<> builder(&load);
    llvm::DenseMap<llvm::Value*, llvm::Value*> known;
    llvm::Value* address = value_in_item(*source->getPointerOperand(), item, builder, known);
    if (!address) {
      return nullptr;
    }
    auto* again = llvm::cast<llvm::LoadInst>(builder.Insert(source->clone()));
    again->setOperand(0, address);
    again->dropUnknownNonDebugMetadata({llvm::LLVMContext::MD_tbaa});
    again->setDebugLoc(load.getDebugLoc());
    again->takeName(&load);
    made.emplace_back(again);
    return again;
  }

  /// The value that `value` had in the work-item `item`, which stored the element; null if that is
  /// not known.
  llvm::Value* value_in_item(llvm::Value& value, const Item& item, llvm::IRBuilder<>& builder,
                             llvm::DenseMap<llvm::Value*, llvm::Value*>& known) {
    if (const auto found = known.find(&value); found != known.end()) {
      return found->second;
    }
    return known[&value] = make_as_seen_by(value, item, builder, known);
  }

  llvm::Value* make_as_seen_by(llvm::Value& value, const Item& item, llvm::IRBuilder<>& builder,
                               llvm::DenseMap<llvm::Value*, llvm::Value*>& known) {
    if (is_the_same_for_all(value)) {
      return &value;
    }
    if (const auto local = dimension_of(value, MuxBuiltin::get_local_id)) {
      return item[*local] ? item[*local] : &value;
    }
    if (const auto global = dimension_of(value, MuxBuiltin::get_global_id)) {
      if (!item[*global]) {
        return &value;
      }
      llvm::Value* own = builder.CreateCall(
          declare(*function.getParent(), MuxBuiltin::get_local_id), {builder.getInt32(*global)});
      made.emplace_back(builder.CreateAdd(builder.CreateSub(&value, own), item[*global]));
      return made.back();
    }
    auto* computed = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!computed || !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst,
                                llvm::CmpInst, llvm::SelectInst>(computed)) {
      return nullptr;
    }
    llvm::SmallVector<llvm::Value*> operands;
    for (llvm::Value* operand : computed->operands()) {
      operands.push_back(value_in_item(*operand, item, builder, known));
      if (!operands.back()) {
        return nullptr;
      }
    }
    if (llvm::equal(operands, computed->operands())) {
      return computed;
    }
    llvm::Instruction* copy = builder.Insert(computed->clone());
    for (unsigned i = 0; i < operands.size(); ++i) {
      copy->setOperand(i, operands[i]);
    }
    made.emplace_back(copy);
    return copy;
  }

  llvm::Function& function;
  const std::array<uint64_t, 3> size;
  ScalarEvolutionOf analyses;
  const llvm::DominatorTree& dominators = analyses.dominators;
  const llvm::LoopInfo& loops = analyses.loops;
  llvm::ScalarEvolution& evolution = analyses.evolution;
  OverwrittenMemory overwritten;
  /// Between the work-items of a group; made anew when something has changed.
  std::optional<vecz::Uniformity> uniformity;
  bool some_return_early = false;               ///< before a barrier
  llvm::SmallVector<llvm::WeakTrackingVH> made; ///< or left without use

  llvm::StoreInst* store = nullptr;
  llvm::LoadInst* source = nullptr;
  llvm::Instruction* barrier = nullptr;
  const llvm::Loop* around = nullptr; ///< the innermost loop that the store is in
  Affine place, from;                 ///< of the store and of what it copies
  std::array<int64_t, 3> steps = {};  ///< bytes from the element of one work-item to the next one's
  std::array<int64_t, 3> strides = {};  ///< the same of the original
  llvm::SmallVector<unsigned, 3> order; ///< dimensions of more than one, longest steps first
};

} // namespace

bool bypass_local_copies(llvm::Module& module) {
  bool changed = false;
  for (const auto& [kernel, variables] : local_memory_of_kernels(module)) {
    const auto size = sizes_of(*kernel, "reqd_work_group_size");
    if (size[0] == 0) {
      continue;
    }
    Bypass bypass(*kernel, size);
    for (llvm::Value* variable : variables) {
      changed |= bypass.run(*variable);
    }
  }
  return changed;
}

} // namespace compiler
