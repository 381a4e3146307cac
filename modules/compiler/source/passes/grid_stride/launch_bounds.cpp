// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/launch_bounds.h"

#include "kernel_metadata.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

constexpr unsigned deepest = 8;

/// A number of 64 bits that the application gives is taken for one of at most so many, so that
/// nothing here wraps.
constexpr unsigned given_bits = 60, factor_bits = 31;

bool is_size(MuxBuiltin word) {
  return word == MuxBuiltin::get_global_size || word == MuxBuiltin::get_local_size ||
         word == MuxBuiltin::get_enqueued_local_size || word == MuxBuiltin::get_num_groups;
}

bool is_dimensional(MuxBuiltin word) {
  return is_size(word) || word == MuxBuiltin::get_global_offset || word == MuxBuiltin::get_group_id;
}

bool is_number(const llvm::Type* type) { return type->isIntegerTy(32) || type->isIntegerTy(64); }

bool is_not_zero(const llvm::Value& value) {
  const auto word = mux_builtin(value);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return (word && is_size(*word)) ||
         (instruction &&
          llvm::isKnownNonZero(&value, llvm::SimplifyQuery(instruction->getDataLayout())));
}

/// Whether it can be computed anywhere from the same operands.
bool is_arithmetic(const llvm::Instruction& instruction) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    const auto opcode = operation->getOpcode();
    return !operation->isIntDivRem() || llvm::isa<llvm::ConstantInt>(operation->getOperand(1)) ||
           ((opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::URem) &&
            is_not_zero(*operation->getOperand(1)));
  }
  return llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
                   llvm::MinMaxIntrinsic>(instruction);
}

} // namespace

bool LaunchBounds::is_shared(MuxBuiltin word) const {
  return word == MuxBuiltin::get_work_dim ||
         (is_dimensional(word) && (word != MuxBuiltin::get_group_id || sharing == Sharing::group));
}

llvm::Value* LaunchBounds::ask(MuxBuiltin word, llvm::Value* dimension) {
  if (word == MuxBuiltin::get_enqueued_local_size) {
    const uint64_t number = llvm::cast<llvm::ConstantInt>(dimension)->getZExtValue();
    const auto sizes = sizes_of(*builder.GetInsertBlock()->getParent(), "reqd_work_group_size");
    if (number < sizes.size() && sizes[number] != 0) {
      return builder.getInt64(sizes[number]);
    }
  }
  for (llvm::Instruction& made : *builder.GetInsertBlock()) {
    if (mux_builtin(made) == word && made.getOperand(0) == dimension) {
      return &made;
    }
  }
  return call_word(builder, word, {dimension});
}

void LaunchBounds::require(llvm::Value* condition) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition);
  if (known && known->isOne()) {
    return;
  }
  required = required ? builder.CreateAnd(required, condition) : condition;
}

llvm::Value* LaunchBounds::shared(llvm::Value& value, unsigned depth) {
  if (llvm::isa<llvm::Argument, llvm::Constant>(value)) {
    return &value;
  }
  if (llvm::Value* copy = copies.lookup(&value)) {
    return copy;
  }
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth > deepest) {
    return nullptr;
  }
  if (const auto word = mux_builtin(value)) {
    has_launch_sizes |= word == MuxBuiltin::get_global_size || word == MuxBuiltin::get_num_groups;
    has_group_sizes |=
        word == MuxBuiltin::get_local_size || word == MuxBuiltin::get_enqueued_local_size;
    if (!is_shared(*word)) {
      return nullptr;
    }
    if (llvm::isa<llvm::Constant>(instruction->getOperand(0)) && is_dimensional(*word)) {
      return ask(*word, instruction->getOperand(0));
    }
  } else if (!is_arithmetic(*instruction)) {
    return nullptr;
  }
  llvm::SmallVector<llvm::Value*, 3> operands;
  for (llvm::Value* operand : instruction->operands()) {
    llvm::Value* same = llvm::isa<llvm::Function>(operand) ? operand : shared(*operand, depth + 1);
    if (!same) {
      return nullptr;
    }
    operands.push_back(same);
  }
  llvm::Instruction* copy = instruction->clone();
  copy->dropPoisonGeneratingFlags(); // it may be computed where the kernel does not
  builder.Insert(copy, instruction->getName());
  for (unsigned i = 0; i < operands.size(); ++i) {
    copy->setOperand(i, operands[i]);
  }
  copies[&value] = copy;
  return copy;
}

std::optional<Interval> LaunchBounds::of(llvm::Value& value, bool is_signed, unsigned depth) {
  if (!is_number(value.getType()) || depth > deepest) {
    return std::nullopt;
  }
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    const int64_t number = is_signed ? constant->getSExtValue() : int64_t(constant->getZExtValue());
    llvm::Value* same = builder.getInt64(number);
    const bool is_natural = number >= 0 && number < int64_t(1) << factor_bits;
    return Interval{same, same, is_natural, is_natural && number != 0};
  }
  if (mux_builtin(value) && value.getType()->isIntegerTy(64)) {
    return of_word(llvm::cast<llvm::CallInst>(value));
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
    const bool is_extension = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast);
    if (is_extension || llvm::isa<llvm::TruncInst>(cast)) {
      const auto whole = of(*cast->getOperand(0),
                            is_extension ? llvm::isa<llvm::SExtInst>(cast) : is_signed, depth + 1);
      return whole && !is_extension ? fitting(*whole, *cast, is_signed) : whole;
    }
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
    if (const auto result = of_operation(*operation, is_signed, depth)) {
      return result;
    }
  }
  llvm::Value* same = shared(value);
  return same ? std::optional(of_shared(same, is_signed)) : std::nullopt;
}

