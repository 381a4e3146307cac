// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/progress.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <optional>

namespace vecz {

namespace match = llvm::PatternMatch;

bool is_observing(const llvm::Instruction& instruction) {
  return (instruction.isAtomic() || instruction.isVolatile()) && instruction.mayReadFromMemory() &&
         !instruction.getType()->isVoidTy();
}

Slice::Slice(const llvm::Loop& around, llvm::ArrayRef<const llvm::Value*> roots) : loop(around) {
  work.append(roots.begin(), roots.end());
  while (!work.empty()) {
    visit(*work.pop_back_val());
  }
}

void Slice::visit(const llvm::Value& value) {
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!made || !loop.contains(made) || !seen.insert(made).second) {
    return;
  }
  if (is_observing(*made)) {
    found.push_back(made);
    has_read = true;
    return;
  }
  has_read = has_read || made->mayReadFromMemory();
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(made)) {
    if (phi->getParent() == loop.getHeader()) {
      has_phi_of_loop = true;
    }
    for (const llvm::BasicBlock* from : phi->blocks()) { // which way was taken
      if (loop.contains(from)) {
        add_condition(*from);
      }
    }
  }
  work.append(made->value_op_begin(), made->value_op_end());
}

void Slice::add_condition(const llvm::BasicBlock& block) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator())) {
    if (branch->isConditional()) {
      work.push_back(branch->getCondition());
    }
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
    work.push_back(choice->getCondition());
  }
}

bool changes(const llvm::Loop& loop, const llvm::Value& value) {
  return Slice(loop, {&value}).changes();
}

const llvm::Value& address_of(const llvm::Instruction& access) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) {
    return *update->getPointerOperand();
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) {
    return *exchange->getPointerOperand();
  }
  return *access.getOperand(0); // a load, or a call that gets the address
}

namespace {

/// Whether two addresses are one, computed once or twice.
bool are_same_place(const llvm::Value& one, const llvm::Value& other) {
  const llvm::Value *first = one.stripPointerCasts(), *second = other.stripPointerCasts();
  if (first == second) {
    return true;
  }
  const auto *a = llvm::dyn_cast<llvm::GEPOperator>(first),
             *b = llvm::dyn_cast<llvm::GEPOperator>(second);
  return a && b && a->getSourceElementType() == b->getSourceElementType() &&
         llvm::equal(a->indices(), b->indices()) &&
         are_same_place(*a->getPointerOperand(), *b->getPointerOperand());
}

/// The expected value of a compare-exchange. It counts as seen if it was loaded from the exchange's
/// address in this round or the one before; an older value, or one loaded elsewhere, may never be
/// there again.
class Expected {
public:
  Expected(const llvm::Loop& around, const llvm::AtomicCmpXchgInst& by)
      : loop(around), exchange(by) {}

  [[nodiscard]] bool was_loaded() {
    if (changes(loop, *exchange.getPointerOperand()) || !is_read(exchange.getCompareOperand())) {
      return false;
    }
    is_of_this_round = false;
    known.clear();
    return llvm::all_of(round_before, [&](const llvm::Value* value) { return is_read(value); });
  }

private:
  bool is_read(const llvm::Value* value) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(value);
    if (!made || !loop.contains(made)) {
      return false; // one value for all rounds
    }
    if (!known.insert(made).second) {
      return true;
    }
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(made)) {
      return are_same_place(address_of(*made), *exchange.getPointerOperand());
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(made);
        phi && phi->getParent() == loop.getHeader()) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        if (loop.contains(phi->getIncomingBlock(i))) { // the first round may begin with a guess
          round_before.push_back(phi->getIncomingValue(i));
        }
      }
      return is_of_this_round;
    }
    return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::FreezeInst, llvm::ExtractValueInst>(
               made) &&
           llvm::all_of(made->operands(), [&](const llvm::Use& from) { return is_read(from); });
  }

  const llvm::Loop& loop;
  const llvm::AtomicCmpXchgInst& exchange;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> known;
  llvm::SmallVector<const llvm::Value*> round_before;
  bool is_of_this_round = true;
};

