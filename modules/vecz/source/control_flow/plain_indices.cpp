// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/plain_indices.h"

#include "vecz/lane_operations.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace vecz {
namespace {

/// How many indices deep one may be made of others.
constexpr unsigned max_depth = 8;

/// The divisor 2^n where only the last n bits of a value are kept, which is how LLVM's passes write
/// such a remainder; or null.
llvm::Constant* divisor_of_mask(const llvm::Instruction& instruction) {
  const llvm::APInt* mask = nullptr;
  const bool keeps_last_bits =
      match(&instruction, llvm::PatternMatch::m_And(llvm::PatternMatch::m_Value(),
                                                    llvm::PatternMatch::m_LowBitMask(mask)));
  return keeps_last_bits && !mask->isAllOnes()
             ? llvm::ConstantInt::get(instruction.getType(), *mask + 1)
             : nullptr;
}

bool is_remainder(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::SRem ||
         instruction.getOpcode() == llvm::Instruction::URem || divisor_of_mask(instruction);
}

bool calls(const llvm::Instruction& instruction, llvm::Intrinsic::ID id) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == id;
}
bool is_saturating(const llvm::Instruction& instruction) {
  return calls(instruction, llvm::Intrinsic::usub_sat);
}
bool is_distance(const llvm::Instruction& instruction) {
  return calls(instruction, llvm::Intrinsic::abs);
}

/// Adds `factor` times a term; false if it has no room.
bool add(Affine& sum, const Affine::Term& term, int64_t factor) {
  for (Affine::Term& known : sum.terms) {
    if (known.value == term.value && known.is_signed == term.is_signed) {
      int64_t more = 0;
      return !__builtin_mul_overflow(term.factor, factor, &more) &&
             !__builtin_add_overflow(known.factor, more, &known.factor);
    }
  }
  sum.terms.push_back({term.value, term.is_signed, 0});
  return !__builtin_mul_overflow(term.factor, factor, &sum.terms.back().factor);
}

bool add(Affine& sum, const Affine& other, int64_t factor) {
  int64_t more = 0;
  bool fits = !__builtin_mul_overflow(other.constant, factor, &more) &&
              !__builtin_add_overflow(sum.constant, more, &sum.constant);
  for (const Affine::Term& term : other.terms) {
    fits = fits && add(sum, term, factor);
  }
  return fits;
}

void drop_zeros(Affine& sum) {
  llvm::erase_if(sum.terms, [](const Affine::Term& term) { return term.factor == 0; });
}

/// Whether a sum of values of at most 32 bits cannot leave 64 bits.
bool is_small(const Affine& sum) {
  constexpr int64_t most = 1 << 20, most_constant = int64_t(1) << 40;
  constexpr size_t most_terms = 8;
  const auto fits = [](const Affine::Term& term) {
    return term.value->getType()->getIntegerBitWidth() <= 32 && std::abs(term.factor) <= most;
  };
  return sum.terms.size() <= most_terms && std::abs(sum.constant) <= most_constant &&
         llvm::all_of(sum.terms, fits);
}

llvm::Value* extend(llvm::IRBuilder<>& builder, llvm::Value* value, bool is_signed) {
  return builder.CreateIntCast(value, builder.getInt64Ty(), is_signed);
}

llvm::Value* emit(llvm::IRBuilder<>& builder, const Affine& sum) {
  llvm::Value* result = builder.getInt64(static_cast<uint64_t>(sum.constant));
  for (const Affine::Term& term : sum.terms) {
    llvm::Value* part = extend(builder, term.value, term.is_signed);
    if (term.factor != 1) {
      part = builder.CreateMul(part, builder.getInt64(static_cast<uint64_t>(term.factor)));
    }
    result = builder.CreateAdd(part, result);
  }
  return llvm::isa<llvm::Constant>(result) ? result : builder.CreateFreeze(result);
}

