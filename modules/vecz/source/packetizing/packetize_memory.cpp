// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/packetizer.h"

#include "analysis/maybe_consecutive.h"

#include <llvm/Analysis/VectorUtils.h>

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

} // namespace

void Packetizer::keep_metadata(llvm::Instruction& made, const llvm::Instruction& access) {
  constexpr unsigned kept[] = {llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_nontemporal};
  made.copyMetadata(access, kept);
}

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

/// Sets the value of a load: leaves, or all of them in the lanes' order.
void Packetizer::set_loaded(llvm::LoadInst& load, Packet packet) {
  if (aos.contains(load)) {
    return set_aos(load, packet[0]);
  }
  set(load, std::move(packet));
}

/// The leaves of a dense load, or its vector as it is.
Packet Packetizer::as_loaded(llvm::IRBuilder<>& builder, const llvm::LoadInst& load,
                             const Access& access, llvm::Value* all) {
  return aos.contains(load)
             ? Packet{all}
             : deinterleave(builder, all, access.parts, access.parts, width, dense_shuffles());
}

void Packetizer::load(llvm::LoadInst& instruction) {
  llvm::Value* pointer = instruction.getPointerOperand();
  const Access access = classify(instruction, instruction.getType(), pointer);
  const llvm::Align align = instruction.getAlign();
  llvm::IRBuilder<> builder(&instruction);
  const auto read = [&](unsigned count, llvm::Value* from, llvm::Value* lanes,
                        uint64_t offset = 0) {
    const llvm::Align there = llvm::commonAlignment(align, offset);
    from = offset ? builder.CreatePtrAdd(from, builder.getInt64(offset)) : from;
    auto* type = llvm::FixedVectorType::get(access.leaf, count);
    llvm::Instruction* made =
        lanes ? static_cast<llvm::Instruction*>(builder.CreateMaskedLoad(type, from, there, lanes))
              : builder.CreateAlignedLoad(type, from, there);
    keep_metadata(*made, instruction);
    return made;
  };
  const auto keep = [&](llvm::Instruction& made) { keep_metadata(made, instruction); };
  using Form = Access::Form;
  Form form = access.form;
  if (form == Form::gaps && (mask || goes_in_rows(access, true))) {
    form = Form::scattered; // between lanes that are not active may be no memory
  }
  switch (form) {
  case Form::same: {
    llvm::LoadInst* one = builder.CreateAlignedLoad(instruction.getType(), pointer, align);
    keep_metadata(*one, instruction);
    Packet packet;
    for (llvm::Value* leaf : take_apart(builder, one)) {
      packet.push_back(builder.CreateVectorSplat(width, leaf));
    }
    return set(instruction, std::move(packet));
  }
  case Form::dense: {
    llvm::Value* all = read(width * access.parts, pointer, mask_for(builder, access.parts, false));
    return set_loaded(instruction, as_loaded(builder, instruction, access, all));
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
    return set(instruction, deinterleave(builder, all, access.spacing, access.parts, width,
                                         Shuffles::of_access));
  }
  case Form::reversed: {
    llvm::Value* last =
        builder.CreatePtrAdd(pointer, builder.getInt64(-(access.leaf_size * (width - 1))));
    return set(instruction, {reverse(builder, read(width, last, mask_for(builder, 1, true)))});
  }
  case Form::scattered: {
    if (const auto near = find_maybe_consecutive(pointer, access)) {
      return load_maybe_consecutive(instruction, access, *near);
    }
    if (access.form == Form::scattered) {
      add_remark(remarks, instruction,
                 access.parts > 1 ? "a load gathers: each work-item's vector is read by itself, as "
                                    "its address is not linear in the work-item"
                                  : "a load gathers: its address is not linear in the work-item");
    }
    return set_loaded(instruction,
                      gather(builder, instruction, access, pack_scalar(pointer), keep));
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
  const auto write = [&](llvm::Value* all, llvm::Value* to, llvm::Value* lanes) {
    llvm::Instruction* made =
        lanes ? static_cast<llvm::Instruction*>(builder.CreateMaskedStore(all, to, align, lanes))
              : builder.CreateAlignedStore(all, to, align);
    keep_metadata(*made, instruction);
    replaced.push_back(&instruction);
  };
  using Form = Access::Form;
  switch (access.form) {
  case Form::dense:
    return write(in_lane_order(builder, value, dense_shuffles()), pointer,
                 mask_for(builder, access.parts, false));
  case Form::reversed: {
    llvm::Value* last =
        builder.CreatePtrAdd(pointer, builder.getInt64(-(access.leaf_size * (width - 1))));
    return write(reverse(builder, pack_scalar(value)), last, mask_for(builder, 1, true));
  }
  case Form::same:
  case Form::dense_parts:
  case Form::gaps:
  case Form::scattered: {
    if (const auto near = find_maybe_consecutive(pointer, access)) {
      return store_maybe_consecutive(instruction, access, *near);
    }
    if (access.form != Form::gaps || access.parts == 1) {
      add_remark(remarks, instruction,
                 access.parts > 1
                     ? "a store scatters: each work-item's vector is written by itself, as its "
                       "address is not linear in the work-item"
                     : "a store scatters: its address is not linear in the work-item");
    }
    scatter(builder, instruction, access, pack_scalar(pointer),
            [&](llvm::Instruction& made) { keep_metadata(made, instruction); });
    replaced.push_back(&instruction);
    return;
  }
  case Form::impossible:
    return scalarize(instruction, "a store of this kind", true);
  }
}

} // namespace vecz