/// The value of a condition if an exchange has succeeded; nothing if the exchange doesn't determine
/// it.
std::optional<bool> if_exchanged(const llvm::Value& condition,
                                 const llvm::AtomicCmpXchgInst& exchange) {
  const auto extracted = [&](const llvm::Value* value, unsigned index) {
    const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(value);
    return part && part->getAggregateOperand() == &exchange && part->getIndices()[0] == index;
  };
  if (extracted(&condition, 1)) {
    return true;
  }
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition)) {
    const llvm::Value *left = comparison->getOperand(0), *right = comparison->getOperand(1);
    const llvm::Value* expected = exchange.getCompareOperand();
    return comparison->isEquality() && ((extracted(left, 0) && right == expected) ||
                                        (extracted(right, 0) && left == expected))
               ? std::optional(comparison->getPredicate() == llvm::ICmpInst::ICMP_EQ)
               : std::nullopt;
  }
  const llvm::Value *left = nullptr, *right = nullptr;
  if (match::match(&condition, match::m_Not(match::m_Value(left)))) {
    const auto answer = if_exchanged(*left, exchange);
    return answer ? std::optional(!*answer) : std::nullopt;
  }
  const bool is_or =
      match::match(&condition, match::m_LogicalOr(match::m_Value(left), match::m_Value(right)));
  if (is_or ||
      match::match(&condition, match::m_LogicalAnd(match::m_Value(left), match::m_Value(right)))) {
    const auto first = if_exchanged(*left, exchange), second = if_exchanged(*right, exchange);
    return first == is_or || second == is_or ? std::optional(is_or) : std::nullopt;
  }
  return std::nullopt;
}

/// Where control goes from an edge. Clang writes `break` and `return` as a number that a switch
/// looks at behind the end of the scope.
class Way {
public:
  explicit Way(const llvm::Loop& around) : loop(around) {}

  /// Whether that is out of the loop in any case, in this round.
  [[nodiscard]] bool leads_out(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    constexpr unsigned max_blocks = 16;
    if (!loop.contains(&to)) {
      return true;
    }
    if (&to == loop.getHeader() || ++visited > max_blocks) {
      return false;
    }
    for (const llvm::PHINode& phi : to.phis()) {
      values[&phi] = constant(*phi.getIncomingValueForBlock(&from));
    }
    if (const auto* only = known_successor(*to.getTerminator())) {
      return leads_out(to, *only);
    }
    const auto kept = values;
    return llvm::all_of(llvm::successors(&to), [&](const llvm::BasicBlock* next) {
      values = kept;
      return leads_out(to, *next);
    });
  }

private:
  /// Null if it is not known to be one.
  [[nodiscard]] const llvm::ConstantInt* constant(const llvm::Value& value) const {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
    return phi ? values.lookup(phi) : llvm::dyn_cast<llvm::ConstantInt>(&value);
  }

  [[nodiscard]] const llvm::BasicBlock* known_successor(const llvm::Instruction& end) const {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
        branch && branch->isConditional()) {
      const llvm::ConstantInt* condition = constant(*branch->getCondition());
      return condition ? branch->getSuccessor(condition->isZero()) : nullptr;
    }
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      const llvm::ConstantInt* number = constant(*choice->getCondition());
      return number ? choice->findCaseValue(number)->getCaseSuccessor() : nullptr;
    }
    return nullptr;
  }

  const llvm::Loop& loop;
  llvm::DenseMap<const llvm::PHINode*, const llvm::ConstantInt*> values;
  unsigned visited = 0;
};

/// Whether a branch leaves the loop if its condition is true, or if it is false; nothing if neither
/// or both sides do.
std::optional<bool> exit_condition(const llvm::Loop& loop, const llvm::BranchInst& branch) {
  if (!branch.isConditional()) {
    return std::nullopt;
  }
  const llvm::BasicBlock& block = *branch.getParent();
  const bool if_true = Way(loop).leads_out(block, *branch.getSuccessor(0)),
             if_false = Way(loop).leads_out(block, *branch.getSuccessor(1));
  return if_true != if_false ? std::optional(if_true) : std::nullopt;
}

/// Whether a number that an access gives goes into comparisons by order only, which let the loop go
/// on while it is less than something (`rises`), or more; and into addresses, of other places for
/// each number.
class Comparisons {
public:
  Comparisons(const llvm::Loop& around, const Slice& deciding, bool does_rise)
      : loop(around), decides(deciding), rises(does_rise) {}

