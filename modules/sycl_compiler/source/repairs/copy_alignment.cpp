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

/// The pieces of a copy of constant length up to a number of them, or of any length.
struct Pieces {
  uint64_t size;      ///< of one
  llvm::Value* count; ///< of whole ones
  uint64_t rest_at;   ///< where what is left begins, for a constant length
};

/// Copies whole pieces, from the first or from the last one on, in a loop before `at`.
void copy_in_loop(llvm::MemTransferInst& copy, const Pieces& pieces, bool backward,
                  llvm::Instruction& at) {
  const auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(pieces.count, at.getIterator());
  llvm::IRBuilder<> builder(body);
  llvm::Value* number = index;
  if (backward) {
    number = builder.CreateSub(builder.CreateSub(pieces.count, index), builder.getInt64(1));
  }
  llvm::Value* const byte = builder.CreateMul(number, builder.getInt64(pieces.size));
  llvm::Type* const type = builder.getIntNTy(unsigned(8 * pieces.size));
  llvm::Value* const value = builder.CreateAlignedLoad(
      type, place(builder, copy.getRawSource(), byte), llvm::Align(pieces.size), copy.isVolatile());
  builder.CreateAlignedStore(value, place(builder, copy.getRawDest(), byte),
                             llvm::Align(pieces.size), copy.isVolatile());
}

/// Whether the target begins inside the source, so that its last pieces have to be copied first.
llvm::Value* begins_inside(llvm::IRBuilder<>& builder, llvm::MemTransferInst& copy) {
  llvm::Value* const to = builder.CreatePtrToInt(copy.getRawDest(), builder.getInt64Ty());
  llvm::Value* const from = builder.CreatePtrToInt(copy.getRawSource(), builder.getInt64Ty());
  return builder.CreateICmpULT(builder.CreateSub(to, from),
                               builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty()));
}

/// Replaces a copy by loads and stores that are aligned as both sides are.
void expand(llvm::MemTransferInst& copy, llvm::Align alignment) {
  llvm::IRBuilder<> builder(&copy);
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const bool may_overlap = llvm::isa<llvm::MemMoveInst>(copy);
  Pieces pieces = {length ? std::min<uint64_t>(alignment.value(), 8) : 1, nullptr, 0};
  if (!length || length->getZExtValue() / pieces.size > most_pieces) {
    if (may_overlap && length && length->getZExtValue() % pieces.size != 0) {
      pieces.size = 1; // one loop for all, whatever its direction
    }
    pieces.count = length ? builder.getInt64(length->getZExtValue() / pieces.size)
                          : builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty());
    pieces.rest_at = length ? length->getZExtValue() / pieces.size * pieces.size : 0;
    if (may_overlap) {
      llvm::Instruction* backward = nullptr;
      llvm::Instruction* forward = nullptr;
      llvm::SplitBlockAndInsertIfThenElse(begins_inside(builder, copy), &copy, &backward, &forward);
      copy_in_loop(copy, pieces, true, *backward);
      copy_in_loop(copy, pieces, false, *forward);
    } else {
      copy_in_loop(copy, pieces, false, copy);
    }
    builder.SetInsertPoint(&copy);
  }
  if (length) {
    copy_pieces(builder, copy, pieces.rest_at, length->getZExtValue(), pieces.size);
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
      const llvm::Align target = known_alignment(copy->getDestAlign(), copy->getRawDest(), layout);
      if (target > source || llvm::isa<llvm::MemMoveInst>(copy)) {
        expand(*copy, std::min(source, target));
      }
    }
  }
}

} // namespace sycl_compiler
