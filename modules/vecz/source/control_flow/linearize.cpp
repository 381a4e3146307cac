// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/linearize.h"

#include "control_flow/control_plan.h"
#include "control_flow/mask_sets.h"
#include "control_flow/repair_values.h"
#include "mask_calls.h"

#include <algorithm>
#include <array>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace vecz {
namespace {

/// Carries out a ControlPlan. Values that phis and branches need meanwhile are held as operands of
/// calls ("holds"), so that replacing a value reaches them.
class Linearizer {
public:
  Linearizer(llvm::Function& subject, const Uniformity& lanes, const llvm::DominatorTree& tree,
             const llvm::LoopInfo& all, const ControlPlan& control)
      : function(subject), context(subject.getContext()), uniformity(lanes), ways(tree), loops(all),
        plan(control), sets(control, lanes, all), no(llvm::ConstantInt::getFalse(context)),
        yes(llvm::ConstantInt::getTrue(context)) {}

  void run() {
    for (const ControlPlan::Step& step : plan.steps()) {
      places.push_back({step.block, step.block, nullptr, nullptr, {}, {}});
      hold_condition(step);
    }
    for (const ControlPlan::Step& step : plan.steps()) {
      hold_phis(step);
    }
    for (const ControlPlan::Step& step : plan.steps()) {
      if (step.guarded) {
        Place& place = at(step);
        place.front = llvm::BasicBlock::Create(context, step.block->getName() + ".guard", &function,
                                               step.block);
        guards[place.front] = step.block;
      }
    }
    for (const ControlPlan::Step& step : plan.steps()) {
      rewire(step);
    }
    for (const ControlPlan::Step& step : plan.steps()) {
      make_mask(step);
    }
    for (const ControlPlan::Step& step : plan.steps()) {
      blend(step);
    }
    drop_holds();
    repair_values(function, loops);
  }

private:
  struct Arrival {
    llvm::BasicBlock* from;
    unsigned successor; ///< of `from`, as it was
  };
  /// Whether the condition of a loop's latch was a conjunction with a uniform condition. If one
  /// part is false, the other may be poison.
  enum class Decision { whole, each_first, all_first };
  struct HeldPhi {
    llvm::CallInst* hold; ///< its operands are the values of the arrivals
    llvm::SmallVector<unsigned, 2> arrivals;
    bool uniform;
  };
  /// State of one block of the plan.
  struct Place {
    llvm::BasicBlock* block;
    llvm::BasicBlock* front;                ///< where it is entered: its guard, or itself
    llvm::CallInst* condition;              ///< of its branch as it was; `each` and `all`, if any
    llvm::WeakTrackingVH mask;              ///< may be a hold, which is replaced in the end
    llvm::SmallVector<Arrival, 2> arrivals; ///< without back edges
    llvm::SmallVector<HeldPhi, 2> phis;
    std::array<llvm::WeakTrackingVH, 2> edges = {}; ///< masks of its ways, where asked for
    Decision decision = Decision::whole;
  };

  Place& at(const ControlPlan::Step& step) { return places[plan.number(*step.block)]; }
  Place& at(const llvm::BasicBlock& block) { return places[plan.number(block)]; }

  [[nodiscard]] bool is_header(const ControlPlan::Step& step) const {
    return step.loop && step.loop->getHeader() == step.block;
  }
  [[nodiscard]] bool is_divergent_header(const ControlPlan::Step& step) const {
    return is_header(step) && uniformity.is_divergent_loop(*step.block);
  }
  /// The divergent loop that the branch at the end of `block` leaves, if any.
  [[nodiscard]] const llvm::Loop* left_loop(const llvm::BasicBlock& block,
                                            const llvm::BasicBlock& to) const {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    return loop && !loop->contains(&to) && uniformity.is_divergent_loop(*loop->getHeader())
               ? loop
               : nullptr;
  }

  llvm::CallInst* make_hold(llvm::IRBuilderBase& builder, llvm::Type* type,
                            llvm::ArrayRef<llvm::Value*> values) {
    auto* callee = llvm::Function::Create(llvm::FunctionType::get(type, true),
                                          llvm::GlobalValue::ExternalLinkage, "vecz.hold",
                                          function.getParent());
    llvm::CallInst* call = builder.CreateCall(callee, values);
    holds.push_back(call);
    return call;
  }

  [[nodiscard]] bool is_divergent_latch(const ControlPlan::Step& step) const {
    return step.loop && step.loop->getLoopLatch() == step.block &&
           uniformity.is_divergent_loop(*step.loop->getHeader());
  }

