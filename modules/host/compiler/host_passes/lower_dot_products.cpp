// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/lower_dot_products.h"

#include "host_passes/needed_features.h"

#include "vecz/vectorize.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <optional>

namespace host {
namespace {

class Dot {
public:
  Dot(llvm::CallInst& of, bool signed_left, bool signed_right, const Cpu& cpu)
      : call(of), is_signed{signed_left, signed_right}, builder(&of),
        largest(cpu.level->architecture == llvm::Triple::x86_64 ? cpu.level->vector_bits / 32 : 0),
        vnni(cpu.vnni) {}

  void replace() {
    llvm::Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    if (vnni && lanes % largest == 0 && is_signed[1]) {
      need_feature(*call.getModule(), vnni);
      with_vnni(left, right, lanes);
      return;
    }
    call.replaceAllUsesWith(lanes >= 4 && largest != 0 ? pieces(left, right, lanes)
                                                       : byte_by_byte(left, right));
    call.eraseFromParent();
  }

private:
  /// The loop's sum that the product is added to, and to nothing else.
  struct Sum {
    llvm::Instruction* next = nullptr;
    llvm::PHINode* before = nullptr;
  };
  [[nodiscard]] std::optional<Sum> sum_of_loop() const {
    auto* next = call.hasOneUse() ? llvm::dyn_cast<llvm::Instruction>(call.user_back()) : nullptr;
    if (!next || next->getOpcode() != llvm::Instruction::Add ||
        next->getOperand(0) == next->getOperand(1)) {
      return std::nullopt;
    }
    auto* phi = llvm::dyn_cast<llvm::PHINode>(next->getOperand(next->getOperand(0) == &call));
    const llvm::BasicBlock* block = call.getParent();
    const bool is_sum = phi && phi->hasOneUse() && phi->getNumIncomingValues() == 2 &&
                        phi->getParent() == block && next->getParent() == block &&
                        phi->getBasicBlockIndex(block) >= 0 &&
                        phi->getIncomingValueForBlock(block) == next;
    return is_sum ? std::optional(Sum{next, phi}) : std::nullopt;
  }

  void with_vnni(llvm::Value* left, llvm::Value* right, unsigned lanes) {
    llvm::Value* excess = nullptr; // what comes of the 128 that are added to each byte of the left
    if (is_signed[0]) {
      if (llvm::getSplatValue(left)) {
        std::swap(left, right); // the sum of its bytes is one for all lanes
      }
      left = builder.CreateXor(left, llvm::ConstantInt::get(left->getType(), 0x80808080));
      excess = times_128(right, lanes);
    }
    llvm::Type* type = call.getType();
    if (const auto sum = sum_of_loop()) {
      llvm::Value* next = multiply_add(sum->before, left, right, lanes);
      sum->before->setIncomingValueForBlock(call.getParent(), next);
      sum->next->replaceAllUsesWith(excess ? less(next, *sum->before, excess, lanes) : next);
      sum->next->eraseFromParent();
    } else {
      llvm::Value* all = multiply_add(llvm::Constant::getNullValue(type), left, right, lanes);
      call.replaceAllUsesWith(excess ? builder.CreateSub(all, as_vector(excess, lanes)) : all);
    }
    call.eraseFromParent();
  }

  /// A loop's sum without what it has too much, which is added up beside it: modulo 2^32 that is
  /// the same wherever the sum is asked for.
  llvm::Value* less(llvm::Value* sum, llvm::PHINode& before, llvm::Value* excess, unsigned lanes) {
    llvm::IRBuilder<> front(&before);
    llvm::PHINode* so_far = front.CreatePHI(excess->getType(), 2);
    llvm::Value* together = builder.CreateAdd(so_far, excess);
    for (llvm::BasicBlock* block : before.blocks()) {
      const bool is_around = block == call.getParent();
      so_far->addIncoming(is_around ? together : llvm::Constant::getNullValue(excess->getType()),
                          block);
    }
    return builder.CreateSub(sum, as_vector(together, lanes));
  }

  llvm::Value* as_vector(llvm::Value* value, unsigned lanes) {
    return value->getType()->isVectorTy() ? value : builder.CreateVectorSplat(lanes, value);
  }

  /// 128 times the sum of the bytes of each word; of one for all lanes as a scalar.
  llvm::Value* times_128(llvm::Value* words, unsigned lanes) {
    if (llvm::Value* one = llvm::getSplatValue(words)) {
      llvm::Value* sum = nullptr;
      for (unsigned place = 0; place < 4; ++place) {
        llvm::Value* own = byte(one, place, /*with_sign=*/true);
        sum = sum ? builder.CreateAdd(sum, own) : own;
      }
      return builder.CreateShl(sum, 7);
    }
    llvm::Type* type = words->getType();
    return multiply_add(llvm::Constant::getNullValue(type),
                        llvm::ConstantInt::get(type, 0x80808080), words, lanes);
  }

