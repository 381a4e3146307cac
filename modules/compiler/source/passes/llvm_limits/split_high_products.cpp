// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/split_high_products.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace compiler {
namespace {

namespace match = llvm::PatternMatch;

/// `trunc(product >> bits)`, or of that `& mask`.
struct HighProduct {
  llvm::TruncInst* narrow;
  llvm::Value* product;
  uint64_t bits;
  bool is_signed;
  const llvm::APInt* mask;
};

bool is_high_product(llvm::Instruction& instruction, HighProduct& found) {
  auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&instruction);
  if (!narrow || !llvm::isa<llvm::FixedVectorType>(narrow->getType()) ||
      narrow->getType()->getScalarSizeInBits() > 16 ||
      narrow->getSrcTy()->getScalarSizeInBits() != 64) {
    return false;
  }
  llvm::Value* shifted = narrow->getOperand(0);
  const llvm::APInt* mask = nullptr;
  match::match(shifted, match::m_And(match::m_Value(shifted), match::m_APInt(mask)));
  const llvm::APInt* bits = nullptr;
  llvm::Value* product = nullptr;
  if (!match::match(shifted, match::m_Shr(match::m_Value(product), match::m_APInt(bits))) ||
      !match::match(product, match::m_Mul(match::m_Value(), match::m_Value())) || bits->ule(16) ||
      bits->uge(64)) {
    return false;
  }
  found = {narrow, product, bits->getZExtValue(),
           llvm::cast<llvm::BinaryOperator>(shifted)->getOpcode() == llvm::Instruction::AShr, mask};
  return true;
}

/// The lower or upper halves of numbers of 64 bits.
llvm::Value* halves(llvm::IRBuilder<>& builder, llvm::Value* values, bool upper) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(values->getType())->getNumElements();
  llvm::SmallVector<int> elements;
  for (unsigned i = 0; i < count; ++i) {
    elements.push_back(int(2 * i + upper));
  }
  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), 2 * count);
  return builder.CreateShuffleVector(builder.CreateBitCast(values, type), elements);
}

void split(const HighProduct& high) {
  llvm::IRBuilder<> builder(high.narrow);
  llvm::Value* upper = halves(builder, high.product, true);
  const auto shift = [&](uint64_t bits) { return llvm::ConstantInt::get(upper->getType(), bits); };
  llvm::Value* result = nullptr;
  if (high.bits < 32) {
    result =
        builder.CreateIntrinsic(llvm::Intrinsic::fshr, {upper->getType()},
                                {upper, halves(builder, high.product, false), shift(high.bits)});
  } else if (high.is_signed) {
    result = builder.CreateAShr(upper, shift(high.bits - 32));
  } else {
    result = builder.CreateLShr(upper, shift(high.bits - 32));
  }
  if (high.mask) {
    result =
        builder.CreateAnd(result, llvm::ConstantInt::get(result->getType(), high.mask->trunc(32)));
  }
  high.narrow->replaceAllUsesWith(builder.CreateTrunc(result, high.narrow->getType()));
  high.narrow->eraseFromParent();
}

} // namespace

bool split_high_products(llvm::Module& module) {
  llvm::SmallVector<HighProduct> all;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      HighProduct found = {};
      if (is_high_product(instruction, found)) {
        all.push_back(found);
      }
    }
  }
  llvm::for_each(all, split);
  return !all.empty();
}

} // namespace compiler
