// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizer.h"

#include "side_by_side.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {
namespace {

/// Elements between the accesses of neighbouring lanes up to which all of them are read at once.
constexpr uint64_t widest_gap = 8;

bool has_whole_bytes(llvm::Type* type, const llvm::DataLayout& layout) {
  return type->isSingleValueType() && llvm::all_equal(leaves_of(type)) &&
         layout.getTypeSizeInBits(type->getScalarType()) ==
             8 * layout.getTypeStoreSize(type->getScalarType()) &&
         layout.getTypeStoreSize(type->getScalarType()) ==
             layout.getTypeAllocSize(type->getScalarType());
}

constexpr unsigned kept_metadata[] = {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_alias_scope,
                                      llvm::LLVMContext::MD_noalias,
                                      llvm::LLVMContext::MD_nontemporal};

llvm::Value* part_of(llvm::IRBuilder<>& builder, llvm::Value* addresses, uint64_t offset) {
  return offset ? builder.CreatePtrAdd(addresses, builder.getInt64(offset)) : addresses;
}

} // namespace

/// How the lanes of one access lie in memory.
struct Packetizer::Access {
  enum class Form {
    same,        ///< all lanes at one address
    dense,       ///< lane after lane without gaps
    reversed,    ///< the same backwards, one scalar each
    dense_parts, ///< each part dense by itself: a lane's second scalar is the next one's first
    gaps,        ///< lane after lane with small gaps
    scattered,   ///< anywhere
    impossible,  ///< not as vectors
  };
  Form form;
  llvm::Type* leaf;
  unsigned parts;     ///< scalars that a lane accesses
  unsigned spacing;   ///< scalars from lane to lane, if dense or with gaps
  uint64_t leaf_size; ///< bytes
};

Packetizer::Access Packetizer::classify(llvm::Instruction& instruction, llvm::Type* type,
                                        llvm::Value* pointer) {
  using Form = Access::Form;
  const llvm::DataLayout& layout = function.getDataLayout();
  Access access{Form::impossible, nullptr, 0, 0, 0};
  if (instruction.isVolatile() || instruction.isAtomic() || !has_whole_bytes(type, layout)) {
    return access;
  }
  access.leaf = type->getScalarType();
  access.parts = leaves_of(type).size();
  access.leaf_size = layout.getTypeStoreSize(access.leaf);
  const auto stride = varies(*pointer) ? strides.stride(*pointer) : 0;
  access.form = Form::scattered;
  if (!stride) {
    return access;
  }
  const auto size = static_cast<int64_t>(access.leaf_size);
  if (*stride == 0) {
    access.form = Form::same;
  } else if (*stride == size && access.parts > 1) {
    access.form = Form::dense_parts;
  } else if (*stride == -size && access.parts == 1) {
    access.form = Form::reversed;
  } else if (*stride > 0 && *stride % size == 0 && *stride >= size * access.parts) {
    access.spacing = *stride / size;
    access.form = access.spacing == access.parts          ? Form::dense
                  : *stride <= int64_t(widest_gap) * size ? Form::gaps
                                                          : Form::scattered;
  }
  return access;
}

bool Packetizer::is_dense(llvm::Instruction& access) {
  const llvm::Value* value = llvm::getLoadStorePointerOperand(&access);
  return classify(access, llvm::getLoadStoreType(&access), const_cast<llvm::Value*>(value)).form ==
         Access::Form::dense;
}

llvm::Value* Packetizer::reverse(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return builder.CreateVectorReverse(value);
}

/// The mask with each lane's bit for each of its parts; null if all lanes are active.
llvm::Value* Packetizer::mask_for(llvm::IRBuilder<>& builder, unsigned parts, bool reversed) {
  if (!mask || parts == 1) {
    return mask && reversed ? reverse(builder, mask) : mask;
  }
  return repeat_for_parts(builder, mask, parts);
}

/// An address that may turn out to be that of lane after lane without gaps.
std::optional<Packetizer::Near> Packetizer::find_side_by_side(llvm::Value* pointer,
                                                              const Access& access) {
  if (!varies(*pointer) || strides.stride(*pointer)) {
    return std::nullopt;
  }
  const auto index =
      find_index(*pointer, access.leaf_size * access.parts, calls, uniformity, strides);
  return index ? std::optional<Near>({llvm::cast<llvm::GetElementPtrInst>(pointer), *index})
               : std::nullopt;
}

