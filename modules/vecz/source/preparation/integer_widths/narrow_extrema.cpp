// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/integer_widths/narrow_extrema.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>
#include <map>
#include <optional>

namespace vecz {
namespace {

constexpr unsigned wide = 32, narrow = 16; ///< bits
constexpr unsigned deepest = 16;           ///< operations
constexpr int64_t largest_shift = 8192;    ///< so that no difference leaves 16 bits

struct Range {
  int64_t least = 0, greatest = 0;

  [[nodiscard]] bool is_within(int64_t low, int64_t high) const {
    return least >= low && greatest <= high;
  }
};
Range of_bits(unsigned bits, bool has_sign) {
  return has_sign ? Range{-(int64_t(1) << (bits - 1)), (int64_t(1) << (bits - 1)) - 1}
                  : Range{0, (int64_t(1) << bits) - 1};
}
const Range with_sign = of_bits(narrow, true), without_sign = of_bits(narrow, false);

/// A number of 32 bits as the exact sum of one that 16 bits hold, with a sign or without, and a
/// small one, its shift.
struct Shifted {
  Range number, shift;
  bool may_be_signed = true, may_be_unsigned = true; ///< what holds the number

  [[nodiscard]] bool is_possible() const {
    return shift.is_within(-largest_shift, largest_shift) && (may_be_signed || may_be_unsigned);
  }
};
Shifted unshifted(Range number) {
  return {number,
          {},
          number.is_within(with_sign.least, with_sign.greatest),
          number.is_within(without_sign.least, without_sign.greatest)};
}

/// The smallest or the greatest of several numbers, which are brought to one shift: that of one of
/// them, or a constant.
struct Extremum {
  llvm::SmallVector<llvm::Value*> terms;
  llvm::Value* base = nullptr; ///< the term whose shift it is; null if it is the constant
  int64_t constant = 0;
};

llvm::Instruction::BinaryOps opcode_of(const llvm::Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return operation ? operation->getOpcode() : llvm::Instruction::BinaryOpsEnd;
}

/// Of numbers that are made of bytes, bits and constants.
std::optional<Range> range_of(const llvm::Value& value) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return Range{number->getSExtValue(), number->getSExtValue()};
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(choice->getTrueValue());
    const auto* second = llvm::dyn_cast<llvm::ConstantInt>(choice->getFalseValue());
    return first && second
               ? std::optional(Range{std::min(first->getSExtValue(), second->getSExtValue()),
                                     std::max(first->getSExtValue(), second->getSExtValue())})
               : std::nullopt;
  }
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value);
  const unsigned bits = cast ? cast->getSrcTy()->getScalarSizeInBits() : wide;
  if (!cast || bits > 8 || cast->getSrcTy()->isVectorTy()) {
    return std::nullopt;
  }
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast)
             ? std::optional(of_bits(bits, llvm::isa<llvm::SExtInst>(cast)))
             : std::nullopt;
}

class NarrowExtrema {
public:
  /// A number whose last 16 bits are all that is asked for.
  explicit NarrowExtrema(llvm::TruncInst& result)
      : cut(result), builder(result.getContext(), llvm::InstSimplifyFolder(result.getDataLayout())),
        half(builder.getIntNTy(narrow)) {
    builder.SetInsertPoint(&cut);
  }

  /// Whether it was replaced.
  bool run() {
    const auto found = look(*cut.getOperand(0), 0);
    if (!found || extrema.empty()) {
      return false;
    }
    is_signed = !found->may_be_unsigned;
    const Parts parts = make(*cut.getOperand(0));
    llvm::Value* sum = builder.CreateAdd(parts.number, parts.shift);
    cut.replaceAllUsesWith(builder.CreateTrunc(sum, cut.getType(), cut.getName()));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&cut);
    return true;
  }

