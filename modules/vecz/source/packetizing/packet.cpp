// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packet.h"

#include "vecz/transpose.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>

namespace vecz {
namespace {

void add_leaves(llvm::Type* type, llvm::SmallVectorImpl<llvm::Type*>& leaves) {
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    leaves.append(vector->getNumElements(), vector->getElementType());
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : structure->elements()) {
      add_leaves(element, leaves);
    }
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (uint64_t i = 0; i < array->getNumElements(); ++i) {
      add_leaves(array->getElementType(), leaves);
    }
  } else {
    leaves.push_back(type);
  }
}

/// From so many parts on, vectors are taken apart and put together in stages, each of which makes
/// of two vectors two others: n log n instructions, where LLVM would take n * n.
constexpr size_t many_parts = 8;

bool goes_in_stages(size_t parts, unsigned width) {
  return parts >= many_parts && llvm::isPowerOf2_64(parts) && width % 2 == 0;
}

/// Every n-th element of n vectors that lie one behind the other, beginning with each.
Packet take_turns(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> all, unsigned width) {
  if (all.size() == 1) {
    return {all[0]};
  }
  Packet halves[2], result;
  for (unsigned odd : {0U, 1U}) {
    Packet half;
    for (size_t i = 0; i < all.size(); i += 2) {
      half.push_back(
          builder.CreateShuffleVector(all[i], all[i + 1], llvm::createStrideMask(odd, 2, width)));
    }
    halves[odd] = take_turns(builder, half, width);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    result.push_back(halves[i % 2][i / 2]);
  }
  return result;
}

/// The reverse.
Packet put_in_turns(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> leaves,
                    unsigned width) {
  if (leaves.size() == 1) {
    return {leaves[0]};
  }
  Packet halves[2], result;
  for (size_t i = 0; i < leaves.size(); ++i) {
    halves[i % 2].push_back(leaves[i]);
  }
  for (Packet& half : halves) {
    half = put_in_turns(builder, half, width);
  }
  const auto mask = llvm::createInterleaveMask(width, 2);
  for (size_t i = 0; i < halves[0].size(); ++i) {
    for (const size_t from : {size_t(0), size_t(width)}) {
      result.push_back(builder.CreateShuffleVector(halves[0][i], halves[1][i],
                                                   llvm::ArrayRef(mask).slice(from, width)));
    }
  }
  return result;
}

/// Bits within which instructions of most targets interleave two vectors.
constexpr unsigned quick_bits = 128;

/// Whether rows fill such a block, and lanes several of them: `width` lanes are then transposed
/// block by block, with as few instructions as there are blocks in all vectors.
bool goes_in_blocks(llvm::Type* leaf, size_t parts, size_t width) {
  return llvm::isPowerOf2_64(parts) && parts * leaf->getScalarSizeInBits() == quick_bits &&
         width % parts == 0;
}

} // namespace

llvm::SmallVector<llvm::Type*, 4> leaves_of(llvm::Type* type) {
  llvm::SmallVector<llvm::Type*, 4> leaves;
  add_leaves(type, leaves);
  return leaves;
}

bool can_be_packet(llvm::Type* type) {
  return !type->isVoidTy() && !llvm::isa<llvm::ScalableVectorType>(type) &&
         llvm::all_of(leaves_of(type), [](llvm::Type* leaf) {
           return llvm::VectorType::isValidElementType(leaf) && !leaf->isX86_FP80Ty();
         });
}

unsigned leaf_index(llvm::Type* type, llvm::ArrayRef<unsigned> path) {
  unsigned index = 0;
  for (const unsigned step : path) {
    for (unsigned i = 0; i < step; ++i) {
      index += leaves_of(llvm::ExtractValueInst::getIndexedType(type, {i})).size();
    }
    type = llvm::ExtractValueInst::getIndexedType(type, {step});
  }
  return index;
}

Packet take_apart(llvm::IRBuilderBase& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  Packet leaves;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      leaves.push_back(builder.CreateExtractElement(value, i));
    }
  } else if (type->isAggregateType()) {
    const unsigned parts =
        type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
    for (unsigned i = 0; i < parts; ++i) {
      leaves.append(take_apart(builder, builder.CreateExtractValue(value, i)));
    }
  } else {
    leaves.push_back(value);
  }
  return leaves;
}

llvm::Value* put_together(llvm::IRBuilderBase& builder, llvm::Type* type,
                          llvm::ArrayRef<llvm::Value*> leaves) {
  llvm::Value* value = llvm::PoisonValue::get(type);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      value = builder.CreateInsertElement(value, leaves[i], i);
    }
    return value;
  }
  if (!type->isAggregateType()) {
    return leaves[0];
  }
  const unsigned parts =
      type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < parts; ++i) {
    llvm::Type* part = llvm::ExtractValueInst::getIndexedType(type, {i});
    const size_t count = leaves_of(part).size();
    value =
        builder.CreateInsertValue(value, put_together(builder, part, leaves.take_front(count)), i);
    leaves = leaves.drop_front(count);
  }
  return value;
}

void copy_arithmetic_flags(llvm::Instruction& made, const llvm::Instruction& instruction) {
  made.copyIRFlags(&instruction);
  if (llvm::isa<llvm::FPMathOperator>(made)) {
    made.copyMetadata(instruction, {llvm::LLVMContext::MD_fpmath});
  }
}

