// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/dot_instructions.h"

#include <llvm/IR/IntrinsicsX86.h>

namespace host {

llvm::Value* add_byte_products(llvm::IRBuilderBase& builder, RegisterBits bits, llvm::Value* sum,
                               llvm::Value* without_sign, llvm::Value* with_sign) {
  return by_register(
      builder, {sum, without_sign, with_sign}, bits, [&](llvm::ArrayRef<llvm::Value*> parts) {
        const unsigned size = parts[0]->getType()->getPrimitiveSizeInBits();
        const auto instruction = size == 512   ? llvm::Intrinsic::x86_avx512_vpdpbusd_512
                                 : size == 256 ? llvm::Intrinsic::x86_avx512_vpdpbusd_256
                                               : llvm::Intrinsic::x86_avx512_vpdpbusd_128;
        llvm::Module& module = *builder.GetInsertBlock()->getModule();
        const llvm::FunctionType* type =
            llvm::Intrinsic::getOrInsertDeclaration(&module, instruction)->getFunctionType();
        return builder.CreateIntrinsic(
            instruction, {parts[0], builder.CreateBitCast(parts[1], type->getParamType(1)),
                          builder.CreateBitCast(parts[2], type->getParamType(2))});
      });
}

llvm::Value* add_pairs(llvm::IRBuilderBase& builder, llvm::Value* left, llvm::Value* right) {
  const unsigned bits = left->getType()->getPrimitiveSizeInBits();
  const llvm::Intrinsic::ID multiply = bits == 128   ? llvm::Intrinsic::x86_sse2_pmadd_wd
                                       : bits == 256 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                                     : llvm::Intrinsic::x86_avx512_pmaddw_d_512;
  auto* pairs = llvm::FixedVectorType::get(builder.getInt16Ty(), bits / 16);
  return builder.CreateIntrinsic(
      multiply, {builder.CreateBitCast(left, pairs), builder.CreateBitCast(right, pairs)});
}

} // namespace host