private:
  struct Parts {
    llvm::Value *number, *shift; ///< of 16 bits
  };

  std::optional<Shifted> look(llvm::Value& value, unsigned depth) {
    const auto found = depth < deepest ? find_out(value, depth) : std::nullopt;
    if (!found || !found->is_possible()) {
      return std::nullopt;
    }
    known.insert_or_assign(&value, *found);
    return found;
  }

  std::optional<Shifted> find_out(llvm::Value& value, unsigned depth) {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return unshifted({number->getSExtValue(), number->getSExtValue()});
    }
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction) {
      return std::nullopt;
    }
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction)) {
      const unsigned bits = instruction->getOperand(0)->getType()->getScalarSizeInBits();
      return bits > narrow
                 ? std::nullopt
                 : std::optional(unshifted(of_bits(bits, llvm::isa<llvm::SExtInst>(instruction))));
    }
    if (!is_for_this_alone(*instruction)) {
      return std::nullopt;
    }
    const auto opcode = opcode_of(value);
    if (opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub) {
      return of_sum(*instruction, opcode == llvm::Instruction::Sub, depth);
    }
    auto* extremum = llvm::dyn_cast<llvm::MinMaxIntrinsic>(instruction);
    return extremum ? of_extremum(*extremum, depth) : std::nullopt;
  }

  /// Not computed in 32 bits for others, and not less often.
  [[nodiscard]] bool is_for_this_alone(const llvm::Instruction& instruction) const {
    return instruction.hasOneUse() && instruction.getParent() == cut.getParent();
  }

  /// Of a number and a small one, which stands behind it.
  std::optional<Shifted> of_sum(const llvm::Instruction& sum, bool takes_away, unsigned depth) {
    auto range = range_of(*sum.getOperand(1));
    auto found = range ? look(*sum.getOperand(0), depth + 1) : std::nullopt;
    if (!found && !takes_away) {
      range = range_of(*sum.getOperand(0));
      found = range ? look(*sum.getOperand(1), depth + 1) : std::nullopt;
      if (found) {
        swapped.insert(&sum);
      }
    }
    if (!found) {
      return std::nullopt;
    }
    found->shift.least += takes_away ? -range->greatest : range->least;
    found->shift.greatest += takes_away ? -range->least : range->greatest;
    return found;
  }

  std::optional<Shifted> of_extremum(llvm::MinMaxIntrinsic& extremum, unsigned depth) {
    Extremum made;
    collect(extremum, extremum, made.terms);
    Shifted all;
    Range shifts{largest_shift, -largest_shift};
    for (llvm::Value* term : made.terms) {
      const auto found = look(*term, depth + 1);
      if (!found) {
        return std::nullopt;
      }
      all.may_be_signed &= found->may_be_signed && extremum.isSigned();
      // Without a sign, sums are compared as they are only if they are not negative.
      all.may_be_unsigned &=
          found->may_be_unsigned && (extremum.isSigned() || found->shift.least >= 0);
      shifts.least = std::min(shifts.least, found->shift.least);
      shifts.greatest = std::max(shifts.greatest, found->shift.greatest);
    }
    if (!all.is_possible()) {
      return std::nullopt;
    }
    all.may_be_signed &= !all.may_be_unsigned; // one of both
    all.number = all.may_be_signed ? with_sign : without_sign;
    const bool takes_least = is_minimum(extremum);
    made.constant = takes_least ? shifts.least : shifts.greatest;
    made.base = outermost(made.terms, takes_least);
    if (!made.base && !is_exact(made, takes_least, all.number)) {
      return std::nullopt;
    }
    all.shift = made.base ? known.at(made.base).shift : Range{made.constant, made.constant};
    extrema.insert_or_assign(&extremum, std::move(made));
    return all;
  }

  /// What the same operation compares directly.
  void collect(llvm::Value& value, const llvm::MinMaxIntrinsic& of,
               llvm::SmallVectorImpl<llvm::Value*>& terms) const {
    auto* inner = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&value);
    if (!inner || inner->getIntrinsicID() != of.getIntrinsicID() ||
        (inner != &of && !is_for_this_alone(*inner))) {
      terms.push_back(&value);
      return;
    }
    collect(*inner->getLHS(), of, terms);
    collect(*inner->getRHS(), of, terms);
  }

  /// The term whose shift is never more, or never less, than that of any other.
  [[nodiscard]] llvm::Value* outermost(llvm::ArrayRef<llvm::Value*> terms, bool least) const {
    const auto* found = llvm::find_if(terms, [&](llvm::Value* term) {
      const Range own = known.at(term).shift;
      return llvm::all_of(terms, [&](llvm::Value* other) {
        const Range its = known.at(other).shift;
        return other == term || (least ? own.greatest <= its.least : own.least >= its.greatest);
      });
    });
    return found == terms.end() ? nullptr : *found;
  }

  /// Whether a term never saturates. Others that do are not what is taken.
  [[nodiscard]] bool is_exact(const Extremum& made, bool takes_least, Range bounds) const {
    return llvm::any_of(made.terms, [&](llvm::Value* term) {
      const Shifted& its = known.at(term);
      return takes_least
                 ? its.number.greatest + its.shift.greatest - made.constant <= bounds.greatest
                 : its.number.least + its.shift.least - made.constant >= bounds.least;
    });
  }

  static bool is_minimum(const llvm::MinMaxIntrinsic& extremum) {
    return extremum.getIntrinsicID() == llvm::Intrinsic::umin ||
           extremum.getIntrinsicID() == llvm::Intrinsic::smin;
  }

  Parts make(llvm::Value& value) {
    if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return {cut_down(*number), llvm::ConstantInt::get(half, 0)};
    }
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    if (llvm::isa<llvm::CastInst>(instruction)) {
      return {cut_down(instruction), llvm::ConstantInt::get(half, 0)};
    }
    if (const auto* extremum = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction)) {
      return make_extremum(*extremum);
    }
    const bool is_swapped = swapped.contains(&instruction);
    const Parts parts = make(*instruction.getOperand(is_swapped ? 1 : 0));
    llvm::Value* shift = cut_down(*instruction.getOperand(is_swapped ? 0 : 1));
    return {parts.number, opcode_of(instruction) == llvm::Instruction::Sub
                              ? builder.CreateSub(parts.shift, shift)
                              : builder.CreateAdd(parts.shift, shift)};
  }

  /// min(x + p, y + q) is min(x + (p - q), y) + q where p is not less than q: if x + (p - q) does
  /// not fit, y is smaller. max(x + p, y + q) is max(x, y - (p - q)) + p: likewise x is greater.
  Parts make_extremum(const llvm::MinMaxIntrinsic& extremum) {
    using namespace llvm::Intrinsic;
    const Extremum& of = extrema.at(&extremum);
    const bool takes_least = is_minimum(extremum);
    const ID choose = takes_least ? (is_signed ? smin : umin) : (is_signed ? smax : umax);
    const ID saturate =
        takes_least ? (is_signed ? sadd_sat : uadd_sat) : (is_signed ? ssub_sat : usub_sat);
    llvm::SmallVector<Parts> terms;
    llvm::Value* shift = llvm::ConstantInt::getSigned(half, of.constant);
    for (llvm::Value* term : of.terms) {
      terms.push_back(make(*term));
      shift = term == of.base ? terms.back().shift : shift;
    }
    llvm::Value* chosen = nullptr;
    for (const Parts& term : terms) {
      llvm::Value* apart =
          takes_least ? builder.CreateSub(term.shift, shift) : builder.CreateSub(shift, term.shift);
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(apart);
      const bool is_moved = term.shift != shift && (!number || !number->isZero());
      llvm::Value* moved =
          is_moved ? builder.CreateBinaryIntrinsic(saturate, term.number, apart) : term.number;
      chosen = chosen ? builder.CreateBinaryIntrinsic(choose, chosen, moved) : moved;
    }
    return {chosen, shift};
  }

  /// A number that fits, in 16 bits.
  llvm::Value* cut_down(llvm::Value& value) {
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
      return builder.CreateIntCast(cast->getOperand(0), half, llvm::isa<llvm::SExtInst>(cast));
    }
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      return builder.CreateSelect(choice->getCondition(), cut_down(*choice->getTrueValue()),
                                  cut_down(*choice->getFalseValue()));
    }
    return llvm::ConstantInt::get(half,
                                  llvm::cast<llvm::ConstantInt>(value).getValue().trunc(narrow));
  }

  llvm::TruncInst& cut;
  llvm::IRBuilder<llvm::InstSimplifyFolder> builder;
  llvm::Type* half;
  std::map<const llvm::Value*, Shifted> known;
  llvm::SmallPtrSet<const llvm::Value*, 4> swapped; ///< sums whose small number stands first
  std::map<const llvm::Value*, Extremum> extrema;
  bool is_signed = false;
};

bool may_begin(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::TruncInst>(instruction) || instruction.getType()->isIntegerTy(1) ||
      !instruction.getOperand(0)->getType()->isIntegerTy(wide) ||
      instruction.getType()->getScalarSizeInBits() > narrow) {
    return false;
  }
  const llvm::Value* from = instruction.getOperand(0);
  const auto opcode = opcode_of(*from);
  return llvm::isa<llvm::MinMaxIntrinsic>(from) || opcode == llvm::Instruction::Add ||
         opcode == llvm::Instruction::Sub;
}

} // namespace

bool narrow_extrema(llvm::Function& function, const CallInfo& calls) {
  llvm::SmallVector<llvm::WeakTrackingVH> results;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (may_begin(instruction)) {
      results.emplace_back(&instruction);
    }
  }
  if (results.empty()) {
    return false;
  }
  const Uniformity uniformity(function, calls);
  bool changed = false;
  for (const llvm::WeakTrackingVH& result : results) {
    auto* cut = llvm::dyn_cast_or_null<llvm::TruncInst>(result);
    if (cut && uniformity.is_varying(*cut)) {
      changed |= NarrowExtrema(*cut).run();
    }
  }
  return changed;
}

} // namespace vecz