/// Whether a condition cannot hold if `number` is more than 0.
bool excludes_positive(llvm::Value& condition, const llvm::Value& number, bool is_signed) {
  using namespace llvm::PatternMatch;
  llvm::Value *first = nullptr, *second = nullptr;
  if (match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    return excludes_positive(*first, number, is_signed) &&
           excludes_positive(*second, number, is_signed);
  }
  if (match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))) {
    return excludes_positive(*first, number, is_signed) ||
           excludes_positive(*second, number, is_signed);
  }
  const llvm::APInt* constant = nullptr;
  return match(&condition,
               m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, m_Specific(&number), m_APInt(constant))) &&
         (constant->isZero() || (is_signed && constant->isNegative()));
}

/// The divisor of a remainder where it is more than 0: without the choice of 1 that keeps a
/// division from trapping.
llvm::Value* guarded_divisor(const llvm::BinaryOperator& remainder) {
  llvm::Value* divisor = remainder.getOperand(1);
  auto* choice = llvm::dyn_cast<llvm::SelectInst>(divisor);
  const auto* one = choice ? llvm::dyn_cast<llvm::ConstantInt>(choice->getTrueValue()) : nullptr;
  const bool is_signed = remainder.getOpcode() == llvm::Instruction::SRem;
  return one && one->isOne() &&
                 excludes_positive(*choice->getCondition(), *choice->getFalseValue(), is_signed)
             ? choice->getFalseValue()
             : divisor;
}

/// Whether a comparison does not hold, in the operands' own width, or in twice of that where their
/// difference might leave it.
llvm::Value* fails(llvm::IRBuilder<>& builder, const PlainIndex::Test& test) {
  llvm::Value *left = test.left, *right = test.right;
  if (test.less && llvm::CmpInst::isSigned(test.predicate)) {
    const unsigned bits = 2 * left->getType()->getIntegerBitWidth();
    const auto extend_twice = [&](llvm::Value* value) {
      return builder.CreateSExt(value, builder.getIntNTy(bits));
    };
    left = builder.CreateSub(extend_twice(left), extend_twice(test.less));
    right = extend_twice(right);
  } else if (test.less) {
    left = builder.CreateSub(left, test.less);
  }
  const auto inverse = llvm::CmpInst::getInversePredicate(test.predicate);
  return builder.CreateFreeze(builder.CreateICmp(inverse, left, right));
}

bool same_terms(const Affine& a, const Affine& b) {
  return a.terms.size() == b.terms.size() && llvm::all_of(a.terms, [&](const Affine::Term& term) {
           return llvm::any_of(b.terms, [&](const Affine::Term& other) {
             return term.value == other.value && term.is_signed == other.is_signed &&
                    term.factor == other.factor;
           });
         });
}

} // namespace

bool may_have_plain_form(const llvm::Instruction& instruction) {
  const llvm::Type* type = instruction.getType();
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64 && !type->isIntegerTy(1) &&
         (llvm::isa<llvm::MinMaxIntrinsic, llvm::SelectInst>(instruction) ||
          is_remainder(instruction) || is_saturating(instruction) || is_distance(instruction));
}

bool is_id_or_cast(const llvm::Value& value, const CallInfo& calls) {
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&value);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(cast ? cast->getOperand(0) : &value);
  return call && calls.kind(*call) == CallKind::lane_id;
}

/// `value` as a sum in which indices of `assumed` have their plain form; with
/// Wrapping::ignored all indices that have one, which are added to `assumed`.
Affine PlainIndices::sum_of(llvm::Value& value, Wrapping wrapping, Assumed& assumed,
                            unsigned depth) {
  const Affine parts = affine(value, wrapping);
  Affine sum{parts.base, parts.constant, {}};
  for (const Affine::Term& term : parts.terms) {
    const auto* index = llvm::dyn_cast<llvm::Instruction>(term.value);
    const PlainIndex* plain = depth < max_depth ? find(*term.value) : nullptr;
    const bool may_add = wrapping == Wrapping::ignored;
    const bool keeps_sign =
        may_add || term.is_signed ||
        (plain && llvm::isKnownNonNegative(index, llvm::SimplifyQuery(index->getDataLayout())));
    if (!plain || !keeps_sign || (!may_add && !assumed.contains(index)) ||
        (!may_add && plain->less && !plain->is_signed)) {
      if (!add(sum, term, 1)) {
        return {nullptr, 0, {{&value, true, 1}}};
      }
      continue;
    }
    if (may_add) {
      assumed.insert(index);
    }
    const Affine inner = sum_of(*plain->value, wrapping, assumed, depth + 1);
    if (!add(sum, inner, term.factor) ||
        (plain->less && !add(sum, affine(*plain->less, wrapping), -term.factor))) {
      return {nullptr, 0, {{&value, true, 1}}};
    }
  }
  drop_zeros(sum);
  return sum;
}