/// Branches before `instruction` on what `near` comes to.
Packetizer::Ways Packetizer::branch_on(const Near& near, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* index = near.index.value;
  Ways ways = {};
  llvm::Value* each = nullptr;
  if (strides.stride(*index)) {
    ways.first = index;
  } else {
    // Lanes that are not active may be poison, and the first be one of them.
    llvm::Value* lanes = builder.CreateFreeze(pack_scalar(index));
    ways.first = builder.CreateExtractElement(lanes, uint64_t(0));
    each = counts_up(builder, lanes, ways.first);
    each = mask ? builder.CreateOr(each, builder.CreateNot(mask)) : each;
  }
  llvm::Value* dense = near.index.extends
                           ? stays_in_range(builder, ways.first, near.index.is_signed, width)
                           : builder.getTrue();
  if (each) {
    dense = builder.CreateAnd(dense, builder.CreateAndReduce(each));
  }
  ways.seldom = !each; // an index at the end of its range
  llvm::MDNode* weights =
      ways.seldom ? llvm::MDBuilder(function.getContext()).createLikelyBranchWeights() : nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateFreeze(dense), instruction.getIterator(),
                                      &ways.dense, &ways.scattered, weights);
  return ways;
}

/// The address of a lane, or of several, with the index `at`, without the promises made for active
/// lanes only.
llvm::Value* Packetizer::address_of(llvm::IRBuilder<>& builder, const Near& near, llvm::Value* at) {
  llvm::SmallVector<llvm::Value*> indices;
  for (llvm::Value* index : near.address->indices()) {
    if (varies(*index)) {
      llvm::Type* type = at->getType()->getWithNewType(index->getType());
      index = near.index.is_signed ? builder.CreateSExt(at, type) : builder.CreateZExt(at, type);
    }
    indices.push_back(index);
  }
  return builder.CreateGEP(near.address->getSourceElementType(), near.address->getPointerOperand(),
                           indices);
}

/// The addresses of all lanes, where they do not lie side by side: made in the block that is hardly
/// ever run, as others do not need them.
llvm::Value* Packetizer::addresses_of(llvm::IRBuilder<>& builder, const Near& near,
                                      const Ways& ways) {
  return ways.seldom ? address_of(builder, near, count_up(builder, ways.first, 1))
                     : pack_scalar(near.address);
}

void Packetizer::load(llvm::LoadInst& instruction) {
  llvm::Value* pointer = instruction.getPointerOperand();
  const Access access = classify(instruction, instruction.getType(), pointer);
  const llvm::Align align = instruction.getAlign();
  llvm::IRBuilder<> builder(&instruction);
  const auto gather = [&](llvm::Value* addresses) {
    Packet packet;
    for (unsigned part = 0; part < access.parts; ++part) {
      packet.push_back(builder.CreateMaskedGather(
          widened(access.leaf), part_of(builder, addresses, part * access.leaf_size),
          llvm::commonAlignment(align, part * access.leaf_size), mask));
    }
    return packet;
  };
  const auto read = [&](unsigned count, llvm::Value* from, llvm::Value* lanes,
                        uint64_t offset = 0) {
    const llvm::Align there = llvm::commonAlignment(align, offset);
    from = offset ? builder.CreatePtrAdd(from, builder.getInt64(offset)) : from;
    auto* type = llvm::FixedVectorType::get(access.leaf, count);
    llvm::Instruction* made =
        lanes ? static_cast<llvm::Instruction*>(builder.CreateMaskedLoad(type, from, there, lanes))
              : builder.CreateAlignedLoad(type, from, there);
    made->copyMetadata(instruction, kept_metadata);
    return made;
  };
  using Form = Access::Form;
  Form form = access.form;
  if (form == Form::gaps && mask) {
    form = Form::scattered; // between lanes that are not active may be no memory
  }
  switch (form) {
  case Form::same: {
    llvm::LoadInst* one = builder.CreateAlignedLoad(instruction.getType(), pointer, align);
    one->copyMetadata(instruction, kept_metadata);
    Packet packet;
    for (llvm::Value* leaf : take_apart(builder, one)) {
      packet.push_back(builder.CreateVectorSplat(width, leaf));
    }
    return set(instruction, std::move(packet));
  }
  case Form::dense: {
    llvm::Value* all = read(width * access.parts, pointer, mask_for(builder, access.parts, false));
    if (aos.contains(instruction)) {
      return set_aos(instruction, all);
    }
    return set(instruction, deinterleave(builder, all, access.parts, access.parts, width));
  }
  case Form::dense_parts: {
    Packet packet;
    for (unsigned part = 0; part < access.parts; ++part) {
      packet.push_back(read(width, pointer, mask, part * access.leaf_size));
    }
    return set(instruction, std::move(packet));
  }
  case Form::gaps: {
    llvm::Value* all = read((width - 1) * access.spacing + access.parts, pointer, nullptr);
    return set(instruction, deinterleave(builder, all, access.spacing, access.parts, width));
  }
  case Form::reversed: {
    llvm::Value* last =
        builder.CreatePtrAdd(pointer, builder.getInt64(-(access.leaf_size * (width - 1))));
    return set(instruction, {reverse(builder, read(width, last, mask_for(builder, 1, true)))});
  }
  case Form::scattered: {
    if (const auto near = find_side_by_side(pointer, access)) {
      add_remark(remarks, instruction,
                 "a load gathers where its addresses are not found to be side by side");
      const Ways ways = branch_on(*near, instruction);
      builder.SetInsertPoint(ways.dense);
      llvm::Value* all = read(width * access.parts, address_of(builder, *near, ways.first),
                              mask_for(builder, access.parts, false));
      const Packet dense = deinterleave(builder, all, access.parts, access.parts, width);
      builder.SetInsertPoint(ways.scattered);
      const Packet scattered = gather(addresses_of(builder, *near, ways));
      if (ways.seldom) {
        for (llvm::Value* part : scattered) {
          mark_seldom(*llvm::cast<llvm::Instruction>(part));
        }
      }
      builder.SetInsertPoint(instruction.getParent(), instruction.getParent()->begin());
      Packet packet;
      for (unsigned part = 0; part < access.parts; ++part) {
        llvm::PHINode* phi = builder.CreatePHI(dense[part]->getType(), 2);
        phi->addIncoming(dense[part], ways.dense->getParent());
        phi->addIncoming(scattered[part], ways.scattered->getParent());
        packet.push_back(phi);
      }
      return set(instruction, std::move(packet));
    }
    add_remark(remarks, instruction, "a load gathers: its address is not linear in the work-item");
    return set(instruction, gather(pack_scalar(pointer)));
  }
  case Form::impossible:
    return scalarize(instruction, "a load of this kind", true);
  }
}

