// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/narrow_arithmetic.h"

#include "analysis/strides.h"
#include "preparation/integer_widths/limits.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <optional>

namespace vecz {
namespace {

constexpr unsigned wide = 32, narrow = 16; ///< bits

/// A number that is extended from 16 bits or fewer: a value, or an element of a short vector.
struct Extension {
  llvm::Value* from;    ///< the value or the vector
  llvm::Value* element; ///< its index; null for a value
  bool is_signed;

  [[nodiscard]] unsigned bits() const { return from->getType()->getScalarSizeInBits(); }
};

std::optional<Extension> extension(llvm::Value& value) {
  auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&value);
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(extract ? extract->getVectorOperand() : &value);
  if (!cast || !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast)) {
    return std::nullopt;
  }
  const Extension found{cast->getOperand(0), extract ? extract->getIndexOperand() : nullptr,
                        llvm::isa<llvm::SExtInst>(cast)};
  return found.bits() > 1 && found.bits() <= narrow ? std::optional(found) : std::nullopt;
}

/// Whether the lower half of the result depends on the lower halves of the operands only.
bool keeps_to_halves(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::Select:
  case llvm::Instruction::PHI:
    return true;
  case llvm::Instruction::Shl:
    return llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
  default:
    return false;
  }
}

bool is_right_shift(const llvm::Instruction& instruction) {
  return (instruction.getOpcode() == llvm::Instruction::LShr ||
          instruction.getOpcode() == llvm::Instruction::AShr) &&
         llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
}

/// By a positive number that is the same in half as many bits, with a sign or not.
bool is_small_division(const llvm::Instruction& instruction) {
  const auto* divisor = instruction.isIntDivRem()
                            ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1))
                            : nullptr;
  return divisor && divisor->getValue().isStrictlyPositive() &&
         divisor->getValue().isIntN(narrow - 1);
}

class Narrowing {
public:
  Narrowing(llvm::Function& subject, const CallInfo& calls)
      : function(subject), uniformity(subject, calls), strides(subject, calls, uniformity) {}

