// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/zero_local_memory.h"

#include "cuda/kernel_abi.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace cuda {

void zero_local_memory(llvm::IRBuilder<>& builder, llvm::Value& block) {
  const auto read = [&](llvm::Intrinsic::ID what) { return builder.CreateIntrinsic(what, {}); };
  llvm::Value* const size_x = read(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x);
  llvm::Value* const size_y = read(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y);
  llvm::Value* const size_z = read(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z);
  llvm::Value* const rows =
      builder.CreateAdd(builder.CreateMul(read(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z), size_y),
                        read(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y));
  llvm::Value* const thread = builder.CreateAdd(
      builder.CreateMul(rows, size_x), read(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x), "thread");
  llvm::Value* const threads =
      builder.CreateMul(builder.CreateMul(size_x, size_y), size_z, "threads");
  llvm::Value* const first = builder.CreateShl(thread, 2, "zeroed.first");
  llvm::Value* const step = builder.CreateShl(threads, 2, "zeroed.step");
  llvm::Value* const bytes = read(llvm::Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size);

  llvm::BasicBlock* const before = builder.GetInsertBlock();
  llvm::Function* const function = before->getParent();
  llvm::LLVMContext& context = function->getContext();
  auto* const loop = llvm::BasicBlock::Create(context, "zero.local", function);
  auto* const zeroed = llvm::BasicBlock::Create(context, "zeroed.local", function);
  builder.CreateCondBr(builder.CreateICmpULT(first, bytes), loop, zeroed);

  builder.SetInsertPoint(loop);
  llvm::PHINode* const offset = builder.CreatePHI(builder.getInt32Ty(), 2, "zeroed.offset");
  llvm::Value* const word = builder.CreateGEP(builder.getInt8Ty(), &block,
                                              builder.CreateZExt(offset, builder.getInt64Ty()));
  static_assert(local_alignment % 4 == 0);
  builder.CreateAlignedStore(builder.getInt32(0), word, llvm::Align(4));
  llvm::Value* const next = builder.CreateAdd(offset, step);
  offset->addIncoming(first, before);
  offset->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, bytes), loop, zeroed);

  builder.SetInsertPoint(zeroed);
  builder.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                          {builder.getInt32(0)});
}

} // namespace cuda
