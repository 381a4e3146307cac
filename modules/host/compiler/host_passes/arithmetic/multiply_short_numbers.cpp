// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/multiply_short_numbers.h"

#include "host_passes/by_register.h"
#include "host_passes/needed_features.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Support/KnownBits.h>
#include <optional>

namespace host {
namespace {

constexpr unsigned short_bits = 16;

/// A product, and the side of which the upper halves are cleared.
struct Product {
  llvm::BinaryOperator* multiplication;
  unsigned cleared;
};

/// The number that all lanes have, through shuffles of it; null if they may differ.
llvm::Value* number_of_all_lanes(const llvm::Value& vector) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&vector);
  llvm::Value* one = llvm::getSplatValue(&vector);
  return one || !shuffle || !llvm::isa<llvm::PoisonValue>(shuffle->getOperand(1))
             ? one
             : number_of_all_lanes(*shuffle->getOperand(0));
}

class Multiplication {
public:
  Multiplication(llvm::Module& in_module, const Cpu& in_cpu)
      : module(in_module), layout(in_module.getDataLayout()), cpu(in_cpu),
        bits{128, in_cpu.level->vector_bits} {}

  bool run(llvm::BasicBlock& block) {
    llvm::SmallVector<Product> products;
    unsigned registers = 0;
    for (llvm::Instruction& instruction : block) {
      if (const auto product = match(instruction)) {
        products.push_back(*product);
        registers += instruction.getType()->getPrimitiveSizeInBits() / bits.widest;
      }
    }
    // The latency of an addition that multiplies, in instructions.
    constexpr unsigned hidden = 8;
    const bool adds = cpu.vnni && registers >= hidden;
    for (const Product& product : products) {
      replace(product, adds);
    }
    return !products.empty();
  }

private:
  [[nodiscard]] bool is_short(const llvm::Value& value) const {
    const llvm::Value* one = number_of_all_lanes(value);
    return llvm::ComputeNumSignBits(one ? one : &value, layout) > short_bits;
  }
  /// Whether the upper halves of a side are zero, or can be made so outside vectors.
  [[nodiscard]] bool can_be_cleared(const llvm::Value& side) const {
    return llvm::isa<llvm::Constant>(side) || number_of_all_lanes(side) ||
           llvm::computeKnownBits(&side, layout).countMinLeadingZeros() > short_bits;
  }

  std::optional<Product> match(llvm::Instruction& instruction) const {
    auto* product = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    if (!product || product->getOpcode() != llvm::Instruction::Mul || !type ||
        !type->getElementType()->isIntegerTy(32) || type->getNumElements() < 4) {
      return std::nullopt;
    }
    const llvm::Value &left = *product->getOperand(0), &right = *product->getOperand(1);
    const auto* factor = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::getSplatValue(&right));
    if ((factor && factor->getValue().isPowerOf2()) || !is_short(left) || !is_short(right)) {
      return std::nullopt;
    }
    if (can_be_cleared(right)) {
      return Product{product, 1};
    }
    return can_be_cleared(left) ? std::optional(Product{product, 0}) : std::nullopt;
  }

  llvm::Value* cleared(llvm::IRBuilderBase& builder, llvm::Value* side) const {
    const auto* type = llvm::cast<llvm::FixedVectorType>(side->getType());
    constexpr uint64_t lower = 0xFFFF;
    if (llvm::computeKnownBits(side, layout).countMinLeadingZeros() >= short_bits) {
      return side;
    }
    if (llvm::Value* one = number_of_all_lanes(*side)) {
      return builder.CreateVectorSplat(type->getNumElements(), builder.CreateAnd(one, lower));
    }
    return builder.CreateAnd(side, lower);
  }

  void replace(const Product& product, bool may_add) {
    llvm::BinaryOperator& old = *product.multiplication;
    auto* sum = may_add && old.hasOneUse() ? llvm::dyn_cast<llvm::BinaryOperator>(old.user_back())
                                           : nullptr;
    const bool adds =
        sum && sum->getOpcode() == llvm::Instruction::Add && sum->getParent() == old.getParent();
    llvm::BinaryOperator& replaced = adds ? *sum : old;
    llvm::IRBuilder<> builder(&replaced);
    llvm::SmallVector<llvm::Value*, 3> operands = {
        old.getOperand(1 - product.cleared), cleared(builder, old.getOperand(product.cleared))};
    if (adds) {
      operands.insert(operands.begin(), sum->getOperand(sum->getOperand(0) == &old));
      need_feature(module, cpu.vnni);
    }
    replaced.replaceAllUsesWith(
        by_register(builder, operands, bits, [&](auto pieces) { return call(builder, pieces); }));
    replaced.eraseFromParent();
    if (adds) {
      old.eraseFromParent();
    }
  }

  /// The product of two registers, or what comes of a sum and that.
  llvm::Value* call(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> operands) const {
    using namespace llvm;
    const unsigned size = operands.front()->getType()->getPrimitiveSizeInBits();
    const auto choose = [&](Intrinsic::ID narrow, Intrinsic::ID wide, Intrinsic::ID widest) {
      return size == 128 ? narrow : size == 256 ? wide : widest;
    };
    const Intrinsic::ID instruction =
        operands.size() == 2
            ? choose(Intrinsic::x86_sse2_pmadd_wd, Intrinsic::x86_avx2_pmadd_wd,
                     Intrinsic::x86_avx512_pmaddw_d_512)
            : choose(Intrinsic::x86_avx512_vpdpwssd_128, Intrinsic::x86_avx512_vpdpwssd_256,
                     Intrinsic::x86_avx512_vpdpwssd_512);
    const FunctionType* type =
        Intrinsic::getOrInsertDeclaration(&module, instruction)->getFunctionType();
    SmallVector<Value*, 3> values;
    for (const auto& [operand, wanted] : zip_equal(operands, type->params())) {
      values.push_back(builder.CreateBitCast(operand, wanted));
    }
    return builder.CreateIntrinsic(instruction, values);
  }

  llvm::Module& module;
  const llvm::DataLayout& layout;
  const Cpu& cpu;
  const RegisterBits bits;
};

} // namespace

bool multiply_short_numbers(llvm::Module& module, const Cpu& cpu) {
  if (cpu.level->architecture != llvm::Triple::x86_64) {
    return false;
  }
  bool changed = false;
  Multiplication multiplication(module, cpu);
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      changed |= multiplication.run(block);
    }
  }
  return changed;
}

} // namespace host
