// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/shuffles/lower_permutes.h"

#include "vecz/permute.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace host {
namespace {

struct Permutation {
  unsigned bits, lanes; ///< of an element; elements that are permuted
  unsigned vector_bits; ///< of the CPU
  unsigned registers;   ///< that hold these elements
  llvm::Intrinsic::ID id;
};
constexpr Permutation permutations[] = {
    {16, 8, 512, 1, llvm::Intrinsic::x86_avx512_permvar_hi_128},
    {16, 16, 512, 1, llvm::Intrinsic::x86_avx512_permvar_hi_256},
    {16, 32, 512, 1, llvm::Intrinsic::x86_avx512_permvar_hi_512},
    {16, 64, 512, 2, llvm::Intrinsic::x86_avx512_vpermi2var_hi_512},
    {32, 8, 256, 1, llvm::Intrinsic::x86_avx2_permd},
    {32, 16, 512, 1, llvm::Intrinsic::x86_avx512_permvar_si_512},
    {32, 32, 512, 2, llvm::Intrinsic::x86_avx512_vpermi2var_d_512},
    {64, 4, 512, 1, llvm::Intrinsic::x86_avx512_permvar_di_256},
    {64, 8, 512, 1, llvm::Intrinsic::x86_avx512_permvar_di_512},
    {64, 16, 512, 2, llvm::Intrinsic::x86_avx512_vpermi2var_q_512},
};

const Permutation* permutation_for(const llvm::FixedVectorType& type, const Cpu& cpu) {
  const auto* found = llvm::find_if(permutations, [&](const Permutation& row) {
    return row.bits == type.getScalarSizeInBits() && row.lanes == type.getNumElements() &&
           row.vector_bits <= cpu.level->vector_bits;
  });
  return cpu.level->architecture == llvm::Triple::x86_64 && found != std::end(permutations)
             ? found
             : nullptr;
}

llvm::Value* permute(llvm::IRBuilder<>& builder, const Permutation& by, llvm::Value* vector,
                     llvm::Value* indices) {
  llvm::Type* type = vector->getType();
  auto* numbers = llvm::FixedVectorType::get(builder.getIntNTy(by.bits), by.lanes);
  llvm::Value* elements = builder.CreateBitCast(vector, numbers);
  indices = builder.CreateZExtOrTrunc(indices, numbers);
  if (by.registers == 1) {
    return builder.CreateBitCast(builder.CreateIntrinsic(by.id, {elements, indices}), type);
  }
  const unsigned half = by.lanes / 2;
  const auto part = [&](llvm::Value* of, unsigned begin) {
    return builder.CreateShuffleVector(of, llvm::createSequentialMask(begin, half, 0));
  };
  llvm::Value *low = part(elements, 0), *high = part(elements, half);
  llvm::Value* halves[] = {builder.CreateIntrinsic(by.id, {low, part(indices, 0), high}),
                           builder.CreateIntrinsic(by.id, {low, part(indices, half), high})};
  return builder.CreateBitCast(llvm::concatenateVectors(builder, halves), type);
}

} // namespace

bool lower_permutes(llvm::Module& module, const Cpu& cpu) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with(vecz::permute_name)) {
      continue;
    }
    const auto& type = *llvm::cast<llvm::FixedVectorType>(function.getReturnType());
    const Permutation* found = permutation_for(type, cpu);
    while (!function.use_empty()) {
      auto* call = llvm::cast<llvm::CallInst>(function.user_back());
      llvm::Value *vector = call->getArgOperand(0), *indices = call->getArgOperand(1);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(found ? permute(builder, *found, vector, indices)
                                     : vecz::permute_by_element(builder, vector, indices));
      call->eraseFromParent();
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace host
