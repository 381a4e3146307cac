// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie anywhere. Scalars are gathered and scattered, and so are short vectors
// of the size of a scalar. Others are rows: each lane's is accessed by itself, and registers are
// transposed where its leaves are needed.
#include "packetizing/packetizer.h"

#include <llvm/Analysis/VectorUtils.h>

namespace vecz {
namespace {

/// The integer of a short vector's size that gathers and scatters have; null: there is none.
llvm::Type* same_size(llvm::Type* leaf, unsigned parts) {
  const unsigned bits = leaf->getPrimitiveSizeInBits() * parts;
  return bits == 32 || bits == 64 ? llvm::IntegerType::get(leaf->getContext(), bits) : nullptr;
}

/// The bit of one lane, `parts` times.
llvm::Value* repeat_lane(llvm::IRBuilder<>& builder, llvm::Value* mask, unsigned lane,
                         unsigned parts) {
  return builder.CreateShuffleVector(mask, llvm::SmallVector<int>(parts, static_cast<int>(lane)));
}

} // namespace

bool Packetizer::is_in_lane_order(llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  const Access access = classify(instruction, llvm::getLoadStoreType(&instruction),
                                 const_cast<llvm::Value*>(pointer));
  const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
  return access.form == Access::Form::dense || goes_in_rows(access, is_load);
}

/// Whether each lane's short vector is accessed by itself, as a whole.
bool Packetizer::goes_in_rows(const Access& access, bool is_load) const {
  using Form = Access::Form;
  if (access.parts == 1) {
    return false;
  }
  switch (access.form) {
  case Form::scattered:
    return true;
  case Form::gaps:
    // Otherwise the gaps are read, too, from which few instructions extract large leaves.
    return !is_load || (access.leaf_size <= 4 && quick_part(access.leaf, access.parts, width) != 0);
  case Form::same:
  case Form::dense_parts:
    return !is_load;
  default:
    return false;
  }
}

/// One vector for each lane, at an address of its own.
Packet Packetizer::load_rows(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Access& access,
                             llvm::Value* addresses, MadeAccess made) {
  const auto load_row = [&](unsigned lane, unsigned first, unsigned count) {
    const uint64_t offset = first * access.leaf_size;
    const llvm::Align align = llvm::commonAlignment(load.getAlign(), offset);
    auto* type = llvm::FixedVectorType::get(access.leaf, count);
    llvm::Value* address = builder.CreateExtractElement(addresses, lane);
    address = offset ? builder.CreatePtrAdd(address, builder.getInt64(offset)) : address;
    llvm::Instruction* row =
        mask ? static_cast<llvm::Instruction*>(builder.CreateMaskedLoad(
                   type, address, align, repeat_lane(builder, mask, lane, count)))
             : builder.CreateAlignedLoad(type, address, align);
    mark_row(*row);
    made(*row);
    return row;
  };
  const bool whole = aos.contains(load);
  const unsigned quick = whole || mask ? 0 : quick_part(access.leaf, access.parts, width);
  const unsigned part = quick != 0 ? quick : access.parts;
  Packet leaves;
  for (unsigned first = 0; first < access.parts; first += part) {
    llvm::SmallVector<llvm::Value*> rows;
    for (unsigned lane = 0; lane < width; ++lane) {
      rows.push_back(load_row(lane, first, part));
    }
    leaves.append(whole ? Packet{llvm::concatenateVectors(builder, rows)}
                        : leaves_of_rows(builder, rows));
  }
  return leaves;
}

void Packetizer::store_rows(llvm::IRBuilder<>& builder, llvm::StoreInst& store,
                            const Access& access, llvm::Value* addresses, MadeAccess made) {
  llvm::Value* value = store.getValueOperand();
  llvm::Value* all = aos_packets.lookup(value);
  const auto rows = !varies(*value) ? llvm::SmallVector<llvm::Value*>(width, value)
                    : all           ? rows_of(builder, all, width)
                                    : rows_of_leaves(builder, pack(value));
  for (unsigned lane = 0; lane < width; ++lane) {
    llvm::Value* address = builder.CreateExtractElement(addresses, lane);
    llvm::Instruction& row =
        mask ? static_cast<llvm::Instruction&>(
                   *builder.CreateMaskedStore(rows[lane], address, store.getAlign(),
                                              repeat_lane(builder, mask, lane, access.parts)))
             : *builder.CreateAlignedStore(rows[lane], address, store.getAlign());
    mark_row(row);
    made(row);
  }
}

Packet Packetizer::gather(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Access& access,
                          llvm::Value* addresses, MadeAccess made) {
  llvm::Type* type = access.parts > 1 ? same_size(access.leaf, access.parts) : access.leaf;
  if (!type) {
    return load_rows(builder, load, access, addresses, made);
  }
  auto* all = builder.CreateMaskedGather(widened(type), addresses, load.getAlign(), mask);
  made(*all);
  return as_loaded(
      builder, load, access,
      builder.CreateBitCast(all, llvm::FixedVectorType::get(access.leaf, width * access.parts)));
}

void Packetizer::scatter(llvm::IRBuilder<>& builder, llvm::StoreInst& store, const Access& access,
                         llvm::Value* addresses, MadeAccess made) {
  llvm::Type* type = access.parts > 1 ? same_size(access.leaf, access.parts) : access.leaf;
  if (!type) {
    return store_rows(builder, store, access, addresses, made);
  }
  llvm::Value* all = in_lane_order(builder, store.getValueOperand());
  made(*builder.CreateMaskedScatter(builder.CreateBitCast(all, widened(type)), addresses,
                                    store.getAlign(), mask));
}

} // namespace vecz