  /// Takes conditions out of blocks before edges change; and before phis are replaced, because
  /// nothing is known about their replacements.
  void hold_condition(const ControlPlan::Step& step) {
    using namespace llvm::PatternMatch;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(step.block->getTerminator());
    if (!branch || !branch->isConditional()) {
      return;
    }
    Place& place = at(step);
    llvm::SmallVector<llvm::Value*, 3> values = {branch->getCondition()};
    llvm::Value *first = nullptr, *second = nullptr;
    if (is_divergent_latch(step) && branch->getSuccessor(0) == step.loop->getHeader() &&
        match(values[0], m_LogicalAnd(m_Value(first), m_Value(second)))) {
      if (uniformity.is_uniform_in(*second, *step.block, loops)) {
        place.decision = Decision::each_first;
        values.append({first, second});
      } else if (uniformity.is_uniform_in(*first, *step.block, loops)) {
        place.decision = Decision::all_first;
        values.append({second, first});
      }
    }
    llvm::IRBuilder<> builder(branch);
    place.condition = make_hold(builder, builder.getVoidTy(), values);
  }

  /// The value of a phi in lanes that come by no edge. It is poison only if all values of the phi
  /// are: `x & 0` is 0 for undefined bits, but poison for poison.
  static llvm::Value* value_for_no_edge(const llvm::PHINode& phi) {
    const bool is_poison = llvm::all_of(phi.incoming_values(), [&](const llvm::Use& value) {
      return llvm::isa<llvm::PoisonValue>(value) || value == &phi;
    });
    return is_poison ? llvm::PoisonValue::get(phi.getType()) : llvm::UndefValue::get(phi.getType());
  }

  /// Takes phis out of blocks before edges change.
  void hold_phis(const ControlPlan::Step& step) {
    Place& place = at(step);
    for (llvm::BasicBlock* from : llvm::predecessors(step.block)) {
      if (plan.number(*from) < plan.number(*step.block)) {
        place.arrivals.push_back(
            {from, from->getTerminator()->getSuccessor(0) == step.block ? 0U : 1U});
      }
    }
    if (step.as_before || is_header(step)) {
      return;
    }
    for (llvm::PHINode& phi : llvm::make_early_inc_range(step.block->phis())) {
      llvm::SmallVector<llvm::Value*, 4> values;
      HeldPhi held{nullptr, {}, !uniformity.is_varying(phi)};
      for (unsigned i = 0; i < place.arrivals.size(); ++i) {
        llvm::Value* value = phi.getIncomingValueForBlock(place.arrivals[i].from);
        if (!llvm::isa<llvm::UndefValue>(value) && value != &phi) {
          values.push_back(value);
          held.arrivals.push_back(i);
        }
      }
      if (values.empty()) {
        phi.replaceAllUsesWith(value_for_no_edge(phi));
        phi.eraseFromParent();
        continue;
      }
      llvm::IRBuilder<> builder(step.block, step.block->getFirstInsertionPt());
      held.hold = make_hold(builder, phi.getType(), values);
      held.hold->takeName(&phi);
      phi.replaceAllUsesWith(held.hold);
      phi.eraseFromParent();
      place.phis.push_back(std::move(held));
    }
  }

  /// Before any mask is made, control flow is final, as those depend on it; only conditions follow.
  void rewire(const ControlPlan::Step& step) {
    if (step.guarded) {
      llvm::IRBuilder<>(at(step).front).CreateCondBr(no, step.block, places[step.skip].front);
    }
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(step.block->getTerminator());
    if (!branch) {
      return;
    }
    const auto front = [&](unsigned target) { return places[target].front; };
    llvm::IRBuilder<> builder(branch);
    if (step.targets.size() == 1 || step.targets[0] == step.targets[1]) {
      builder.CreateBr(front(step.targets[0]));
      branch->eraseFromParent();
    } else {
      branch->setSuccessor(0, front(step.targets[0]));
      branch->setSuccessor(1, front(step.targets[1]));
    }
  }

  /// The value of `mask`, which holds at the end of `where`, in `reader`: no lane if control did
  /// not come by `where` in this iteration.
  llvm::Value* read(llvm::Value* mask, llvm::BasicBlock* where, llvm::BasicBlock* reader) {
    if (mask == no) {
      return no;
    }
    llvm::SSAUpdater updater;
    updater.Initialize(mask->getType(), "mask");
    llvm::BasicBlock* entry = &function.getEntryBlock();
    updater.AddAvailableValue(entry, no);
    for (const llvm::Loop* loop = loops.getLoopFor(where); loop; loop = loop->getParentLoop()) {
      updater.AddAvailableValue(loop->getHeader(), no);
    }
    updater.AddAvailableValue(where, mask);
    return updater.GetValueInMiddleOfBlock(reader);
  }