  [[nodiscard]] bool end_loop(const llvm::Instruction& number) {
    return llvm::all_of(number.users(), [&](const llvm::User* user) {
      const auto* made = llvm::cast<llvm::Instruction>(user);
      if (!loop.contains(made) || !decides.contains(*made) || !known.insert(made).second) {
        return true;
      }
      if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(made)) {
        const auto predicate = comparison->getOperand(0) == &number
                                   ? comparison->getPredicate()
                                   : comparison->getSwappedPredicate();
        return comparison->isRelational() &&
               leads_out(*comparison,
                         llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate)
                             ? !rises
                             : rises);
      }
      return llvm::isa<llvm::GetElementPtrInst>(made) ||
             (keeps_order(*made, number) && end_loop(*made));
    });
  }

private:
  /// Whether an operation keeps the order of numbers: casts, sums with loop-invariant values,
  /// multiples and quotients. Operations that leave few low bits do not: they test these bits.
  [[nodiscard]] bool keeps_order(const llvm::Instruction& made,
                                 const llvm::Instruction& number) const {
    const unsigned bits = made.getType()->getScalarSizeInBits();
    const auto* constant =
        llvm::dyn_cast<llvm::ConstantInt>(made.getOperand(made.getNumOperands() - 1));
    switch (made.getOpcode()) {
    case llvm::Instruction::PHI:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Freeze:
      return true;
    case llvm::Instruction::Trunc:
      return bits >= 16;
    case llvm::Instruction::Add:
      return !changes(loop, *made.getOperand(made.getOperand(0) == &number ? 1 : 0));
    case llvm::Instruction::Sub:
      return made.getOperand(0) == &number && !changes(loop, *made.getOperand(1));
    case llvm::Instruction::Shl:
      return made.getOperand(0) == &number && constant && constant->getValue().ult(bits / 2);
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return made.getOperand(0) == &number && constant;
    case llvm::Instruction::Mul:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
      return made.getOperand(0) == &number && constant &&
             constant->getValue().isStrictlyPositive() &&
             constant->getValue().getActiveBits() <= 16;
    default:
      return llvm::isa<llvm::MinMaxIntrinsic>(made);
    }
  }

  /// Whether the loop ends where `condition` is `end`: nothing else keeps it going then, or other
  /// conditions do so.
  bool leads_out(const llvm::Instruction& condition, bool end) {
    return llvm::all_of(condition.users(), [&](const llvm::User* user) {
      const auto* made = llvm::cast<llvm::Instruction>(user);
      if (!loop.contains(made)) {
        return true;
      }
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(made)) {
        return exit_condition(loop, *branch) == end;
      }
      if (match::match(made, match::m_Not(match::m_Value()))) {
        return leads_out(*made, !end);
      }
      return (match::match(made, match::m_LogicalAnd()) ||
              match::match(made, match::m_LogicalOr()) || llvm::isa<llvm::FreezeInst>(made)) &&
             leads_out(*made, end);
    });
  }

  const llvm::Loop& loop;
  const Slice& decides;
  const bool rises;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> known;
};

} // namespace

bool always_exchanges_loaded_value(const llvm::Loop& loop, const Slice& decides) {
  llvm::SmallVector<const llvm::AtomicCmpXchgInst*> exchanges;
  for (const llvm::Instruction* access : decides.accesses()) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(access);
    if (exchange && Expected(loop, *exchange).was_loaded()) {
      exchanges.push_back(exchange);
    }
  }
  const auto ends_if_exchanged = [&](const llvm::BasicBlock& block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto out = branch ? exit_condition(loop, *branch) : std::nullopt;
    return out && llvm::any_of(exchanges, [&](const llvm::AtomicCmpXchgInst* exchange) {
             return if_exchanged(*branch->getCondition(), *exchange) == out;
           });
  };
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> work = {loop.getHeader()};
  while (!exchanges.empty() && !work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (!seen.insert(block).second || ends_if_exchanged(*block)) {
      continue;
    }
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (next == loop.getHeader()) {
        return false;
      }
      if (loop.contains(next)) {
        work.push_back(next);
      }
    }
  }
  return !exchanges.empty();
}

bool counts(const llvm::Loop& loop, const llvm::Instruction& access, const Slice& decides) {
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access);
  if (!update || (update->getOperation() != llvm::AtomicRMWInst::Add &&
                  update->getOperation() != llvm::AtomicRMWInst::Sub)) {
    return false;
  }
  const auto* step = llvm::dyn_cast<llvm::ConstantInt>(update->getValOperand());
  if (!step || step->isZero()) {
    return false;
  }
  const bool rises = (update->getOperation() == llvm::AtomicRMWInst::Add) != step->isNegative();
  return Comparisons(loop, decides, rises).end_loop(access);
}

} // namespace vecz
