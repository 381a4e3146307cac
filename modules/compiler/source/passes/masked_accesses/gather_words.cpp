// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked_accesses/gather_words.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {
namespace {

constexpr unsigned word_bytes = 4, fewest_lanes = 8;

/// Addresses as those of a scalar base and 32-bit indices of the elements that are accessed.
struct Indices {
  llvm::Value *base, *index;
  bool is_signed;
};

std::optional<Indices> find_indices(llvm::Value& addresses, unsigned bytes) {
  auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&addresses);
  if (!address || address->getNumIndices() != 1 || address->getPointerOperandType()->isVectorTy() ||
      address->getDataLayout().getTypeAllocSize(address->getSourceElementType()) != bytes) {
    return std::nullopt;
  }
  llvm::Value* index = address->getOperand(1);
  auto* extension = llvm::dyn_cast<llvm::CastInst>(index);
  const bool extends = extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) &&
                       extension->getOperand(0)->getType()->isIntOrIntVectorTy(32);
  if (!extends) {
    return std::nullopt;
  }
  return Indices{address->getPointerOperand(), extension->getOperand(0),
                 llvm::isa<llvm::SExtInst>(extension)};
}

/// Where words begin, and the place of each element in its own, in bytes, as 32-bit numbers.
struct Words {
  llvm::Value *addresses, *places;
};

class WordGather {
public:
  explicit WordGather(const MaskedAccess& narrow)
      : access(narrow), builder(narrow.call), bytes(narrow.type->getScalarSizeInBits() / 8),
        numbers(llvm::FixedVectorType::get(builder.getInt32Ty(), narrow.lanes())) {}

  bool run(llvm::function_ref<bool(const llvm::IntrinsicInst&)> is_fast) {
    auto* probe = gather(access.address);
    const bool fast = is_fast(*probe);
    probe->eraseFromParent();
    if (!fast) {
      return false;
    }
    const auto indices = find_indices(*access.address, bytes);
    const Words words = indices ? words_at(*indices) : words_at_addresses();
    llvm::Value* shift = builder.CreateShl(words.places, 3);
    llvm::Value* bits = builder.CreateTrunc(
        builder.CreateLShr(gather(words.addresses), shift),
        llvm::FixedVectorType::get(builder.getIntNTy(8 * bytes), access.lanes()));
    llvm::Value* result = builder.CreateBitCast(bits, access.type);
    if (!llvm::isa<llvm::UndefValue>(access.other)) {
      result = builder.CreateSelect(access.mask, result, access.other);
    }
    result->takeName(access.call);
    access.call->replaceAllUsesWith(result);
    access.call->eraseFromParent();
    return true;
  }

private:
  llvm::IntrinsicInst* gather(llvm::Value* addresses) {
    return llvm::cast<llvm::IntrinsicInst>(
        builder.CreateMaskedGather(numbers, addresses, llvm::Align(word_bytes), access.mask));
  }

  /// The words' numbers, counted from the base's, have 32 bits as the indices do.
  Words words_at(const Indices& indices) {
    llvm::Type* wide = builder.getInt64Ty();
    llvm::Value* first =
        builder.CreateAnd(builder.CreatePtrToInt(indices.base, wide), word_bytes - 1);
    llvm::Value* begin = builder.CreatePtrAdd(indices.base, builder.CreateNeg(first));
    llvm::Value* of_base =
        builder.CreateVectorSplat(access.lanes(), builder.CreateTrunc(first, builder.getInt32Ty()));
    const unsigned in_word = word_bytes / bytes; // elements
    llvm::Value* part = builder.CreateMul(builder.CreateAnd(indices.index, in_word - 1),
                                          llvm::ConstantInt::get(numbers, bytes));
    llvm::Value* distance = builder.CreateAdd(part, of_base);
    const unsigned shift = llvm::Log2_32(in_word);
    llvm::Value* whole = indices.is_signed ? builder.CreateAShr(indices.index, shift)
                                           : builder.CreateLShr(indices.index, shift);
    llvm::Value* word = builder.CreateAdd(whole, builder.CreateLShr(distance, 2));
    llvm::Value* index = builder.CreateSExt(word, llvm::FixedVectorType::get(wide, access.lanes()));
    return {builder.CreateGEP(builder.getInt32Ty(), begin, index),
            builder.CreateAnd(distance, word_bytes - 1)};
  }

  Words words_at_addresses() {
    auto* wide = llvm::FixedVectorType::get(builder.getInt64Ty(), access.lanes());
    llvm::Value* address = builder.CreatePtrToInt(access.address, wide);
    llvm::Value* begin = builder.CreateAnd(
        address, llvm::ConstantInt::getSigned(wide, -static_cast<int64_t>(word_bytes)));
    return {builder.CreateIntToPtr(begin, access.address->getType()),
            builder.CreateAnd(builder.CreateTrunc(address, numbers), word_bytes - 1)};
  }

  const MaskedAccess& access;
  llvm::IRBuilder<> builder;
  const unsigned bytes;           ///< of an element
  llvm::FixedVectorType* numbers; ///< of 32 bits
};

} // namespace

bool gather_words(const MaskedAccess& access,
                  llvm::function_ref<bool(const llvm::IntrinsicInst&)> is_fast) {
  const unsigned bits = access.type->getScalarSizeInBits();
  const bool is_part = (bits == 8 || bits == 16) && access.alignment.value() * 8 >= bits &&
                       !access.type->getElementType()->isPointerTy();
  return !access.stored && access.has_addresses() && access.lanes() >= fewest_lanes && is_part &&
         access.call->getDataLayout().getPointerTypeSizeInBits(access.address->getType()) == 64 &&
         WordGather(access).run(is_fast);
}

} // namespace compiler
