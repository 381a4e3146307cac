// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/estimate_reciprocals.h"

#include "host_passes/arithmetic/native_divisions.h"
#include "host_passes/by_register.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cmath>

namespace host {
namespace {

using namespace llvm::PatternMatch;

unsigned lanes_of(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type ? type->getNumElements() : 1;
}

/// How the CPU's estimate is refined.
enum class Refinement {
  none,
  one_step, ///< of Newton's method
  polynomial,
  polynomial_of_denormals, ///< of these, too
};

/// The operands of reciprocals or reciprocal roots, and the instructions for them.
struct Reciprocal {
  llvm::Value* x = nullptr;
  bool of_root = false;
  Refinement refinement = Refinement::none;
};

/// The value that replaces 1 / the divisor of `instruction`, if the CPU's estimates may serve.
std::optional<Reciprocal> reciprocal(const llvm::Instruction& instruction, bool has_avx512) {
  const auto* division = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
  if (!division || instruction.getOpcode() != llvm::Instruction::FDiv) {
    return std::nullopt;
  }
  Reciprocal result;
  result.of_root = match(instruction.getOperand(1), m_Sqrt(m_Value(result.x)));
  if (!result.of_root) {
    result.x = instruction.getOperand(1);
  }
  const llvm::Type& element = *instruction.getType()->getScalarType();
  if (element.isFloatTy() && division->getFPAccuracy() >= native_error) {
    result.refinement =
        division->getFPAccuracy() >= half_error ? Refinement::none : Refinement::one_step;
    return result;
  }
  // A step makes 1.1 units of AVX-512's estimates of floats; rsqrt may be 2 units off.
  result.refinement = !division->hasApproxFunc()          ? Refinement::polynomial_of_denormals
                      : element.isFloatTy() && has_avx512 ? Refinement::one_step
                                                          : Refinement::polynomial;
  const bool refined = result.of_root && division->hasAllowReciprocal() &&
                       (element.isFloatTy() || (element.isDoubleTy() && has_avx512));
  return refined ? std::optional(result) : std::nullopt;
}

class Estimate {
public:
  Estimate(llvm::Instruction& division, const Cpu& cpu, const Reciprocal& wanted)
      : builder(&division), has_fma(cpu.level->fma), widest(cpu.level->vector_bits),
        element(division.getType()->getScalarType()), reciprocal(wanted) {}

  /// For a vector of any length.
  llvm::Value* make(llvm::Value* x) {
    return by_register(builder, x, {128, widest},
                       [&](llvm::ArrayRef<llvm::Value*> piece) { return of_register(piece[0]); });
  }

private:
  llvm::Value* of_register(llvm::Value* x) {
    switch (reciprocal.refinement) {
    case Refinement::none:
      return instruction(x);
    case Refinement::one_step:
      return after_one_step(x);
    case Refinement::polynomial:
      return refined_root(x);
    case Refinement::polynomial_of_denormals:
      break;
    }
    // The square of an estimate would overflow.
    const int exponent = element->isFloatTy() ? -126 : -1022,
              scale = element->isFloatTy() ? 24 : 54;
    llvm::Value* tiny = builder.CreateFCmpOLT(x, power_of_two(x, exponent));
    llvm::Value* larger = builder.CreateFMul(x, power_of_two(x, scale));
    llvm::Value* root = refined_root(builder.CreateSelect(tiny, larger, x));
    llvm::Value* scaled = builder.CreateFMul(root, power_of_two(x, scale / 2));
    return builder.CreateSelect(tiny, scaled, root);
  }

  /// For x a normal number, 0, infinite or NaN.
  llvm::Value* refined_root(llvm::Value* x) {
    llvm::Value* y = with_exact_square(instruction(x));
    // 1 / sqrt(1 - e) = 1 + e (1/2 + e (3/8 + e (5/16 + 35/128 e)))
    llvm::Value* square = builder.CreateFMul(y, y);
    llvm::Value* e = one_less(x, square);
    llvm::Value* sum = number(x, 0.375);
    if (element->isDoubleTy()) {
      sum = multiply_add(e, number(x, 35.0 / 128), number(x, 0.3125));
      sum = multiply_add(e, sum, number(x, 0.375));
    }
    sum = multiply_add(e, sum, number(x, 0.5));
    return multiply_add(y, builder.CreateFMul(e, sum), y);
  }
  llvm::Value* after_one_step(llvm::Value* x) {
    llvm::Value* y = instruction(x);
    llvm::Value* part = reciprocal.of_root ? builder.CreateFMul(x, y) : x;
    llvm::Value* e = one_less(part, y);
    return multiply_add(y, reciprocal.of_root ? builder.CreateFMul(e, number(x, 0.5)) : e, y);
  }
  /// 1 - a b, or 1 where that is a product of 0 and infinity: then the estimate is one of these,
  /// and stays that if a part of it is added to it. CPUs have an instruction for such a minimum.
  llvm::Value* one_less(llvm::Value* a, llvm::Value* b) {
    llvm::Value* one = number(a, 1);
    llvm::Value* e = multiply_add(builder.CreateFNeg(a), b, one);
    return builder.CreateSelect(builder.CreateFCmpOLT(e, one), e, one);
  }