std::optional<int64_t> PlainIndices::step_of(llvm::Value& value, Assumed& assumed) {
  const Affine sum = sum_of(value, Wrapping::ignored, assumed);
  if (sum.base && uniformity.is_varying(*sum.base)) {
    return std::nullopt;
  }
  int64_t step = 0;
  for (const Affine::Term& term : sum.terms) {
    if (!uniformity.is_varying(*term.value)) {
      continue;
    }
    if (!is_id(*term.value) || __builtin_add_overflow(step, term.factor, &step)) {
      return std::nullopt;
    }
  }
  return step;
}

/// By how much a value rises from lane to lane at no border; 0 if it does not, or varies otherwise.
int64_t PlainIndices::rise_of(llvm::Value& value) {
  Assumed ignored;
  return step_of(value, ignored).value_or(0);
}
bool PlainIndices::rises(llvm::Value& value) { return rise_of(value) != 0; }

const PlainIndex* PlainIndices::find(llvm::Value& value) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !may_have_plain_form(*instruction) || !uniformity.is_varying(*instruction)) {
    return nullptr;
  }
  const auto [place, is_new] = known.try_emplace(instruction);
  if (is_new) {
    place->second = make(*instruction); // places stay
  }
  return place->second ? &*place->second : nullptr;
}

std::optional<PlainIndex> PlainIndices::make(llvm::Instruction& instruction) {
  if (is_remainder(instruction)) {
    return of_remainder(llvm::cast<llvm::BinaryOperator>(instruction));
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    return of_choice(*choice);
  }
  if (is_distance(instruction)) { // from a border at which an array is mirrored
    llvm::Value* value = instruction.getOperand(0);
    llvm::Value* none = llvm::Constant::getNullValue(value->getType());
    return rises(*value)
               ? std::optional(PlainIndex{
                     value, nullptr, true, {{llvm::CmpInst::ICMP_SGE, value, nullptr, none}}})
               : std::nullopt;
  }
  const bool takes_away = is_saturating(instruction);
  for (const unsigned which : {0U, 1U}) {
    llvm::Value* value = instruction.getOperand(which);
    llvm::Value* bound = instruction.getOperand(1 - which);
    if (uniformity.is_varying(*bound) || !rises(*value)) {
      continue;
    }
    if (takes_away) {
      return which == 0
                 ? std::optional(PlainIndex{
                       value, bound, false, {{llvm::CmpInst::ICMP_UGE, value, nullptr, bound}}})
                 : std::nullopt;
    }
    const auto predicate = llvm::CmpInst::getNonStrictPredicate(
        llvm::cast<llvm::MinMaxIntrinsic>(instruction).getPredicate());
    return PlainIndex{value, nullptr, true, {{predicate, value, nullptr, bound}}};
  }
  return std::nullopt;
}