llvm::Constant* steps(llvm::Type* integer, unsigned width, int64_t stride) {
  llvm::SmallVector<llvm::Constant*> elements;
  for (unsigned lane = 0; lane < width; ++lane) {
    elements.push_back(llvm::ConstantInt::get(integer, static_cast<uint64_t>(stride) * lane,
                                              /*IsSigned=*/true, /*ImplicitTrunc=*/true));
  }
  return llvm::ConstantVector::get(elements);
}

llvm::Value* repeat_for_lanes(llvm::IRBuilderBase& builder, llvm::Value* vector, unsigned width) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  llvm::SmallVector<int> order;
  for (unsigned lane = 0; lane < width; ++lane) {
    llvm::append_range(order, llvm::seq<int>(0, static_cast<int>(type->getNumElements())));
  }
  return builder.CreateShuffleVector(vector, order);
}

llvm::Value* repeat_for_parts(llvm::IRBuilderBase& builder, llvm::Value* leaf, unsigned parts) {
  const unsigned width = llvm::cast<llvm::FixedVectorType>(leaf->getType())->getNumElements();
  return builder.CreateShuffleVector(
      leaf, llvm::createReplicatedMask(static_cast<int>(parts), static_cast<int>(width)));
}

llvm::Value* interleave(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> leaves,
                        Shuffles shuffles) {
  if (leaves.size() == 1) {
    return leaves[0];
  }
  if (llvm::all_equal(leaves)) {
    return repeat_for_parts(builder, leaves[0], leaves.size());
  }
  const unsigned width = llvm::cast<llvm::FixedVectorType>(leaves[0]->getType())->getNumElements();
  if (shuffles == Shuffles::of_registers &&
      goes_in_blocks(leaves[0]->getType(), leaves.size(), width)) {
    return llvm::concatenateVectors(builder, rows_of_leaves(builder, leaves));
  }
  if (goes_in_stages(leaves.size(), width)) {
    return llvm::concatenateVectors(builder, put_in_turns(builder, leaves, width));
  }
  llvm::Value* all = llvm::concatenateVectors(builder, leaves);
  return builder.CreateShuffleVector(all, llvm::createInterleaveMask(width, leaves.size()));
}

Packet deinterleave(llvm::IRBuilderBase& builder, llvm::Value* all, unsigned parts, unsigned wanted,
                    unsigned width, Shuffles shuffles) {
  if (parts == wanted && shuffles == Shuffles::of_registers &&
      goes_in_blocks(all->getType(), parts, width)) {
    return leaves_of_rows(builder, rows_of(builder, all, width));
  }
  if (parts == wanted && goes_in_stages(parts, width)) {
    Packet one_by_one;
    for (unsigned i = 0; i < parts; ++i) {
      one_by_one.push_back(
          builder.CreateShuffleVector(all, llvm::createSequentialMask(i * width, width, 0)));
    }
    return take_turns(builder, one_by_one, width);
  }
  Packet leaves;
  for (unsigned i = 0; i < wanted; ++i) {
    leaves.push_back(
        parts == 1 ? all
                   : builder.CreateShuffleVector(all, llvm::createStrideMask(i, parts, width)));
  }
  return leaves;
}

llvm::SmallVector<llvm::Value*> rows_of(llvm::IRBuilderBase& builder, llvm::Value* all,
                                        unsigned width) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(all->getType())->getNumElements();
  const unsigned parts = count / width;
  llvm::SmallVector<llvm::Value*> rows;
  for (unsigned begin = 0; begin < count; begin += parts) {
    rows.push_back(builder.CreateShuffleVector(all, llvm::createSequentialMask(begin, parts, 0)));
  }
  return rows;
}

llvm::SmallVector<llvm::Value*> rows_of_leaves(llvm::IRBuilderBase& builder,
                                               llvm::ArrayRef<llvm::Value*> leaves) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(leaves[0]->getType());
  const unsigned parts = leaves.size(), width = type->getNumElements();
  if (!goes_in_blocks(type->getElementType(), parts, width)) {
    return rows_of(builder, vecz::interleave(builder, leaves, Shuffles::of_registers), width);
  }
  const auto blocks = transpose(builder, leaves);
  llvm::SmallVector<llvm::Value*> rows;
  for (unsigned lane = 0; lane < width; ++lane) {
    rows.push_back(builder.CreateShuffleVector(
        blocks[lane % parts], llvm::createSequentialMask(lane / parts * parts, parts, 0)));
  }
  return rows;
}

Packet leaves_of_rows(llvm::IRBuilderBase& builder, llvm::ArrayRef<llvm::Value*> rows) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(rows[0]->getType());
  const unsigned parts = type->getNumElements(), width = rows.size();
  if (!goes_in_blocks(type->getElementType(), parts, width)) {
    return deinterleave(builder, llvm::concatenateVectors(builder, rows), parts, parts, width,
                        Shuffles::of_registers);
  }
  Packet blocks;
  for (unsigned first = 0; first < parts; ++first) {
    Packet column;
    for (unsigned row = first; row < width; row += parts) {
      column.push_back(rows[row]);
    }
    blocks.push_back(llvm::concatenateVectors(builder, column));
  }
  return Packet(transpose(builder, blocks));
}

unsigned quick_part(llvm::Type* leaf, unsigned parts, unsigned width) {
  if (leaf->isPointerTy()) {
    return 0;
  }
  const unsigned part = quick_bits / leaf->getScalarSizeInBits();
  return parts % part == 0 && goes_in_blocks(leaf, part, width) ? part : 0;
}

} // namespace vecz
