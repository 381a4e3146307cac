// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/estimate_square_roots.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace host {
namespace {

constexpr unsigned smallest = 4; ///< lanes of the narrowest registers

unsigned lanes_of(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type ? type->getNumElements() : 1;
}

/// The x of `instruction` = y / sqrt(x), if it may be computed by a reciprocal; null otherwise.
llvm::Value* radicand(llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value* x = nullptr;
  const bool found = instruction.getOpcode() == llvm::Instruction::FDiv &&
                     instruction.hasAllowReciprocal() &&
                     instruction.getType()->getScalarType()->isFloatTy() &&
                     match(instruction.getOperand(1), m_Sqrt(m_Value(x)));
  return found ? x : nullptr;
}

class Estimate {
public:
  Estimate(llvm::Instruction& division, const Cpu& cpu)
      : builder(&division), has_fma(cpu.level->fma), largest(cpu.level->vector_bits / 32) {}

  /// The reciprocal square roots of as many numbers as there are.
  llvm::Value* make(llvm::Value* x) {
    const unsigned count = lanes_of(*x);
    if (!x->getType()->isVectorTy()) {
      llvm::Value* zeros =
          llvm::Constant::getNullValue(llvm::FixedVectorType::get(x->getType(), smallest));
      x = builder.CreateInsertElement(zeros, x, uint64_t(0));
      return builder.CreateExtractElement(of_register(x), uint64_t(0));
    }
    unsigned lanes = largest;
    while (lanes > smallest && count < lanes) {
      lanes /= 2;
    }
    if (lanes == count) {
      return of_register(x);
    }
    llvm::SmallVector<llvm::Value*> pieces;
    for (unsigned begin = 0; begin < count; begin += lanes) {
      const unsigned there = std::min(lanes, count - begin);
      pieces.push_back(of_register(
          builder.CreateShuffleVector(x, llvm::createSequentialMask(begin, there, lanes - there))));
    }
    llvm::Value* all = llvm::concatenateVectors(builder, pieces);
    return lanes_of(*all) == count
               ? all
               : builder.CreateShuffleVector(all, llvm::createSequentialMask(0, count, 0));
  }

private:
  llvm::Value* of_register(llvm::Value* x) {
    llvm::Value* estimate = instruction(x);
    const auto number = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
    llvm::Value* half = builder.CreateFMul(estimate, number(0.5));
    llvm::Value* product = builder.CreateFMul(x, estimate);
    llvm::Value* rest = multiply_add(builder.CreateFNeg(product), half, number(0.5));
    llvm::Value* better = multiply_add(estimate, rest, estimate);
    // The product of 0 and infinity is no number.
    return builder.CreateSelect(builder.CreateFCmpUNO(better, better), estimate, better);
  }

  llvm::Value* instruction(llvm::Value* x) {
    using namespace llvm::Intrinsic;
    const unsigned lanes = lanes_of(*x);
    if (largest == 16) { // AVX-512, whose estimates are more exact
      const ID id = lanes == 16  ? x86_avx512_rsqrt14_ps_512
                    : lanes == 8 ? x86_avx512_rsqrt14_ps_256
                                 : x86_avx512_rsqrt14_ps_128;
      const unsigned mask_bits = std::max(lanes, 8U);
      return builder.CreateIntrinsic(
          id, {x, llvm::Constant::getNullValue(x->getType()),
               llvm::Constant::getAllOnesValue(builder.getIntNTy(mask_bits))});
    }
    return builder.CreateIntrinsic(lanes == 8 ? x86_avx_rsqrt_ps_256 : x86_sse_rsqrt_ps, {x});
  }

  llvm::Value* multiply_add(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return has_fma ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c})
                   : builder.CreateFAdd(builder.CreateFMul(a, b), c);
  }

  llvm::IRBuilder<> builder;
  const bool has_fma;
  const unsigned largest; ///< lanes of a register
};

} // namespace

bool estimate_square_roots(llvm::Module& module, const Cpu& cpu) {
  using namespace llvm::PatternMatch;
  if (cpu.level->architecture != llvm::Triple::x86_64) {
    return false;
  }
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& division : llvm::make_early_inc_range(llvm::instructions(function))) {
      llvm::Value* x = radicand(division);
      if (!x) {
        continue;
      }
      llvm::Value* root = division.getOperand(1);
      llvm::Value* result = Estimate(division, cpu).make(x);
      if (!match(division.getOperand(0), m_FPOne())) {
        result = llvm::BinaryOperator::CreateFMul(division.getOperand(0), result, "",
                                                  division.getIterator());
      }
      division.replaceAllUsesWith(result);
      division.eraseFromParent();
      llvm::RecursivelyDeleteTriviallyDeadInstructions(root);
      changed = true;
    }
  }
  return changed;
}

} // namespace host