void Packetizer::store(llvm::StoreInst& instruction) {
  llvm::Value* pointer = instruction.getPointerOperand();
  llvm::Value* value = instruction.getValueOperand();
  const Access access = classify(instruction, value->getType(), pointer);
  const llvm::Align align = instruction.getAlign();
  llvm::IRBuilder<> builder(&instruction);
  const auto scatter = [&](llvm::Value* addresses, bool seldom) {
    for (unsigned part = 0; part < access.parts; ++part) {
      llvm::Instruction* made = builder.CreateMaskedScatter(
          pack(value)[part], part_of(builder, addresses, part * access.leaf_size),
          llvm::commonAlignment(align, part * access.leaf_size), mask);
      if (seldom) {
        mark_seldom(*made);
      }
    }
  };
  const auto write = [&](llvm::Value* all, llvm::Value* to, llvm::Value* lanes) {
    llvm::Instruction* made =
        lanes ? static_cast<llvm::Instruction*>(builder.CreateMaskedStore(all, to, align, lanes))
              : builder.CreateAlignedStore(all, to, align);
    made->copyMetadata(instruction, kept_metadata);
    replaced.push_back(&instruction);
  };
  using Form = Access::Form;
  switch (access.form) {
  case Form::dense:
    return write(in_lane_order(builder, value), pointer, mask_for(builder, access.parts, false));
  case Form::reversed: {
    llvm::Value* last =
        builder.CreatePtrAdd(pointer, builder.getInt64(-(access.leaf_size * (width - 1))));
    return write(reverse(builder, pack_scalar(value)), last, mask_for(builder, 1, true));
  }
  case Form::same:
  case Form::dense_parts:
  case Form::gaps:
  case Form::scattered: {
    if (const auto near = find_side_by_side(pointer, access)) {
      add_remark(remarks, instruction,
                 "a store scatters where its addresses are not found to be side by side");
      const Packet values = pack(value); // may be made here, which is before the branch
      const Ways ways = branch_on(*near, instruction);
      builder.SetInsertPoint(ways.scattered);
      scatter(addresses_of(builder, *near, ways), ways.seldom);
      builder.SetInsertPoint(ways.dense);
      return write(interleave(builder, values), address_of(builder, *near, ways.first),
                   mask_for(builder, access.parts, false));
    }
    add_remark(remarks, instruction,
               "a store scatters: its address is not linear in the work-item");
    scatter(pack_scalar(pointer), false);
    replaced.push_back(&instruction);
    return;
  }
  case Form::impossible:
    return scalarize(instruction, "a store of this kind", true);
  }
}

} // namespace vecz