  /// The lanes that go one of the ways of a block, at its end.
  llvm::Value* edge_mask(const Arrival& arrival) {
    Place& from = at(*arrival.from);
    llvm::WeakTrackingVH& mask = from.edges[arrival.successor];
    if (mask) {
      return mask;
    }
    if (!from.condition) {
      mask = from.mask;
      return mask;
    }
    llvm::IRBuilder<> builder(arrival.from->getTerminator());
    llvm::Value* condition = from.condition->getArgOperand(0);
    if (arrival.successor == 1) {
      condition = builder.CreateNot(condition);
    }
    mask = from.mask == yes ? condition : builder.CreateSelect(from.mask, condition, no);
    return mask;
  }

  /// The lanes that arrive by one edge, in `reader`.
  llvm::Value* arriving(const Arrival& arrival, const llvm::BasicBlock& target,
                        llvm::BasicBlock* reader) {
    const llvm::Loop* loop = left_loop(*arrival.from, target);
    llvm::Value* mask = nullptr;
    if (loop) {
      mask = at(*loop->getLoopPreheader()).mask;
    } else {
      mask = edge_mask(arrival);
    }
    return read(mask, arrival.from, reader);
  }

  void make_mask(const ControlPlan::Step& step) {
    Place& place = at(step);
    if (is_header(step)) {
      enter_loop(step, place);
    } else if (place.arrivals.empty()) {
      place.mask = yes;
    } else if (step.as_before) {
      place.mask = mask_as_before(place);
    } else {
      place.mask = merged_mask(place);
    }
    if (step.guarded) {
      auto* guard = llvm::cast<llvm::BranchInst>(place.front->getTerminator());
      llvm::IRBuilder<> builder(guard);
      guard->setCondition(create_mask_call(builder, any_name, place.mask));
    }
    if (place.mask != yes) {
      auto* made = llvm::dyn_cast<llvm::Instruction>(static_cast<llvm::Value*>(place.mask));
      const bool here = made && made->getParent() == place.block && !llvm::isa<llvm::PHINode>(made);
      llvm::IRBuilder<> builder(place.block, here ? std::next(made->getIterator())
                                                  : place.block->getFirstInsertionPt());
      create_mask_call(builder, mask_name, place.mask);
    }
    if (is_divergent_latch(step)) {
      emit_latch(*step.loop, place);
    }
  }

  void enter_loop(const ControlPlan::Step& step, Place& place) {
    const Place& before = at(*step.loop->getLoopPreheader());
    place.mask = before.mask;
    if (is_divergent_header(step)) {
      llvm::IRBuilder<> builder(place.block, place.block->begin());
      llvm::PHINode* live = builder.CreatePHI(yes->getType(), 2, "live");
      live->addIncoming(before.mask, before.block);
      place.mask = live; // the lanes that stay are added when the latch has its mask
    }
  }

  /// Lanes that stay go round again; the loop ends when none does, or when all are to leave.
  /// Nothing behind the loop has been given a mask yet.
  void emit_latch(const llvm::Loop& loop, Place& latch) {
    auto* branch = llvm::cast<llvm::BranchInst>(latch.block->getTerminator());
    const unsigned back = branch->getSuccessor(0) == loop.getHeader() ? 0 : 1;
    const Decision decision = latch.decision;
    llvm::IRBuilder<> builder(branch);
    llvm::Value* stay =
        decision == Decision::whole
            ? edge_mask({latch.block, back})
            : builder.CreateSelect(latch.mask, latch.condition->getArgOperand(1), no);
    keep_exit_values(loop, *branch, latch.mask);
    llvm::cast<llvm::PHINode>(at(*loop.getHeader()).mask)->addIncoming(stay, latch.block);
    llvm::Value* goes_on = create_mask_call(builder, any_name, stay);
    if (decision != Decision::whole) {
      llvm::Value* all = latch.condition->getArgOperand(2);
      goes_on = decision == Decision::all_first ? builder.CreateSelect(all, goes_on, no)
                                                : builder.CreateSelect(goes_on, all, no);
    }
    if (back == 1) {
      branch->swapSuccessors();
    }
    branch->setCondition(goes_on);
  }

