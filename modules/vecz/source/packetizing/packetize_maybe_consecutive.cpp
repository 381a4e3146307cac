// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are looked at when the kernel runs: lanes side by side, close together, anywhere.
#include "packetizing/packetizer.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace vecz {

/// An address that may turn out to be that of lane after lane without gaps.
std::optional<Packetizer::MaybeConsecutive>
Packetizer::find_maybe_consecutive(llvm::Value* pointer, const Access& access) {
  if (!varies(*pointer) || strides.stride(*pointer)) {
    return std::nullopt;
  }
  const auto index =
      find_maybe_consecutive_index(*pointer, access.leaf_size * access.parts, uniformity, strides);
  if (!index) {
    return std::nullopt;
  }
  if (!strides.stride(*index->value)) {
    if (tests_left == 0) {
      return std::nullopt;
    }
    --tests_left;
  }
  return MaybeConsecutive{llvm::cast<llvm::GetElementPtrInst>(pointer), *index};
}

/// 32-bit parts of an element that can be looked for in a window, otherwise 0.
unsigned Packetizer::window_parts(const Access& access) const {
  constexpr unsigned max_parts = 2; // more are taken apart and put together for too long
  const bool whole = access.leaf_size == 4 || (access.leaf_size == 8 && access.parts == 1);
  const auto parts = unsigned(access.parts * access.leaf_size / 4);
  return windows && whole && parts <= max_parts && !access.leaf->isPointerTy() ? parts : 0;
}

/// An element of 64 bits as two halves, and back.
static Packet in_halves(llvm::IRBuilder<>& builder, llvm::Value* values, unsigned width) {
  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), 2 * width);
  return deinterleave(builder, builder.CreateBitCast(values, type), 2, 2, width,
                      Shuffles::of_registers);
}
static Packet from_halves(llvm::IRBuilder<>& builder, const Packet& halves, llvm::Type* type) {
  return {builder.CreateBitCast(vecz::interleave(builder, halves, Shuffles::of_registers), type)};
}

/// Looks for it behind a branch, where lanes are not dense.
AccessWindow Packetizer::access_window_of(llvm::Value* distance, llvm::Value* dense,
                                          llvm::Instruction& instruction) {
  llvm::BasicBlock* before = instruction.getParent();
  llvm::IRBuilder<> builder(&instruction);
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(
      builder.CreateNot(builder.CreateFreeze(dense)), instruction.getIterator(), false);
  builder.SetInsertPoint(end);
  AccessWindow window = find_access_window(builder, distance, mask);
  builder.SetInsertPoint(&instruction);
  const auto bring = [&](llvm::Value*& value) {
    llvm::PHINode* phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, end->getParent());
    phi->addIncoming(&value == &window.within ? static_cast<llvm::Value*>(builder.getFalse())
                                              : llvm::PoisonValue::get(value->getType()),
                     before);
    value = phi;
  };
  for (llvm::Value** value : {&window.within, &window.distance, &window.begin, &window.lower.active,
                              &window.lower.lane, &window.upper.active, &window.upper.lane}) {
    bring(*value);
  }
  return window;
}

Packetizer::Shape& Packetizer::shape_of(llvm::Value* index, llvm::Instruction& instruction) {
  const auto [known, is_new] = shapes.try_emplace(index);
  Shape& shape = known->second;
  if (!is_new) {
    return shape;
  }
  llvm::IRBuilder<> builder(&instruction);
  // Lanes that are not active may be poison, and the first be one of them.
  llvm::Value* lanes = builder.CreateFreeze(pack_scalar(index));
  shape.first = builder.CreateExtractElement(lanes, uint64_t(0));
  llvm::Value* distance = builder.CreateSub(lanes, builder.CreateVectorSplat(width, shape.first));
  llvm::Value* each = counts_up(builder, distance);
  each = mask ? builder.CreateOr(each, builder.CreateNot(mask)) : each;
  shape.dense = builder.CreateAndReduce(each);
  shape.distance = distance;
  return shape;
}

/// Branches before `instruction` on the run-time value of `near`.
Packetizer::Ways Packetizer::branch_on(const MaybeConsecutive& near, const Access& access,
                                       llvm::Instruction& instruction) {
  llvm::Value* index = near.index.value;
  Ways ways = {};
  ways.rarely_apart = strides.stride(*index).has_value(); // only an index at the end of its range
  Shape* shape = nullptr;
  llvm::IRBuilder<> builder(&instruction);
  if (ways.rarely_apart) {
    ways.first = index;
  } else {
    llvm::SmallVector<llvm::Value*> summands;
    shape = &shape_of(without_summands(index, uniformity, summands), instruction);
    if (!shape->window && window_parts(access) != 0) {
      shape->window = access_window_of(shape->distance, shape->dense, instruction);
    }
    builder.SetInsertPoint(&instruction);
    ways.first = shape->first;
    for (llvm::Value* summand : summands) {
      ways.first = builder.CreateAdd(ways.first, builder.CreateFreeze(summand));
    }
  }
  const auto in_range = [&](unsigned count) {
    return near.index.extends ? stays_in_range(builder, ways.first, near.index.is_signed, count)
                              : builder.getTrue();
  };
  llvm::Value* dense = in_range(width);
  dense = shape ? builder.CreateAnd(dense, shape->dense) : dense;
  llvm::MDNode* weights = ways.rarely_apart
                              ? llvm::MDBuilder(function.getContext()).createLikelyBranchWeights()
                              : nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateFreeze(dense), instruction.getIterator(),
                                      &ways.dense, &ways.apart, weights);
  ways.scattered = ways.apart;
  if (shape && window_parts(access) != 0) {
    ways.window = &*shape->window;
    builder.SetInsertPoint(ways.apart);
    llvm::Value* close = builder.CreateAnd(ways.window->within, in_range(2 * width));
    llvm::SplitBlockAndInsertIfThenElse(builder.CreateFreeze(close), ways.apart->getIterator(),
                                        &ways.close, &ways.scattered);
  }
  return ways;
}

