// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/lower_dot_products.h"

#include "host_passes/arithmetic/dot_instructions.h"
#include "host_passes/needed_features.h"

#include "vecz/vectorize.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <optional>

namespace host {
namespace {

class Dot {
public:
  Dot(llvm::CallInst& of, bool signed_left, bool signed_right, const Cpu& cpu)
      : call(of), is_signed{signed_left, signed_right}, builder(&of),
        largest(cpu.level->architecture == llvm::Triple::x86_64 ? cpu.level->vector_bits / 32 : 0),
        bits{128, largest * 32}, vnni(cpu.vnni) {}

  void replace() {
    llvm::Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    if (vnni && lanes % largest == 0 && is_signed[1]) {
      need_feature(*call.getModule(), vnni);
      with_vnni(left, right, lanes);
      return;
    }
    call.replaceAllUsesWith(
        lanes >= 4 && largest != 0
            ? by_register(builder, {left, right}, bits,
                          [&](auto parts) { return in_pairs(parts[0], parts[1]); })
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
    llvm::Value* signed_words = nullptr; // whose bytes are multiplied by 128 too often
    if (is_signed[0]) {
      if (llvm::getSplatValue(left)) {
        std::swap(left, right); // the sum of its bytes is one for all lanes
      }
      left = builder.CreateXor(left, each_byte(left->getType(), 128));
      signed_words = llvm::getSplatValue(right)
                         ? builder.CreateShuffleVector(right, llvm::ArrayRef({0, 1, 2, 3}))
                         : right;
    }
    llvm::Type* type = call.getType();
    if (const auto sum = sum_of_loop()) {
      llvm::Value* next = multiply_add(sum->before, left, right);
      sum->before->setIncomingValueForBlock(call.getParent(), next);
      sum->next->replaceAllUsesWith(signed_words ? less(next, *sum->before, *signed_words, lanes)
                                                 : next);
      sum->next->eraseFromParent();
    } else {
      llvm::Value* all = multiply_add(llvm::Constant::getNullValue(type), left, right);
      if (signed_words) {
        llvm::Value* none = llvm::Constant::getNullValue(signed_words->getType());
        all = builder.CreateSub(all, for_all_lanes(add_128_times(none, *signed_words), lanes));
      }
      call.replaceAllUsesWith(all);
    }
    call.eraseFromParent();
  }

  /// A loop's sum without what it has too much, which is added up beside it: modulo 2^32 that is
  /// the same wherever the sum is asked for.
  llvm::Value* less(llvm::Value* sum, llvm::PHINode& before, llvm::Value& signed_words,
                    unsigned lanes) {
    llvm::IRBuilder<> front(&before);
    llvm::PHINode* so_far = front.CreatePHI(signed_words.getType(), 2);
    llvm::Value* together = add_128_times(so_far, signed_words);
    for (llvm::BasicBlock* block : before.blocks()) {
      const bool is_around = block == call.getParent();
      so_far->addIncoming(
          is_around ? together : llvm::Constant::getNullValue(signed_words.getType()), block);
    }
    return builder.CreateSub(sum, for_all_lanes(together, lanes));
  }

  /// A vector of fewer lanes has the same in all of them.
  llvm::Value* for_all_lanes(llvm::Value* value, unsigned lanes) {
    return llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements() == lanes
               ? value
               : builder.CreateShuffleVector(value, llvm::SmallVector<int>(lanes, 0));
  }

  llvm::Constant* each_byte(llvm::Type* type, uint32_t byte) {
    return llvm::ConstantInt::get(type, byte * 0x01010101U);
  }
  llvm::Value* add_128_times(llvm::Value* sum, llvm::Value& words) {
    return multiply_add(sum, each_byte(words.getType(), 128), &words);
  }

  /// A sum and products of unsigned bytes with signed ones, for any number of registers.
  llvm::Value* multiply_add(llvm::Value* sum, llvm::Value* left, llvm::Value* right) {
    return add_byte_products(builder, bits, sum, left, right);
  }

  /// For the lanes of one register.
  llvm::Value* in_pairs(llvm::Value* left, llvm::Value* right) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(left->getType())->getNumElements();
    auto* pairs = llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * lanes);
    left = builder.CreateBitCast(left, pairs);
    right = builder.CreateBitCast(right, pairs);
    llvm::Value* even = add_pairs(builder, low(left, is_signed[0]), low(right, is_signed[1]));
    llvm::Value* odd = add_pairs(builder, high(left, is_signed[0]), high(right, is_signed[1]));
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
  const RegisterBits bits;
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
