// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/warp_code.h"

#include "cuda/kernel_abi.h"

#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

namespace cuda {
namespace {

llvm::Value* read_word(llvm::IRBuilderBase& builder, llvm::Value* threads, llvm::Value* word,
                       llvm::Value* lane) {
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                                 {threads, word, lane, builder.getInt32(warp_size - 1)});
}

/// Reads an integer, 32 bits at a time.
llvm::Value* read_integer(llvm::IRBuilderBase& builder, llvm::Value* threads, llvm::Value* value,
                          llvm::Value* lane) {
  llvm::Type* type = value->getType();
  llvm::Type* word = builder.getInt32Ty();
  if (type->getIntegerBitWidth() <= 32) {
    llvm::Value* read = read_word(builder, threads, builder.CreateZExt(value, word), lane);
    return builder.CreateTrunc(read, type);
  }
  const auto bits = unsigned(llvm::alignTo(type->getIntegerBitWidth(), 32));
  llvm::Type* words = llvm::FixedVectorType::get(word, bits / 32);
  llvm::Value* all =
      builder.CreateBitCast(builder.CreateZExt(value, builder.getIntNTy(bits)), words);
  llvm::Value* result = llvm::PoisonValue::get(words);
  for (unsigned i = 0; i < bits / 32; ++i) {
    llvm::Value* read = read_word(builder, threads, builder.CreateExtractElement(all, i), lane);
    result = builder.CreateInsertElement(result, read, i);
  }
  return builder.CreateTrunc(builder.CreateBitCast(result, builder.getIntNTy(bits)), type);
}

} // namespace

llvm::Value* threads_here(llvm::IRBuilderBase& builder) {
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_activemask, {});
}

llvm::Value* lane_number(llvm::IRBuilderBase& builder) {
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {});
}

llvm::Value* read_lane(llvm::IRBuilderBase& builder, llvm::Value* threads, llvm::Value* value,
                       llvm::Value* lane) {
  llvm::Type* type = value->getType();
  if (type->isStructTy() || (type->isVectorTy() && type->isPtrOrPtrVectorTy())) {
    llvm::Value* result = llvm::PoisonValue::get(type);
    const unsigned count = type->isStructTy()
                               ? type->getStructNumElements()
                               : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* element = type->isStructTy() ? builder.CreateExtractValue(value, i)
                                                : builder.CreateExtractElement(value, i);
      element = read_lane(builder, threads, element, lane);
      result = type->isStructTy() ? builder.CreateInsertValue(result, element, i)
                                  : builder.CreateInsertElement(result, element, i);
    }
    return result;
  }
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  llvm::Type* integer = builder.getIntNTy(unsigned(layout.getTypeSizeInBits(type).getFixedValue()));
  if (type->isPointerTy()) {
    return builder.CreateIntToPtr(
        read_integer(builder, threads, builder.CreatePtrToInt(value, integer), lane), type);
  }
  return builder.CreateBitCast(
      read_integer(builder, threads, builder.CreateBitCast(value, integer), lane), type);
}

} // namespace cuda