/// `(x + 1) % n` is x + 1 in most lanes, and `(x + n - 1) % n` is x - 1.
std::optional<PlainIndex> PlainIndices::of_remainder(llvm::BinaryOperator& remainder) {
  using llvm::CmpInst;
  llvm::Value* value = remainder.getOperand(0);
  llvm::Value* power = divisor_of_mask(remainder);
  llvm::Value* divisor = power ? power : guarded_divisor(remainder);
  if (uniformity.is_varying(*divisor) || !rises(*value)) {
    return std::nullopt;
  }
  const bool is_signed = remainder.getOpcode() == llvm::Instruction::SRem;
  const Affine sum = affine(*value, Wrapping::ignored);
  // The last bits of an id itself rise from lane to lane, and few of them wrap in most vectors.
  constexpr uint64_t least_power = 128;
  if (power && ((sum.constant == 0 && sum.terms.size() == 1) ||
                llvm::cast<llvm::ConstantInt>(power)->getValue().ult(least_power))) {
    return std::nullopt;
  }
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  const bool is_beyond = number ? number->getBitWidth() <= 64 && number->getSExtValue() > 0 &&
                                      sum.constant >= number->getSExtValue() / 2
                                : llvm::any_of(sum.terms, [&](const Affine::Term& term) {
                                    return term.value == divisor && term.factor == 1;
                                  });
  llvm::Value* less = is_beyond ? divisor : nullptr;
  llvm::Type* type = value->getType();
  PlainIndex plain{value, less, is_signed, {{CmpInst::ICMP_ULT, value, less, divisor}}};
  if (!is_signed) {
    if (less) {
      plain.tests.push_back({CmpInst::ICMP_UGE, value, nullptr, divisor});
    }
    return plain;
  }
  const PlainIndex::Test tests[] = {
      {CmpInst::ICMP_SGE, value, less, llvm::ConstantInt::get(type, 0)},
      {CmpInst::ICMP_SLT, value, less, divisor}};
  if (exact(tests[0], {}) && exact(tests[1], {})) {
    plain.tests.assign(std::begin(tests), std::end(tests));
    return plain;
  }
  // A difference that wraps is no smaller than such a divisor.
  const auto largest = llvm::APInt::getSignedMaxValue(type->getIntegerBitWidth()).lshr(1);
  plain.tests.push_back({CmpInst::ICMP_SGT, divisor, nullptr, llvm::ConstantInt::get(type, 0)});
  plain.tests.push_back(
      {CmpInst::ICMP_SLE, divisor, nullptr, llvm::ConstantInt::get(type, largest)});
  return plain;
}

/// `x == 0 ? last : x - 1` is x - 1 in most lanes, and `x < n ? x : 2 * n - x` is x.
std::optional<PlainIndex> PlainIndices::of_choice(llvm::SelectInst& choice) {
  auto* test = llvm::dyn_cast<llvm::ICmpInst>(choice.getCondition());
  if (!test || !test->getOperand(0)->getType()->isIntegerTy()) {
    return std::nullopt;
  }
  llvm::Value *left = test->getOperand(0), *right = test->getOperand(1);
  llvm::CmpInst::Predicate predicate = test->getPredicate();
  if (!uniformity.is_varying(*left)) {
    std::swap(left, right);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  const int64_t first = rise_of(*choice.getTrueValue()), second = rise_of(*choice.getFalseValue());
  const bool is_first = first > 0 || second == 0;
  const bool is_clear = first == 0 || second == 0 || (first > 0) != (second > 0);
  if (uniformity.is_varying(*right) || !rises(*left) || first == second || !is_clear) {
    return std::nullopt;
  }
  if (!is_first) {
    predicate = llvm::CmpInst::getInversePredicate(predicate);
  }
  if (predicate == llvm::CmpInst::ICMP_EQ) {
    return std::nullopt; // one lane of many
  }
  return PlainIndex{is_first ? choice.getTrueValue() : choice.getFalseValue(),
                    nullptr,
                    true,
                    {{predicate, left, nullptr, right}}};
}

/// Whether `value` is made of an assumed index.
bool PlainIndices::depends(const llvm::Value& value, const Assumed& assumed) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) {
    return false;
  }
  return assumed.contains(instruction) ||
         (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst>(instruction) &&
          llvm::any_of(instruction->operands(),
                       [&](const llvm::Value* operand) { return depends(*operand, assumed); }));
}