  /// Cut to half of the type's digits.
  llvm::Value* with_exact_square(llvm::Value* y) {
    const unsigned bits = element->getPrimitiveSizeInBits(), dropped = bits == 32 ? 12 : 27;
    auto* words = llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(y->getType()));
    llvm::Constant* mask =
        llvm::ConstantInt::get(words, llvm::APInt::getHighBitsSet(bits, bits - dropped));
    return builder.CreateBitCast(builder.CreateAnd(builder.CreateBitCast(y, words), mask),
                                 y->getType());
  }

  llvm::Value* instruction(llvm::Value* x) {
    const unsigned lanes = lanes_of(*x), bits = lanes * element->getPrimitiveSizeInBits();
    const auto id = intrinsic(bits);
    if (widest != 512) {
      return builder.CreateIntrinsic(id, {x});
    }
    return builder.CreateIntrinsic(
        id, {x, llvm::Constant::getNullValue(x->getType()),
             llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(lanes, 8U)))});
  }

  /// For a register of so many bits.
  llvm::Intrinsic::ID intrinsic(unsigned bits) const {
    using namespace llvm::Intrinsic;
    if (widest != 512) {
      const bool of_128 = bits == 128;
      return reciprocal.of_root ? of_128 ? x86_sse_rsqrt_ps : x86_avx_rsqrt_ps_256
             : of_128           ? x86_sse_rcp_ps
                                : x86_avx_rcp_ps_256;
    }
    const auto of_width = [&](ID of_128, ID of_256, ID of_512) {
      return bits == 512 ? of_512 : bits == 256 ? of_256 : of_128;
    };
    if (element->isDoubleTy()) {
      return of_width(x86_avx512_rsqrt14_pd_128, x86_avx512_rsqrt14_pd_256,
                      x86_avx512_rsqrt14_pd_512);
    }
    return reciprocal.of_root ? of_width(x86_avx512_rsqrt14_ps_128, x86_avx512_rsqrt14_ps_256,
                                         x86_avx512_rsqrt14_ps_512)
                              : of_width(x86_avx512_rcp14_ps_128, x86_avx512_rcp14_ps_256,
                                         x86_avx512_rcp14_ps_512);
  }

  llvm::Value* multiply_add(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return has_fma ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c})
                   : builder.CreateFAdd(builder.CreateFMul(a, b), c);
  }
  static llvm::Constant* number(llvm::Value* like, double value) {
    return llvm::ConstantFP::get(like->getType(), value);
  }
  static llvm::Constant* power_of_two(llvm::Value* like, int exponent) {
    return number(like, std::ldexp(1.0, exponent));
  }

  llvm::IRBuilder<> builder;
  const bool has_fma;
  const unsigned widest; ///< bits of the largest register
  llvm::Type* const element;
  const Reciprocal reciprocal;
};

} // namespace

bool has_fast_division(const Cpu& cpu) { return cpu.model == "znver4" || cpu.model == "znver5"; }

bool estimate_reciprocals(llvm::Module& module, const Cpu& cpu) {
  if (cpu.level->architecture != llvm::Triple::x86_64) {
    return false;
  }
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& division : llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto wanted = reciprocal(division, cpu.level->vector_bits == 512);
      if (!wanted) {
        continue;
      }
      llvm::Value* divisor = division.getOperand(1);
      llvm::Value* result = Estimate(division, cpu, *wanted).make(wanted->x);
      if (!match(division.getOperand(0), m_FPOne())) {
        result = llvm::BinaryOperator::CreateFMul(division.getOperand(0), result, "",
                                                  division.getIterator());
      }
      division.replaceAllUsesWith(result);
      division.eraseFromParent();
      llvm::RecursivelyDeleteTriviallyDeadInstructions(divisor);
      changed = true;
    }
  }
  return changed;
}

} // namespace host