  /// A sum and products of unsigned bytes with signed ones, for any number of registers.
  llvm::Value* multiply_add(llvm::Value* sum, llvm::Value* left, llvm::Value* right,
                            unsigned lanes) {
    const auto instruction = largest == 16 ? llvm::Intrinsic::x86_avx512_vpdpbusd_512
                                           : llvm::Intrinsic::x86_avx512_vpdpbusd_256;
    const llvm::FunctionType* type =
        llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), instruction)->getFunctionType();
    llvm::SmallVector<llvm::Value*> parts;
    for (unsigned from = 0; from < lanes; from += largest) {
      const auto part = [&](llvm::Value* all) {
        const auto places = llvm::createSequentialMask(from, largest, 0);
        return lanes == largest ? all : builder.CreateShuffleVector(all, places);
      };
      llvm::Value *a = part(left), *b = part(right);
      parts.push_back(builder.CreateIntrinsic(
          instruction, {part(sum), builder.CreateBitCast(a, type->getParamType(1)),
                        builder.CreateBitCast(b, type->getParamType(2))}));
    }
    return llvm::concatenateVectors(builder, parts);
  }

  /// For the lanes of one register.
  llvm::Value* pieces(llvm::Value* left, llvm::Value* right, unsigned lanes) {
    if (lanes <= largest) {
      return in_pairs(left, right, lanes);
    }
    llvm::SmallVector<llvm::Value*> parts;
    for (unsigned from = 0; from < lanes; from += largest) {
      const auto places = llvm::createSequentialMask(from, largest, 0);
      parts.push_back(in_pairs(builder.CreateShuffleVector(left, places),
                               builder.CreateShuffleVector(right, places), largest));
    }
    return llvm::concatenateVectors(builder, parts);
  }

  llvm::Value* in_pairs(llvm::Value* left, llvm::Value* right, unsigned lanes) {
    const llvm::Intrinsic::ID multiply = lanes == 4   ? llvm::Intrinsic::x86_sse2_pmadd_wd
                                         : lanes == 8 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                                      : llvm::Intrinsic::x86_avx512_pmaddw_d_512;
    auto* pairs = llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * lanes);
    left = builder.CreateBitCast(left, pairs);
    right = builder.CreateBitCast(right, pairs);
    llvm::Value* even =
        builder.CreateIntrinsic(multiply, {low(left, is_signed[0]), low(right, is_signed[1])});
    llvm::Value* odd =
        builder.CreateIntrinsic(multiply, {high(left, is_signed[0]), high(right, is_signed[1])});
    return builder.CreateAdd(even, odd);
  }

  llvm::Value* low(llvm::Value* pairs, bool with_sign) {
    return with_sign ? builder.CreateAShr(builder.CreateShl(pairs, 8), 8)
                     : builder.CreateAnd(pairs, llvm::ConstantInt::get(pairs->getType(), 0xFF));
  }
  llvm::Value* high(llvm::Value* pairs, bool with_sign) {
    return with_sign ? builder.CreateAShr(pairs, 8) : builder.CreateLShr(pairs, 8);
  }

  llvm::Value* byte_by_byte(llvm::Value* left, llvm::Value* right) {
    llvm::Value* sum = nullptr;
    for (unsigned place = 0; place < 4; ++place) {
      llvm::Value* product =
          builder.CreateMul(byte(left, place, is_signed[0]), byte(right, place, is_signed[1]));
      sum = sum ? builder.CreateAdd(sum, product) : product;
    }
    return sum;
  }
  llvm::Value* byte(llvm::Value* words, unsigned place, bool with_sign) {
    llvm::Value* first = builder.CreateShl(words, 24 - 8 * place);
    return with_sign ? builder.CreateAShr(first, 24) : builder.CreateLShr(first, 24);
  }

  llvm::CallInst& call;
  const bool is_signed[2];
  llvm::IRBuilder<> builder;
  const unsigned largest; ///< lanes of the registers whose instructions are used; 0: none
  const char* const vnni;
};

} // namespace

bool lower_dot_products(llvm::Module& module, const Cpu& cpu) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(vecz::elementwise_prefix) ||
        !name.consume_front("dot_")) {
      continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      Dot(*llvm::cast<llvm::CallInst>(user), name[0] == 's', name[1] == 's', cpu).replace();
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace host