llvm::Value* PlainIndices::rebuild(llvm::IRBuilder<>& builder, llvm::Value& value,
                                   const Assumed& assumed,
                                   const llvm::ValueToValueMapTy& copies) const {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !depends(value, assumed)) {
    llvm::Value* copy = copies.lookup(&value);
    return copy ? copy : &value;
  }
  if (assumed.contains(instruction)) {
    const PlainIndex& index = plain(*instruction);
    llvm::Value* made = rebuild(builder, *index.value, assumed, copies);
    if (!index.less) {
      return made;
    }
    llvm::Value* less = rebuild(builder, *index.less, assumed, copies);
    return index.is_signed ? builder.CreateNSWSub(made, less) : builder.CreateNUWSub(made, less);
  }
  llvm::Instruction* made = instruction->clone();
  for (llvm::Use& operand : made->operands()) {
    operand.set(rebuild(builder, *operand.get(), assumed, copies));
  }
  return builder.Insert(made);
}

/// A comparison as one of an id, where the others hold; nothing if it is not with a sum that is the
/// same for all lanes.
std::optional<PlainIndices::Bound> PlainIndices::exact(const PlainIndex::Test& test,
                                                       Assumed assumed) {
  if (!llvm::CmpInst::isSigned(test.predicate) || test.left->getType()->getIntegerBitWidth() > 32) {
    return std::nullopt;
  }
  Affine sum = sum_of(*test.left, Wrapping::excluded, assumed);
  if (!add(sum, affine(*test.right, Wrapping::excluded), -1) ||
      (test.less && !add(sum, affine(*test.less, Wrapping::excluded), -1))) {
    return std::nullopt;
  }
  drop_zeros(sum);
  const auto varies = [&](const Affine::Term& term) { return uniformity.is_varying(*term.value); };
  const auto* id = llvm::find_if(sum.terms, varies);
  if (id == sum.terms.end() || id->factor != 1 || !is_id(*id->value)) {
    return std::nullopt;
  }
  Bound bound = {id->value,
                 id->is_signed,
                 llvm::ICmpInst::isGT(test.predicate) || llvm::ICmpInst::isGE(test.predicate),
                 {}};
  sum.terms.erase(id);
  if (llvm::any_of(sum.terms, varies) || !is_small(sum) || !add(bound.sum, sum, -1)) {
    return std::nullopt;
  }
  bound.sum.constant += test.predicate == llvm::CmpInst::ICMP_SGT   ? 1
                        : test.predicate == llvm::CmpInst::ICMP_SLT ? -1
                                                                    : 0;
  return bound;
}

llvm::Value* PlainIndices::holds_in_all_lanes(llvm::IRBuilder<>& builder, const Assumed& assumed) {
  llvm::Value* all = nullptr;
  const auto demand_one = [&](llvm::Value* holds) {
    all = all ? builder.CreateAnd(all, holds) : holds;
  };
  const auto demand = [&](llvm::Value* outside) {
    demand_one(builder.CreateICmpEQ(create_ballot(builder, outside), builder.getInt64(0)));
  };
  llvm::SmallVector<Bound> bounds;
  for (const llvm::Instruction* index : assumed) {
    for (const PlainIndex::Test& test : plain(*index).tests) {
      const auto bound = exact(test, assumed);
      if (!bound) {
        llvm::Value* outside = fails(builder, test);
        if (uniformity.is_varying(*test.left)) {
          demand(outside);
        } else {
          demand_one(builder.CreateNot(outside));
        }
        continue;
      }
      const auto same = llvm::find_if(bounds, [&](const Bound& other) {
        return other.id == bound->id && other.id_is_signed == bound->id_is_signed &&
               other.is_lower == bound->is_lower && same_terms(other.sum, bound->sum);
      });
      if (same == bounds.end()) {
        bounds.push_back(*bound);
      } else {
        same->sum.constant = bound->is_lower ? std::max(same->sum.constant, bound->sum.constant)
                                             : std::min(same->sum.constant, bound->sum.constant);
      }
    }
  }
  for (const Bound& bound : bounds) {
    llvm::Value* id = extend(builder, bound.id, bound.id_is_signed);
    llvm::Value* limit = emit(builder, bound.sum);
    demand(bound.is_lower ? builder.CreateICmpSLT(id, limit) : builder.CreateICmpSGT(id, limit));
  }
  return all;
}

} // namespace vecz
