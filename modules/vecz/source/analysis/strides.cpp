// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/strides.h"

#include "analysis/lane_0_zeros.h"
#include "mask_calls.h"
#include "preparation/interleave_variables.h"
#include "vecz/affine.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace vecz {
namespace {

using Stride = std::optional<int64_t>;

/// Evaluates one instruction; operands that are not known yet count as whatever suits (loops).
class Evaluation {
public:
  Evaluation(const llvm::DenseMap<const llvm::Value*, Stride>& known, const CallInfo& call_info,
             const Uniformity& of_lanes, const Lane0Zeros& lane_0_zeros, unsigned number,
             const llvm::DataLayout& data)
      : strides(known), calls(call_info), uniformity(of_lanes), zeros(lane_0_zeros), lanes(number),
        layout(data) {}

  /// False if nothing can be said yet; otherwise `result` is set.
  bool run(const llvm::Instruction& instruction, Stride& result) {
    unknown = false;
    result = evaluate(instruction);
    return !unknown;
  }

private:
  Stride of(const llvm::Value& value) {
    if (!uniformity.is_varying(value)) {
      return 0;
    }
    const auto found = strides.find(&value);
    if (found == strides.end()) {
      unknown = true;
      return 0;
    }
    return found->second;
  }

  Stride evaluate(const llvm::Instruction& instruction) {
    llvm::Type* type = instruction.getType();
    if (!type->isIntegerTy() && !type->isPointerTy()) {
      return std::nullopt;
    }
    if (llvm::isa<llvm::BinaryOperator, llvm::ICmpInst, llvm::MinMaxIntrinsic>(instruction) &&
        is_same_in_all_lanes(instruction)) {
      return 0;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (is_mask_call(*call, truncated_id_name)) {
        return of(*call->getArgOperand(0));
      }
      const auto* dimension =
          call->arg_empty() ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      return calls.kind(*call) == CallKind::lane_id && dimension ? Stride(1) : std::nullopt;
    }
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      return private_stride(*variable);
    }
    if (const auto step = affine_step(instruction, Extension::sign)) {
      return of_step(*step, *type);
    }
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      return of_bits(*operation);
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      return meet(llvm::SmallVector<const llvm::Value*, 4>(phi->incoming_values()));
    }
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      return uniformity.is_varying(*select->getCondition())
                 ? std::nullopt
                 : meet({select->getTrueValue(), select->getFalseValue()});
    }
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      const bool same_width = cast->isNoopCast(layout) ||
                              llvm::isa<llvm::AddrSpaceCastInst>(cast) ||
                              is_mask_call(*cast->getOperand(0), truncated_id_name);
      return same_width || llvm::isa<llvm::TruncInst>(cast) ? of(*cast->getOperand(0))
                                                            : std::nullopt;
    }
    return std::nullopt;
  }

  static Stride agree(Stride a, Stride b) { return a == b ? a : std::nullopt; }

  static Stride combine(Stride a, Stride b, int64_t factor) {
    int64_t product = 0, sum = 0;
    if (!a || !b || __builtin_mul_overflow(*b, factor, &product) ||
        __builtin_add_overflow(*a, product, &sum)) {
      return std::nullopt;
    }
    return sum;
  }

  Stride of_step(const AffineStep& step, llvm::Type& type) {
    Stride sum = 0;
    for (const AffineStep::Part& part : step.parts) {
      if (!uniformity.is_varying(*part.value)) {
        continue;
      }
      const llvm::Type& from = *part.value->getType();
      const bool is_extended = type.isPointerTy() && from.isIntegerTy() &&
                               from.getIntegerBitWidth() < layout.getIndexTypeSizeInBits(&type);
      if (step.is_promised || is_extended) { // where the narrow value might wrap
        return std::nullopt;
      }
      sum = combine(sum, of(*part.value), part.factor);
    }
    return sum;
  }

  /// Whether an operation on numbers, of which some are not uniform but have the same value in all
  /// lanes, can be done with those of lane 0.
  bool is_same_in_all_lanes(const llvm::Instruction& operation) {
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    const bool may_trap =
        operation.isIntDivRem() && (!divisor || divisor->isZero() || divisor->isMinusOne());
    return !may_trap && llvm::all_of(operation.operand_values(), [&](const llvm::Value* operand) {
      return of(*operand) == 0 && !unknown;
    });
  }

  /// A shift to the right or some bits of a strided value. Lanes differ only in bits that are 0 in
  /// lane 0, so the others are the same in all.
  Stride of_bits(const llvm::BinaryOperator& operation) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    if (lanes == 0 || !constant || constant->getBitWidth() > 64) {
      return std::nullopt;
    }
    const Stride stride = of(*operation.getOperand(0));
    if (unknown || !stride || *stride < 0 || *stride > max_stride) {
      return std::nullopt;
    }
    const unsigned differing = llvm::bit_width(uint64_t(*stride) * (lanes - 1)); // lowest bits
    // Not the sign, where that is moved in, and no more bits than there are.
    const unsigned most =
        constant->getBitWidth() - (operation.getOpcode() == llvm::Instruction::AShr ? 1 : 0);
    if (zeros.of(*operation.getOperand(0)) < differing || differing > most) {
      return std::nullopt;
    }
    const uint64_t number = constant->getZExtValue();
    switch (operation.getOpcode()) {
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      if (number >= differing) {
        return 0;
      }
      return *stride % (int64_t(1) << number) == 0 ? Stride(*stride >> number) : std::nullopt;
    case llvm::Instruction::And: {
      const uint64_t taken = number & llvm::maskTrailingOnes<uint64_t>(differing);
      return taken == 0                                             ? Stride(0)
             : taken == llvm::maskTrailingOnes<uint64_t>(differing) ? stride
                                                                    : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  /// The stride that all of `values` have whose stride is known.
  Stride meet(llvm::ArrayRef<const llvm::Value*> values) {
    Stride result;
    bool first = true, later = false;
    for (const llvm::Value* value : values) {
      if (llvm::isa<llvm::PoisonValue>(value)) {
        continue;
      }
      unknown = false;
      const Stride stride = of(*value);
      if (unknown) {
        later = true;
        continue;
      }
      result = first ? stride : agree(result, stride);
      first = false;
    }
    unknown = first && later;
    return result;
  }

  Stride private_stride(const llvm::AllocaInst& variable) const {
    if (const auto element = element_size(variable)) {
      return Stride(*element);
    }
    const auto size = variable.getAllocationSize(layout);
    return size && !size->isScalable()
               ? Stride(llvm::alignTo(size->getFixedValue(), variable.getAlign()))
               : std::nullopt;
  }

  const llvm::DenseMap<const llvm::Value*, Stride>& strides;
  const CallInfo& calls;
  const Uniformity& uniformity;
  const Lane0Zeros& zeros;
  const unsigned lanes; ///< 0: nothing is known of lane 0's ids
  const llvm::DataLayout& layout;
  static constexpr int64_t max_stride = int64_t(1) << 40;
  bool unknown = false;
};

/// Whether an instruction computes with nothing but its operands, as addresses are made.
bool is_arithmetic(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst,
                   llvm::MinMaxIntrinsic, llvm::FreezeInst>(instruction);
}

} // namespace

