// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

namespace sycl_compiler {

namespace {

/// Longer copies are loops.
constexpr uint64_t most_pieces = 16;

/// What the back end finds out about a pointer, too.
llvm::Align known_alignment(llvm::MaybeAlign stated, llvm::Value* pointer,
                            const llvm::DataLayout& layout) {
  return std::max(stated.valueOrOne(), llvm::getKnownAlignment(pointer, layout));
}

llvm::Value* place(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Value* byte) {
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), pointer, byte);
}

/// Loads of pieces of a copy, then stores of them, so that both sides may overlap.
void copy_pieces(llvm::IRBuilder<>& builder, llvm::MemTransferInst& copy, uint64_t first,
                 uint64_t bytes, uint64_t widest) {
  std::vector<std::pair<uint64_t, llvm::Value*>> read;
  for (uint64_t at = first; at < bytes;) {
    const uint64_t size = std::min(widest, uint64_t(llvm::bit_floor(bytes - at)));
    llvm::Value* const from = place(builder, copy.getRawSource(), builder.getInt64(at));
    read.emplace_back(at, builder.CreateAlignedLoad(builder.getIntNTy(unsigned(8 * size)), from,
                                                    llvm::Align(size), copy.isVolatile()));
    at += size;
  }
  for (const auto& [at, value] : read) {
    llvm::Value* const to = place(builder, copy.getRawDest(), builder.getInt64(at));
    builder.CreateAlignedStore(value, to, llvm::Align(value->getType()->getIntegerBitWidth() / 8),
                               copy.isVolatile());
  }
}

/// Replaces a copy by loads and stores that are aligned as its source is.
void expand(llvm::MemTransferInst& copy, llvm::Align source) {
  llvm::IRBuilder<> builder(&copy);
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const uint64_t size = length ? std::min<uint64_t>(source.value(), 8) : 1;
  uint64_t copied = 0;
  if (!length || length->getZExtValue() / size > most_pieces) {
    if (llvm::isa<llvm::MemMoveInst>(copy)) {
      return; // a loop would need to know which side comes first
    }
    llvm::Value* const pieces =
        length ? builder.getInt64(length->getZExtValue() / size)
               : builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty());
    const auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(pieces, copy.getIterator());
    builder.SetInsertPoint(body);
    llvm::Value* const byte = builder.CreateMul(index, builder.getInt64(size));
    llvm::Type* const type = builder.getIntNTy(unsigned(8 * size));
    llvm::Value* const value = builder.CreateAlignedLoad(
        type, place(builder, copy.getRawSource(), byte), llvm::Align(size), copy.isVolatile());
    builder.CreateAlignedStore(value, place(builder, copy.getRawDest(), byte), llvm::Align(size),
                               copy.isVolatile());
    builder.SetInsertPoint(&copy);
    copied = length ? length->getZExtValue() / size * size : 0;
  }
  if (length) {
    copy_pieces(builder, copy, copied, length->getZExtValue(), size);
  }
  copy.eraseFromParent();
}

} // namespace

void keep_copy_alignment(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::MemTransferInst* copy : instructions_of<llvm::MemTransferInst>(function)) {
      const llvm::DataLayout& layout = module.getDataLayout();
      const llvm::Align source =
          known_alignment(copy->getSourceAlign(), copy->getRawSource(), layout);
      if (known_alignment(copy->getDestAlign(), copy->getRawDest(), layout) > source) {
        expand(*copy, source);
      }
    }
  }
}

} // namespace sycl_compiler
