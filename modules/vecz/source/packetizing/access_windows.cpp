// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "packetizing/access_windows.h"

#include "vecz/permute.h"

#include <llvm/IR/Module.h>

namespace vecz {
namespace {

const llvm::Align element_size(4);

unsigned lanes_of(const llvm::Value& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// A table of 0, 1, 2 and so on in memory, up to twice as many as there can be lanes: an expanding
/// load from it under a mask gives the numbers of the lanes.
llvm::Value* lane_numbers(llvm::IRBuilder<>& builder) {
  constexpr llvm::StringLiteral name = "vecz.lane_numbers";
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::GlobalVariable* table = module.getGlobalVariable(name, /*AllowInternal=*/true);
  if (!table) {
    llvm::SmallVector<uint32_t> numbers;
    for (uint32_t i = 0; i < 2 * max_window_lanes; ++i) {
      numbers.push_back(i);
    }
    llvm::Constant* content = llvm::ConstantDataArray::get(module.getContext(), numbers);
    table = new llvm::GlobalVariable(module, content->getType(), /*isConstant=*/true,
                                     llvm::GlobalValue::InternalLinkage, content, name, nullptr,
                                     llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    table->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    table->setAlignment(element_size);
  }
  return table;
}

/// A bit for each place that a lane has.
llvm::Value* places(llvm::IRBuilder<>& builder, llvm::Value* bits) {
  return builder.CreateOrReduce(bits);
}

llvm::Value* as_mask(llvm::IRBuilder<>& builder, llvm::Value* bits, unsigned lanes) {
  return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(lanes)),
                               llvm::FixedVectorType::get(builder.getInt1Ty(), lanes));
}

} // namespace

AccessWindow find_access_window(llvm::IRBuilder<>& builder, llvm::Value* distance,
                                llvm::Value* mask) {
  const unsigned lanes = lanes_of(*distance);
  assert(lanes <= max_window_lanes && "places are bits of one number");
  // Each below the next one, and the last one below the end.
  llvm::SmallVector<int> next;
  for (unsigned lane = 1; lane <= lanes; ++lane) {
    next.push_back(static_cast<int>(lane));
  }
  llvm::Value* end = llvm::ConstantInt::get(distance->getType(), 2 * uint64_t(lanes));
  llvm::Value* limit = builder.CreateShuffleVector(distance, end, next);
  AccessWindow window = {};
  window.within = builder.CreateAndReduce(builder.CreateICmpULT(distance, limit));

  auto* type = llvm::FixedVectorType::get(builder.getInt32Ty(), lanes);
  window.distance = builder.CreateZExtOrTrunc(distance, type);
  llvm::Value* last = builder.CreateExtractElement(window.distance, uint64_t(lanes - 1));
  window.begin = builder.CreateSub(last, builder.getInt32(lanes - 1));
  llvm::Value* bits =
      builder.CreateShl(llvm::ConstantInt::get(type, 1),
                        builder.CreateAnd(window.distance, llvm::ConstantInt::get(type, 31)));
  const uint32_t low_places = (uint32_t(1) << lanes) - 1;
  llvm::Value* shift = builder.CreateAnd(window.begin, 31);
  const auto upper_of = [&](llvm::Value* all) {
    return builder.CreateLShr(builder.CreateAnd(all, ~low_places), shift);
  };
  llvm::Value* all = places(builder, bits);
  llvm::Value* active =
      mask ? places(builder, builder.CreateSelect(mask, bits, llvm::Constant::getNullValue(type)))
           : all;
  window.lower.active = as_mask(builder, active, lanes);
  window.upper.active = as_mask(builder, upper_of(active), lanes);

  // Lanes rise with their places, so they are found in order.
  llvm::Value* numbers = lane_numbers(builder);
  llvm::Value* low_count =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, builder.CreateAnd(all, low_places));
  const auto in_order = [&](llvm::Value* from, llvm::Value* owned) {
    return builder.CreateMaskedExpandLoad(type, from, element_size, as_mask(builder, owned, lanes),
                                          llvm::Constant::getNullValue(type));
  };
  window.lower.lane = in_order(numbers, all);
  window.upper.lane =
      in_order(builder.CreateGEP(builder.getInt32Ty(), numbers,
                                 builder.CreateZExt(low_count, builder.getInt64Ty())),
               upper_of(all));
  return window;
}

static llvm::Value* upper_address(llvm::IRBuilder<>& builder, const AccessWindow& window,
                                  unsigned parts, llvm::Value* first) {
  llvm::Value* begin = builder.CreateZExt(window.begin, builder.getInt64Ty());
  return builder.CreateGEP(llvm::ArrayType::get(builder.getInt32Ty(), parts), first, begin);
}

static llvm::Value* mask_for(llvm::IRBuilder<>& builder, const AccessWindow::Half& half,
                             unsigned parts) {
  return parts == 1 ? half.active : repeat_for_parts(builder, half.active, parts);
}

Packet load_from_window(llvm::IRBuilder<>& builder, const AccessWindow& window, llvm::Type* leaf,
                        unsigned parts, llvm::Value* first, bool masked,
                        llvm::function_ref<void(llvm::Instruction&)> made) {
  const unsigned lanes = lanes_of(*window.distance);
  auto* type = llvm::FixedVectorType::get(leaf, lanes * parts);
  // Between two elements so close together there is memory.
  const auto read = [&](const AccessWindow::Half& half, llvm::Value* from) {
    llvm::Instruction* all = masked ? static_cast<llvm::Instruction*>(builder.CreateMaskedLoad(
                                          type, from, element_size, mask_for(builder, half, parts)))
                                    : builder.CreateAlignedLoad(type, from, element_size);
    made(*all);
    return deinterleave(builder, all, parts, parts, lanes, Shuffles::of_registers);
  };
  const Packet low = read(window.lower, first);
  const Packet high = read(window.upper, upper_address(builder, window, parts, first));
  llvm::Value* from_upper =
      builder.CreateSub(window.distance, builder.CreateVectorSplat(lanes, window.begin));
  llvm::Value* is_low = builder.CreateICmpULT(
      window.distance, llvm::ConstantInt::get(window.distance->getType(), lanes));
  Packet packet;
  for (unsigned part = 0; part < parts; ++part) {
    packet.push_back(builder.CreateSelect(is_low,
                                          create_permute(builder, low[part], window.distance),
                                          create_permute(builder, high[part], from_upper)));
  }
  return packet;
}

void store_to_window(llvm::IRBuilder<>& builder, const AccessWindow& window,
                     llvm::ArrayRef<llvm::Value*> values, llvm::Value* first,
                     llvm::function_ref<void(llvm::Instruction&)> made) {
  const unsigned parts = values.size();
  const auto write = [&](const AccessWindow::Half& half, llvm::Value* to) {
    Packet moved;
    for (llvm::Value* value : values) {
      moved.push_back(create_permute(builder, value, half.lane));
    }
    made(*builder.CreateMaskedStore(vecz::interleave(builder, moved, Shuffles::of_registers), to,
                                    element_size, mask_for(builder, half, parts)));
  };
  write(window.lower, first);
  write(window.upper, upper_address(builder, window, parts, first));
}

} // namespace vecz