/// The address of a lane, or of several, with the index `at`, without the promises made for active
/// lanes only.
llvm::Value* Packetizer::address_of(llvm::IRBuilder<>& builder, const MaybeConsecutive& near,
                                    llvm::Value* at) {
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

/// The addresses of all lanes, where they are not adjacent: made in the block that is hardly
/// ever run, as others do not need them.
llvm::Value* Packetizer::addresses_of(llvm::IRBuilder<>& builder, const MaybeConsecutive& near,
                                      const Ways& ways) {
  return ways.rarely_apart ? address_of(builder, near, count_up(builder, ways.first, 1))
                           : pack_scalar(near.address);
}

/// Makes phis, in the block behind both, of packets that two blocks have computed.
static Packet join(const Packet& a, llvm::Instruction* end_of_a, const Packet& b,
                   llvm::Instruction* end_of_b) {
  llvm::BasicBlock* behind = end_of_a->getSuccessor(0);
  llvm::IRBuilder<> builder(behind, behind->begin());
  Packet packet;
  for (const auto [of_a, of_b] : llvm::zip(a, b)) {
    llvm::PHINode* phi = builder.CreatePHI(of_a->getType(), 2);
    phi->addIncoming(of_a, end_of_a->getParent());
    phi->addIncoming(of_b, end_of_b->getParent());
    packet.push_back(phi);
  }
  return packet;
}

/// Gives the access for lanes that are apart the metadata of the original.
void Packetizer::keep_apart(llvm::Instruction& made, const llvm::Instruction& access,
                            const Ways& ways) {
  keep_metadata(made, access);
  if (ways.rarely_apart) {
    mark_rarely_run(made);
  }
}

void Packetizer::load_maybe_consecutive(llvm::LoadInst& instruction, const Access& access,
                                        const MaybeConsecutive& near) {
  const Ways ways = branch_on(near, access, instruction);
  add_remark(remarks, instruction,
             ways.window ? "a load gathers where its addresses are not found to be close together"
                         : "a load gathers where its addresses are not found to be side by side");
  const auto keep = [&](llvm::Instruction& made) { keep_metadata(made, instruction); };
  llvm::IRBuilder<> builder(ways.dense);
  auto* type = llvm::FixedVectorType::get(access.leaf, width * access.parts);
  llvm::Value* first = address_of(builder, near, ways.first);
  llvm::Instruction* all =
      mask ? static_cast<llvm::Instruction*>(builder.CreateMaskedLoad(
                 type, first, instruction.getAlign(), mask_for(builder, access.parts, false)))
           : builder.CreateAlignedLoad(type, first, instruction.getAlign());
  keep(*all);
  const Packet dense = as_loaded(builder, instruction, access, all);
  builder.SetInsertPoint(ways.scattered);
  Packet apart = gather(builder, instruction, access, addresses_of(builder, near, ways),
                        [&](llvm::Instruction& made) { keep_apart(made, instruction, ways); });
  if (ways.window) {
    builder.SetInsertPoint(ways.close);
    const bool is_wide = access.leaf_size == 8;
    Packet close =
        load_from_window(builder, *ways.window, is_wide ? builder.getInt32Ty() : access.leaf,
                         window_parts(access), address_of(builder, near, ways.first), mask, keep);
    close = is_wide ? from_halves(builder, close, widened(access.leaf)) : close;
    close = aos.contains(instruction)
                ? Packet{vecz::interleave(builder, close, Shuffles::of_registers)}
                : close;
    apart = join(close, ways.close, apart, ways.scattered);
  }
  set_loaded(instruction, join(dense, ways.dense, apart, ways.apart));
}

void Packetizer::store_maybe_consecutive(llvm::StoreInst& instruction, const Access& access,
                                         const MaybeConsecutive& near) {
  llvm::Value* in_order = aos_packets.lookup(instruction.getValueOperand());
  Packet values;
  if (!in_order || window_parts(access) != 0) {
    values = pack(instruction.getValueOperand()); // may be made here, before branches
  }
  const Ways ways = branch_on(near, access, instruction);
  add_remark(remarks, instruction,
             ways.window ? "a store scatters where its addresses are not found to be close together"
                         : "a store scatters where its addresses are not found to be side by side");
  const auto keep = [&](llvm::Instruction& made) { keep_metadata(made, instruction); };
  llvm::IRBuilder<> builder(ways.scattered);
  scatter(builder, instruction, access, addresses_of(builder, near, ways),
          [&](llvm::Instruction& made) { keep_apart(made, instruction, ways); });
  if (ways.window) {
    builder.SetInsertPoint(ways.close);
    store_to_window(builder, *ways.window,
                    access.leaf_size == 8 ? in_halves(builder, values[0], width) : values,
                    address_of(builder, near, ways.first), keep);
  }
  builder.SetInsertPoint(ways.dense);
  llvm::Value* first = address_of(builder, near, ways.first);
  llvm::Value* all = in_order ? in_order : vecz::interleave(builder, values, dense_shuffles());
  keep(mask ? static_cast<llvm::Instruction&>(*builder.CreateMaskedStore(
                  all, first, instruction.getAlign(), mask_for(builder, access.parts, false)))
            : *builder.CreateAlignedStore(all, first, instruction.getAlign()));
  replaced.push_back(&instruction);
}

} // namespace vecz
