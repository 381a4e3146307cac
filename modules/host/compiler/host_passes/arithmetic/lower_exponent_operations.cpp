// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/lower_exponent_operations.h"

#include "host_passes/by_register.h"
#include "vecz/vectorize.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace host {
namespace {

using namespace llvm::Intrinsic;

/// An instruction for registers of 128, 256 and 512 bits, of floats and of doubles.
struct Instruction {
  llvm::StringLiteral name;
  bool rounds; ///< in registers of 512 bits it takes the direction of rounding
  ID floats[3], doubles[3];
};
constexpr Instruction instructions[] = {
    {"scale_",
     true,
     {x86_avx512_mask_scalef_ps_128, x86_avx512_mask_scalef_ps_256, x86_avx512_mask_scalef_ps_512},
     {x86_avx512_mask_scalef_pd_128, x86_avx512_mask_scalef_pd_256, x86_avx512_mask_scalef_pd_512}},
    {"exponent_",
     true,
     {x86_avx512_mask_getexp_ps_128, x86_avx512_mask_getexp_ps_256, x86_avx512_mask_getexp_ps_512},
     {x86_avx512_mask_getexp_pd_128, x86_avx512_mask_getexp_pd_256, x86_avx512_mask_getexp_pd_512}},
    {"significand_",
     true,
     {x86_avx512_mask_getmant_ps_128, x86_avx512_mask_getmant_ps_256,
      x86_avx512_mask_getmant_ps_512},
     {x86_avx512_mask_getmant_pd_128, x86_avx512_mask_getmant_pd_256,
      x86_avx512_mask_getmant_pd_512}},
    {"reciprocal_",
     false,
     {x86_avx512_rcp14_ps_128, x86_avx512_rcp14_ps_256, x86_avx512_rcp14_ps_512},
     {x86_avx512_rcp14_pd_128, x86_avx512_rcp14_pd_256, x86_avx512_rcp14_pd_512}},
    {"root_",
     false,
     {x86_avx512_rsqrt14_ps_128, x86_avx512_rsqrt14_ps_256, x86_avx512_rsqrt14_ps_512},
     {x86_avx512_rsqrt14_pd_128, x86_avx512_rsqrt14_pd_256, x86_avx512_rsqrt14_pd_512}}};

/// From 1 to 2, NaN for negative numbers.
constexpr int significand_mode = 0b1000;
constexpr int current_rounding = 4;

/// `operands` fill registers.
llvm::Value* make(llvm::IRBuilderBase& builder, const Instruction& instruction,
                  llvm::ArrayRef<llvm::Value*> operands) {
  auto* type = llvm::cast<llvm::FixedVectorType>(operands[0]->getType());
  const unsigned bits = type->getPrimitiveSizeInBits(), lanes = type->getNumElements();
  const size_t size = bits == 512 ? 2 : bits == 256 ? 1 : 0;
  llvm::SmallVector<llvm::Value*> arguments(operands);
  if (instruction.name == "significand_") {
    arguments.push_back(builder.getInt32(significand_mode));
  }
  arguments.push_back(llvm::Constant::getNullValue(type));
  arguments.push_back(llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(lanes, 8U))));
  if (bits == 512 && instruction.rounds) {
    arguments.push_back(builder.getInt32(current_rounding));
  }
  const bool single = type->getElementType()->isFloatTy();
  return builder.CreateIntrinsic(single ? instruction.floats[size] : instruction.doubles[size],
                                 arguments);
}

/// What older CPUs have of these: estimates for floats.
llvm::Value* make_older(llvm::IRBuilderBase& builder, const Instruction& instruction,
                        llvm::Value* operand) {
  const bool of_128 = operand->getType()->getPrimitiveSizeInBits() == 128;
  const ID id = instruction.name == "root_" ? of_128 ? x86_sse_rsqrt_ps : x86_avx_rsqrt_ps_256
                : of_128                    ? x86_sse_rcp_ps
                                            : x86_avx_rcp_ps_256;
  return builder.CreateIntrinsic(id, {operand});
}
bool is_estimate(const Instruction& instruction) {
  return instruction.name == "root_" || instruction.name == "reciprocal_";
}

const Instruction* instruction_for(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (!function.isDeclaration() || !name.consume_front(vecz::elementwise_prefix)) {
    return nullptr;
  }
  const auto* found = llvm::find_if(
      instructions, [&](const Instruction& one) { return name.starts_with(one.name); });
  return found == std::end(instructions) ? nullptr : found;
}

} // namespace

bool has_exponent_operations(const Cpu& cpu) {
  return cpu.level->architecture == llvm::Triple::x86_64 && cpu.level->vector_bits == 512;
}

bool has_float_estimates(const Cpu& cpu) { return cpu.level->architecture == llvm::Triple::x86_64; }

bool lower_exponent_operations(llvm::Module& module, const Cpu& cpu) {
  const bool all = has_exponent_operations(cpu), estimates = has_float_estimates(cpu);
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const Instruction* instruction = instruction_for(function);
    if (!instruction) {
      continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      const llvm::SmallVector<llvm::Value*, 2> operands(call->args());
      const bool there = all || (estimates && is_estimate(*instruction) &&
                                 call->getType()->getScalarType()->isFloatTy());
      call->replaceAllUsesWith(there ? by_register(builder, operands, {128, cpu.level->vector_bits},
                                                   [&](llvm::ArrayRef<llvm::Value*> piece) {
                                                     return all ? make(builder, *instruction, piece)
                                                                : make_older(builder, *instruction,
                                                                             piece[0]);
                                                   })
                                     : llvm::PoisonValue::get(call->getType()));
      call->eraseFromParent();
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace host