  llvm::Value* mask_as_before(Place& place) {
    llvm::SmallVector<llvm::Value*, 2> masks;
    for (const Arrival& arrival : place.arrivals) {
      const llvm::Loop* loop = left_loop(*arrival.from, *place.block);
      masks.push_back(loop ? at(*loop->getLoopPreheader()).mask : at(*arrival.from).mask);
    }
    if (llvm::all_equal(masks)) {
      return masks[0];
    }
    if (llvm::Value* same = mask_before(place)) {
      return same;
    }
    llvm::IRBuilder<> builder(place.block, place.block->begin());
    llvm::PHINode* phi = builder.CreatePHI(yes->getType(), masks.size(), "mask");
    for (auto [mask, arrival] : llvm::zip(masks, place.arrivals)) {
      phi->addIncoming(mask, arrival.from);
    }
    return phi;
  }

  /// The mask of an earlier block that the same lanes were in; null if there is none.
  llvm::Value* mask_before(Place& place) {
    const unsigned number = plan.number(*place.block), same = sets.same_as(number);
    if (same == number) {
      return nullptr;
    }
    Place& other = places[same];
    return same == 0 ? yes : read(other.mask, other.block, place.front);
  }

  llvm::Value* merged_mask(Place& place) {
    if (llvm::Value* same = mask_before(place)) {
      return same;
    }
    llvm::SmallVector<llvm::Value*, 2> masks;
    for (const Arrival& arrival : place.arrivals) {
      masks.push_back(arriving(arrival, *place.block, place.front));
    }
    llvm::IRBuilder<> builder(place.front, place.front->getFirstInsertionPt());
    llvm::Value* all = masks[0];
    for (llvm::Value* mask : llvm::drop_begin(masks)) {
      all = all == no ? mask : mask == no || mask == all ? all : builder.CreateOr(all, mask);
    }
    return all;
  }

  /// Replaces uses behind a divergent loop with each lane's value at its exit: the last one that it
  /// had while it was in the loop.
  void keep_exit_values(const llvm::Loop& loop, llvm::BranchInst& branch, llvm::Value* live) {
    llvm::SmallVector<llvm::Instruction*> leaving;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        if (llvm::any_of(instruction.users(), [&](llvm::User* user) {
              return is_behind(loop, *llvm::cast<llvm::Instruction>(user));
            })) {
          leaving.push_back(&instruction);
        }
      }
    }
    for (llvm::Instruction* value : leaving) {
      auto* kept = llvm::PHINode::Create(value->getType(), 2, value->getName() + ".kept",
                                         loop.getHeader()->begin());
      llvm::Value* blended =
          llvm::IRBuilder<>(&branch).CreateSelect(live, value, kept, value->getName() + ".left");
      value->replaceUsesWithIf(blended, [&](const llvm::Use& use) {
        return is_behind(loop, *llvm::cast<llvm::Instruction>(use.getUser()));
      });
      kept->addIncoming(no_value(value->getType()), loop.getLoopPreheader());
      kept->addIncoming(blended, branch.getParent());
    }
  }

  [[nodiscard]] bool is_behind(const llvm::Loop& loop, const llvm::Instruction& user) const {
    const llvm::BasicBlock* guarded = guards.lookup(user.getParent());
    return !loop.contains(guarded ? guarded : user.getParent());
  }

  /// The condition that holds in lanes that came by an edge, among those that are in `target`.
  struct Sign {
    llvm::Value* value = nullptr; ///< null if it takes the edge's mask to tell
    bool came_if = true;
  };

  /// If all lanes in `target` were in a block before it, at whose branch those parted which come by
  /// this edge, then its condition is enough: lanes that are not in `target` do not matter.
  Sign sign(const Arrival& arrival, llvm::BasicBlock& target) {
    const llvm::Loop* loop = loops.getLoopFor(&target);
    Arrival way = arrival;
    while (!at(*way.from).condition) {
      const Place& from = at(*way.from);
      if (from.arrivals.size() != 1 || is_header(plan.steps()[plan.number(*way.from)])) {
        return {};
      }
      way = from.arrivals[0];
    }
    if (loops.getLoopFor(way.from) != loop || !ways.properlyDominates(way.from, &target)) {
      return {};
    }
    return {read(at(*way.from).condition->getArgOperand(0), way.from, &target), way.successor == 0};
  }

  llvm::Value* choose(llvm::IRBuilderBase& builder, const Sign& sign, llvm::Value* value,
                      llvm::Value* other) {
    return sign.came_if ? builder.CreateSelect(sign.value, value, other)
                        : builder.CreateSelect(sign.value, other, value);
  }

  /// The lanes in `place` that came by one of some ways; for a uniform value, whether any did.
  llvm::Value* arrival_mask(llvm::IRBuilderBase& builder, const Place& place,
                            llvm::ArrayRef<unsigned> arrivals, bool uniform) {
    llvm::Value* all = no;
    for (const unsigned number : arrivals) {
      llvm::Value* mask = arriving(place.arrivals[number], *place.block, place.block);
      all = all == no ? mask : builder.CreateOr(all, mask);
    }
    return uniform ? create_mask_call(builder, any_name, all) : all;
  }

  /// Phis whose lanes came by different ways become selects: one for each value, apart from that
  /// which most ways bring.
  void blend(const ControlPlan::Step& step) {
    Place& place = at(step);
    for (HeldPhi& held : place.phis) {
      llvm::MapVector<llvm::Value*, llvm::SmallVector<unsigned, 2>> ways_with;
      for (auto [arrival, value] : llvm::zip(held.arrivals, held.hold->args())) {
        ways_with[value].push_back(arrival);
      }
      const auto most = std::ranges::max_element(
          ways_with, {}, [](const auto& entry) { return entry.second.size(); });
      llvm::IRBuilder<> builder(held.hold);
      llvm::Value* result = most->first;
      for (const auto& [value, arrivals] : ways_with) {
        if (value == most->first) {
          continue;
        }
        const bool may_have_sign = !held.uniform && arrivals.size() == 1;
        const Sign last = may_have_sign ? sign(place.arrivals[arrivals[0]], *place.block) : Sign();
        result = last.value
                     ? choose(builder, last, value, result)
                     : builder.CreateSelect(arrival_mask(builder, place, arrivals, held.uniform),
                                            value, result);
      }
      if (auto* made = llvm::dyn_cast<llvm::Instruction>(result); made && !made->hasName()) {
        made->takeName(held.hold);
      }
      held.hold->replaceAllUsesWith(result);
    }
  }

  void drop_holds() {
    for (llvm::CallInst* hold : holds) {
      llvm::Function* callee = hold->getCalledFunction();
      hold->eraseFromParent();
      callee->eraseFromParent();
    }
  }

  llvm::Function& function;
  llvm::LLVMContext& context;
  const Uniformity& uniformity;
  const llvm::DominatorTree& ways; ///< of control flow as it was
  const llvm::LoopInfo& loops;
  const ControlPlan& plan;
  const MaskSets sets;
  llvm::Value* no;
  llvm::Value* yes;
  std::vector<Place> places;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> guards;
  llvm::SmallVector<llvm::CallInst*> holds;
};