  bool run() {
    if (!find_ranges()) {
      return false;
    }
    find_members();
    join_members();
    choose();
    for (llvm::Instruction* member : chosen) {
      make(*member);
    }
    finish();
    return !chosen.empty();
  }

private:
  /// Of all 32-bit arithmetic. False if nothing begins with a narrow number.
  bool find_ranges() {
    bool any = false;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
      for (llvm::Instruction& instruction : *block) {
        if (instruction.getType()->isIntegerTy(wide)) {
          order.push_back(&instruction);
          any |= extension(instruction).has_value();
        } else if (llvm::isa<llvm::ICmpInst>(instruction) &&
                   instruction.getOperand(0)->getType()->isIntegerTy(wide)) {
          order.push_back(&instruction);
        }
      }
    }
    if (!any) {
      return false;
    }
    for (llvm::Instruction* instruction : order) {
      if (instruction->getType()->isIntegerTy(wide)) {
        ranges.try_emplace(instruction, compute(*instruction));
      }
    }
    return true;
  }

  llvm::ConstantRange range(llvm::Value& value) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return {number->getValue()};
    }
    const auto found = ranges.find(&value);
    return found == ranges.end() ? llvm::ConstantRange::getFull(wide) : found->second;
  }

  /// Promises such as `nsw` are not used: they hold in active lanes only.
  llvm::ConstantRange compute(llvm::Instruction& instruction) {
    const auto operand = [&](unsigned i) { return range(*instruction.getOperand(i)); };
    if (const auto from = extension(instruction)) {
      const auto all = llvm::ConstantRange::getFull(from->bits());
      return from->is_signed ? all.signExtend(wide) : all.zeroExtend(wide);
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      auto all = llvm::ConstantRange::getEmpty(wide);
      for (llvm::Value* value : phi->incoming_values()) {
        all = all.unionWith(range(*value)); // full if it comes round a loop
      }
      return all;
    }
    if (llvm::isa<llvm::SelectInst>(instruction)) {
      return operand(1).unionWith(operand(2));
    }
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      return operand(0).binaryOp(operation->getOpcode(), operand(1));
    }
    if (const auto* extremum = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction)) {
      return llvm::ConstantRange::intrinsic(extremum->getIntrinsicID(), {operand(0), operand(1)});
    }
    return llvm::ConstantRange::getFull(wide);
  }

  bool fits_unsigned(llvm::Value& value) { return range(value).getUnsignedMax().isIntN(narrow); }
  bool fits_signed(llvm::Value& value) {
    const llvm::ConstantRange all = range(value);
    return all.getSignedMin().isSignedIntN(narrow) && all.getSignedMax().isSignedIntN(narrow);
  }
  /// Both numbers, extended in the same way.
  bool fit_alike(llvm::Value& a, llvm::Value& b) {
    return (fits_unsigned(a) && fits_unsigned(b)) || (fits_signed(a) && fits_signed(b));
  }

  /// A comparison of a number with one that is the same for all lanes, and may be any.
  struct BesideLimit {
    Limits limits;
    llvm::Value *number, *limit;
  };
  std::optional<BesideLimit> beside_limit(llvm::Instruction& instruction) {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (!comparison) {
      return std::nullopt;
    }
    llvm::Value *number = comparison->getOperand(0), *limit = comparison->getOperand(1);
    llvm::CmpInst::Predicate predicate = comparison->getPredicate();
    if (uniformity.is_varying(*limit)) {
      std::swap(number, limit);
      predicate = comparison->getSwappedPredicate();
    }
    const auto limits = uniformity.is_varying(*limit)
                            ? std::nullopt
                            : Limits::find(predicate, range(*number), narrow);
    return limits ? std::optional(BesideLimit{*limits, number, limit}) : std::nullopt;
  }

  void find_members() {
    for (llvm::Instruction* instruction : order) {
      // What is made of ids becomes addresses, which have to be seen to be strided.
      if (uniformity.is_varying(*instruction) && !strides.is_made_of_ids(*instruction) &&
          may_be_member(*instruction)) {
        members.insert(instruction);
      }
    }
  }

  bool may_be_member(llvm::Instruction& instruction) {
    if (extension(instruction)) {
      return false; // where one begins
    }
    const auto operand = [&](unsigned i) -> llvm::Value& { return *instruction.getOperand(i); };
    if (beside_limit(instruction)) {
      return true;
    }
    if (llvm::isa<llvm::ICmpInst, llvm::MinMaxIntrinsic>(instruction)) {
      return fit_alike(operand(0), operand(1)) &&
             (llvm::isa<llvm::ICmpInst>(instruction) || fits_unsigned(instruction) ||
              fits_signed(instruction));
    }
    if (!fits_unsigned(instruction) && !fits_signed(instruction)) {
      return false;
    }
    if (is_small_division(instruction)) {
      const auto opcode = instruction.getOpcode();
      return fits_unsigned(operand(0)) ||
             (fits_signed(operand(0)) &&
              (opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem));
    }
    if (is_right_shift(instruction)) {
      const bool is_small = llvm::cast<llvm::ConstantInt>(operand(1)).getValue().ult(narrow);
      return is_small &&
             (fits_unsigned(operand(0)) ||
              (fits_signed(operand(0)) && instruction.getOpcode() == llvm::Instruction::AShr));
    }
    if (instruction.getOpcode() == llvm::Instruction::Shl) {
      return llvm::isa<llvm::ConstantInt>(operand(1)) &&
             llvm::cast<llvm::ConstantInt>(operand(1)).getValue().ult(narrow);
    }
    return keeps_to_halves(instruction);
  }

  static llvm::iterator_range<llvm::Use*> numbers(llvm::Instruction& instruction) {
    llvm::Use* begin = instruction.op_begin();
    llvm::Use* end = instruction.op_end();
    if (llvm::isa<llvm::SelectInst>(instruction)) {
      ++begin; // the condition
    } else if (llvm::isa<llvm::CallBase>(instruction)) {
      end = begin + 2;
    }
    return {begin, end};
  }

  void join_members() {
    for (llvm::Instruction* member : members) {
      classes.insert(member);
    }
    for (llvm::Instruction* member : members) {
      for (llvm::Value* value : numbers(*member)) {
        auto* other = llvm::dyn_cast<llvm::Instruction>(value);
        if (other && members.contains(other)) {
          classes.unionSets(member, other);
        }
      }
    }
  }

  /// Whether a user takes the lower half for itself, or is a member, too.
  bool takes_narrow(llvm::User& user) {
    auto& instruction = *llvm::cast<llvm::Instruction>(&user);
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&instruction);
    return members.contains(&instruction) ||
           (cut && cut->getType()->getScalarSizeInBits() <= narrow);
  }

  void choose() {
    llvm::DenseMap<llvm::Instruction*, int> gains;
    llvm::SmallPtrSet<llvm::Value*, 16> cut; // operands of members
    for (llvm::Instruction* member : members) {
      int& gain = gains[classes.getLeaderValue(member)];
      ++gain;
      gain -= llvm::isa<llvm::ICmpInst>(member) ||
                      llvm::all_of(member->users(), [&](auto* user) { return takes_narrow(*user); })
                  ? 0
                  : 1;
      for (llvm::Value* value : numbers(*member)) {
        auto* other = llvm::dyn_cast<llvm::Instruction>(value);
        const bool is_free = !other || !uniformity.is_varying(*other) || members.contains(other) ||
                             extension(*other).has_value();
        gain -= is_free || !cut.insert(other).second ? 0 : 1;
      }
    }
    for (llvm::Instruction* member : members) {
      if (gains[classes.getLeaderValue(member)] > 0) {
        chosen.insert(member);
      }
    }
  }

  /// `value` in 16 bits.
  llvm::Value* half_of(llvm::Value& value) {
    if (const auto found = halves.find(&value); found != halves.end()) {
      return found->second;
    }
    llvm::Type* type = llvm::Type::getIntNTy(function.getContext(), narrow);
    if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return llvm::ConstantInt::get(type, number->getValue().trunc(narrow));
    }
    if (llvm::isa<llvm::Constant>(value)) {
      return llvm::ConstantExpr::getTrunc(llvm::cast<llvm::Constant>(&value), type);
    }
    auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
    llvm::BasicBlock& entry = function.getEntryBlock(); // where variables stand first
    llvm::IRBuilder<> builder(made ? &**made->getInsertionPointAfterDef()
                                   : &*entry.getFirstNonPHIOrDbgOrAlloca());
    llvm::Value* half = nullptr;
    if (const auto from = extension(value)) {
      llvm::Value* number =
          from->element ? builder.CreateExtractElement(from->from, from->element) : from->from;
      half = from->is_signed ? builder.CreateSExt(number, type) : builder.CreateZExt(number, type);
    } else {
      half = builder.CreateTrunc(&value, type, "half");
    }
    halves[&value] = half;
    return half;
  }

  void make(llvm::Instruction& member) {
    llvm::IRBuilder<> builder(&member);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&member)) {
      halves[phi] = builder.CreatePHI(builder.getIntNTy(narrow), phi->getNumIncomingValues());
      return;
    }
    const auto half = [&](unsigned i) { return half_of(*member.getOperand(i)); };
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&member)) {
      if (!fit_alike(*comparison->getOperand(0), *comparison->getOperand(1))) {
        const BesideLimit beside = *beside_limit(member); // which it is: may_be_member
        llvm::Value* number = half_of(*beside.number);
        comparison->replaceAllUsesWith(
            builder.CreateICmp(beside.limits.predicate(), number,
                               beside.limits.narrow(builder, beside.limit), comparison->getName()));
        return;
      }
      const bool is_unsigned =
          fits_unsigned(*comparison->getOperand(0)) && fits_unsigned(*comparison->getOperand(1));
      // Of numbers with a sign in 16 bits either order is the same as in 32.
      const auto predicate = is_unsigned && comparison->isSigned()
                                 ? comparison->getUnsignedPredicate()
                                 : comparison->getPredicate();
      comparison->replaceAllUsesWith(
          builder.CreateICmp(predicate, half(0), half(1), comparison->getName()));
      return;
    }
    llvm::Value* made = nullptr;
    if (auto* extremum = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&member)) {
      const bool is_unsigned =
          fits_unsigned(*extremum->getLHS()) && fits_unsigned(*extremum->getRHS());
      made = builder.CreateBinaryIntrinsic(is_unsigned ? as_unsigned(extremum->getIntrinsicID())
                                                       : extremum->getIntrinsicID(),
                                           half(0), half(1));
    } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&member)) {
      made = builder.CreateSelect(select->getCondition(), half(1), half(2));
    } else {
      auto opcode = llvm::cast<llvm::BinaryOperator>(member).getOpcode();
      if (fits_unsigned(*member.getOperand(0))) {
        opcode = without_sign(opcode);
      }
      made = builder.CreateBinOp(opcode, half(0), half(1));
    }
    halves[&member] = made;
  }

  /// What gives the same of numbers that have none.
  static llvm::BinaryOperator::BinaryOps without_sign(llvm::BinaryOperator::BinaryOps opcode) {
    switch (opcode) {
    case llvm::Instruction::AShr:
      return llvm::Instruction::LShr;
    case llvm::Instruction::SDiv:
      return llvm::Instruction::UDiv;
    case llvm::Instruction::SRem:
      return llvm::Instruction::URem;
    default:
      return opcode;
    }
  }

  static llvm::Intrinsic::ID as_unsigned(llvm::Intrinsic::ID extremum) {
    return extremum == llvm::Intrinsic::smin   ? llvm::Intrinsic::umin
           : extremum == llvm::Intrinsic::smax ? llvm::Intrinsic::umax
                                               : extremum;
  }

  /// Operands of phis, and what others use of members.
  void finish() {
    for (llvm::Instruction* member : chosen) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(member)) {
        auto* made = llvm::cast<llvm::PHINode>(halves[phi]);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
          made->addIncoming(half_of(*phi->getIncomingValue(i)), phi->getIncomingBlock(i));
        }
      }
    }
    for (llvm::Instruction* member : chosen) {
      if (!llvm::isa<llvm::ICmpInst>(member)) {
        extend_for_others(*member);
      }
    }
    for (llvm::Instruction* member : llvm::reverse(chosen)) {
      member->replaceAllUsesWith(llvm::PoisonValue::get(member->getType()));
      member->eraseFromParent();
    }
  }

  void extend_for_others(llvm::Instruction& member) {
    llvm::Value* half = halves[&member];
    llvm::Value* extended = nullptr;
    for (llvm::Use& use : llvm::make_early_inc_range(member.uses())) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (chosen.contains(user)) {
        continue;
      }
      if (auto* cut = llvm::dyn_cast<llvm::TruncInst>(user);
          cut && cut->getType()->getScalarSizeInBits() <= narrow) {
        llvm::IRBuilder<> builder(cut);
        cut->replaceAllUsesWith(builder.CreateTrunc(half, cut->getType(), cut->getName()));
        cut->eraseFromParent();
        continue;
      }
      if (!extended) {
        llvm::IRBuilder<> builder(&**member.getInsertionPointAfterDef());
        extended = fits_unsigned(member) ? builder.CreateZExt(half, member.getType())
                                         : builder.CreateSExt(half, member.getType());
      }
      use.set(extended);
    }
  }

  llvm::Function& function;
  const Uniformity uniformity;
  const Strides strides;
  llvm::SmallVector<llvm::Instruction*> order; ///< definitions before uses, but for loops
  llvm::DenseMap<const llvm::Value*, llvm::ConstantRange> ranges;
  llvm::SmallSetVector<llvm::Instruction*, 16> members, chosen; ///< in this order
  llvm::EquivalenceClasses<llvm::Instruction*> classes;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> halves;
};

} // namespace

bool narrow_arithmetic(llvm::Function& function, const CallInfo& calls) {
  return Narrowing(function, calls).run();
}

} // namespace vecz