Strides::Strides(llvm::Function& function, const CallInfo& calls, const Uniformity& uniformity,
                 unsigned lanes) {
  const Lane0Zeros zeros(function, calls, uniformity, lanes);
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  Evaluation evaluation(strides, calls, uniformity, zeros, lanes, function.getDataLayout());
  const auto to_fixed_point = [&] {
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock* block : order) {
        for (const llvm::Instruction& instruction : *block) {
          Stride now;
          if (!uniformity.is_varying(instruction) || !evaluation.run(instruction, now)) {
            continue;
          }
          const auto [known, added] = strides.try_emplace(&instruction, now);
          if (!added && known->second != now) {
            // Only ever down: a value that was strided under an assumption that failed is not
            // strided.
            changed |= known->second.has_value();
            known->second = std::nullopt;
          } else {
            changed |= added;
          }
        }
      }
    }
  };
  to_fixed_point();
  // Values that depend on nothing but each other never get a stride, and others have been computed
  // as if these had a suitable one. They have none; compute the others again.
  bool any = false;
  for (const llvm::BasicBlock* block : order) {
    for (const llvm::Instruction& instruction : *block) {
      any |= uniformity.is_varying(instruction) &&
             strides.try_emplace(&instruction, std::nullopt).second;
    }
  }
  if (any) {
    to_fixed_point();
  }
  for (const llvm::BasicBlock* block : order) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto is_of_ids = [&](const llvm::Use& operand) {
        return !uniformity.is_varying(*operand) || made_of_ids.contains(operand) ||
               stride(*operand);
      };
      if ((call && calls.kind(*call) == CallKind::lane_id) ||
          (is_arithmetic(instruction) && llvm::all_of(instruction.operands(), is_of_ids))) {
        made_of_ids.insert(&instruction);
      }
    }
  }
}

} // namespace vecz