/// Phis that carry values past guards, beyond which they would take too long to make: each of the
/// ways that meet in a block has some for each guard that its lanes wait at, and so has a value
/// that is used behind a guard of its block.
constexpr uint64_t max_carried = 100000;

bool needs_too_many_phis(const ControlPlan& plan) {
  const auto& steps = plan.steps();
  std::vector<uint64_t> guards = {0}; // before each block, in the order of the plan
  for (const ControlPlan::Step& step : steps) {
    guards.push_back(guards.back() + (step.guarded ? 1 : 0));
  }
  const auto between = [&](unsigned first, unsigned last) {
    return first < last ? guards[last] - guards[first] : 0;
  };
  uint64_t carried = 0;
  for (unsigned number = 0; number < steps.size(); ++number) {
    const ControlPlan::Step& step = steps[number];
    const auto phis = step.block->phis();
    const auto met = uint64_t(std::distance(phis.begin(), phis.end())) + 1; // and the mask
    for (const llvm::BasicBlock* from : llvm::predecessors(step.block)) {
      carried += step.as_before ? 0 : met * between(plan.number(*from), number);
    }
    for (const llvm::Instruction& value : *step.block) {
      uint64_t furthest = 0;
      for (const llvm::User* user : value.users()) {
        const auto* at = llvm::cast<llvm::Instruction>(user)->getParent();
        furthest = std::max(furthest, between(step.skip, plan.number(*at)));
      }
      carried += step.guarded ? furthest : 0;
    }
  }
  return carried > max_carried;
}

} // namespace

std::string linearize(llvm::Function& function, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const ControlPlan plan(function, uniformity, loops);
  if (plan.obstacle().empty() && needs_too_many_phis(plan)) {
    return too_many_ways;
  }
  if (plan.obstacle().empty()) {
    Linearizer(function, uniformity, dominators, loops, plan).run();
  }
  return plan.obstacle();
}

} // namespace vecz