std::optional<Interval> LaunchBounds::of_word(llvm::CallInst& call) {
  const MuxBuiltin word = *mux_builtin(call);
  if (llvm::Value* same = shared(call)) {
    return Interval{same, same, true, is_size(word)};
  }
  if (call.arg_size() != 1 || !llvm::isa<llvm::ConstantInt>(call.getArgOperand(0))) {
    return std::nullopt;
  }
  llvm::Value* dimension = call.getArgOperand(0);
  llvm::Value* zero = builder.getInt64(0);
  const auto count_from = [&](llvm::Value* first, MuxBuiltin size) {
    llvm::Value* count = ask(size, dimension);
    return Interval{first, builder.CreateAdd(first, builder.CreateSub(count, builder.getInt64(1))),
                    true, false};
  };
  switch (word) {
  case MuxBuiltin::get_local_id:
    return count_from(zero, MuxBuiltin::get_enqueued_local_size);
  case MuxBuiltin::get_group_id:
    return count_from(zero, MuxBuiltin::get_num_groups);
  case MuxBuiltin::get_global_id: {
    llvm::Value* first = ask(MuxBuiltin::get_global_offset, dimension);
    if (sharing == Sharing::range) {
      return count_from(first, MuxBuiltin::get_global_size);
    }
    llvm::Value* before = builder.CreateMul(ask(MuxBuiltin::get_group_id, dimension),
                                            ask(MuxBuiltin::get_enqueued_local_size, dimension));
    return count_from(builder.CreateAdd(first, before), MuxBuiltin::get_enqueued_local_size);
  }
  default:
    return std::nullopt;
  }
}

std::optional<Interval> LaunchBounds::of_operation(llvm::BinaryOperator& operation, bool is_signed,
                                                   unsigned depth) {
  const auto opcode = operation.getOpcode();
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation);
  const bool is_sum = opcode == llvm::Instruction::Add || (disjoint && disjoint->isDisjoint());
  const bool is_difference = opcode == llvm::Instruction::Sub;
  const bool is_shift =
      opcode == llvm::Instruction::Shl && llvm::isa<llvm::ConstantInt>(operation.getOperand(1));
  if (!is_sum && !is_difference && !is_shift && opcode != llvm::Instruction::Mul) {
    return std::nullopt;
  }
  const auto left = of(*operation.getOperand(0), is_signed, depth + 1);
  const auto right = left ? of(*operation.getOperand(1), is_signed, depth + 1) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  std::optional<Interval> result;
  if (is_sum) {
    result = Interval{
        builder.CreateAdd(left->low, right->low), builder.CreateAdd(left->high, right->high),
        left->is_natural && right->is_natural,
        left->is_natural && right->is_natural && (left->is_positive || right->is_positive)};
  } else if (is_difference) {
    result = Interval{builder.CreateSub(left->low, right->high),
                      builder.CreateSub(left->high, right->low), false, false};
  } else if (is_shift) {
    const uint64_t bits = llvm::cast<llvm::ConstantInt>(operation.getOperand(1))->getZExtValue();
    if (bits >= factor_bits) {
      return std::nullopt;
    }
    llvm::Value* factor = builder.getInt64(uint64_t(1) << bits);
    result = of_product(*left, {factor, factor, true, true});
  } else {
    result = of_product(*left, *right);
  }
  return operation.getType()->isIntegerTy(32) ? fitting(*result, operation, is_signed) : result;
}

/// For factors that are not negative: the application's values have to be below 2^31.
std::optional<Interval> LaunchBounds::of_product(Interval left, Interval right) {
  for (const Interval& factor : {left, right}) {
    if (!factor.is_natural) {
      require(builder.CreateICmpULT(factor.low, builder.getInt64(uint64_t(1) << factor_bits)));
      require(builder.CreateICmpULT(factor.high, builder.getInt64(uint64_t(1) << factor_bits)));
    }
  }
  return Interval{builder.CreateMul(left.low, right.low), builder.CreateMul(left.high, right.high),
                  true, left.is_positive && right.is_positive};
}

/// Demands that the 32 bits of an operation's result hold all of the values.
Interval LaunchBounds::fitting(Interval interval, llvm::Instruction& narrow, bool is_signed) {
  const uint64_t greatest = is_signed ? llvm::maxIntN(32) : llvm::maxUIntN(32);
  require(builder.CreateICmpSLE(interval.high, builder.getInt64(greatest)));
  if (!interval.is_natural) {
    require(
        builder.CreateICmpSGE(interval.low, builder.getInt64(is_signed ? llvm::minIntN(32) : 0)));
  }
  exact.emplace_back(&narrow, is_signed);
  return interval;
}

void LaunchBounds::mark_exact_operations() const {
  for (const auto& [operation, is_signed] : exact) {
    if (auto* truncation = llvm::dyn_cast<llvm::TruncInst>(operation)) {
      is_signed ? truncation->setHasNoSignedWrap(true) : truncation->setHasNoUnsignedWrap(true);
    } else if (llvm::isa<llvm::OverflowingBinaryOperator>(operation)) {
      is_signed ? operation->setHasNoSignedWrap(true) : operation->setHasNoUnsignedWrap(true);
    }
  }
}

/// A value that the application gives.
Interval LaunchBounds::of_shared(llvm::Value* value, bool is_signed) {
  if (value->getType()->isIntegerTy(32)) {
    value = builder.CreateIntCast(value, builder.getInt64Ty(), is_signed);
  } else {
    llvm::Value* moved = builder.CreateAdd(value, builder.getInt64(int64_t(1) << given_bits));
    require(builder.CreateICmpULE(moved, builder.getInt64(int64_t(2) << given_bits)));
  }
  return {value, value, false, false};
}

} // namespace compiler
