// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/sub_group_place.h"

namespace compiler {

llvm::Value* PlaceCode::words(llvm::Value* mask) {
  llvm::Type* narrow = builder.getInt32Ty();
  llvm::Value* all = llvm::Constant::getNullValue(type());
  all = builder.CreateInsertElement(all, builder.CreateTrunc(mask, narrow), uint64_t(0));
  return builder.CreateInsertElement(all, builder.CreateTrunc(builder.CreateLShr(mask, 32), narrow),
                                     uint64_t(1));
}

/// i64 of a `uint4`.
llvm::Value* PlaceCode::bits(llvm::Value* words) {
  llvm::Type* wide = builder.getInt64Ty();
  llvm::Value* low = builder.CreateZExt(builder.CreateExtractElement(words, uint64_t(0)), wide);
  llvm::Value* high = builder.CreateZExt(builder.CreateExtractElement(words, uint64_t(1)), wide);
  return builder.CreateOr(low, builder.CreateShl(high, 32));
}

llvm::Value* PlaceCode::all_lanes() { return builder.getInt64(~uint64_t(0) >> (64 - width)); }

/// Bits from that of the lane on.
llvm::Value* PlaceCode::from_lane() {
  return builder.CreateShl(builder.getInt64(~uint64_t(0)),
                           builder.CreateZExt(lane, builder.getInt64Ty()));
}

/// Bits from that of the next lane on.
llvm::Value* PlaceCode::behind_lane() { return builder.CreateShl(from_lane(), 1); }

llvm::Value* PlaceCode::count_bits(llvm::Value* among) {
  llvm::Value* counted = builder.CreateAnd(bits(argument(0)), among);
  return as_result(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, counted));
}

llvm::Value* PlaceCode::find_bit(llvm::Intrinsic::ID zeros) {
  llvm::Value* among = builder.CreateAnd(bits(argument(0)), all_lanes());
  llvm::Value* found = builder.CreateBinaryIntrinsic(zeros, among, builder.getInt1(false));
  return as_result(zeros == llvm::Intrinsic::ctlz ? builder.CreateSub(builder.getInt64(63), found)
                                                  : found);
}

llvm::Value* PlaceCode::steps_for(MuxBuiltin size) {
  return as_result(builder.CreateUDiv(builder.CreateAdd(items(size), builder.getInt64(width - 1)),
                                      builder.getInt64(width)));
}

llvm::Value* PlaceCode::place(llvm::function_ref<llvm::Value*()> first_local_id) {
  switch (what.meaning) {
  case GroupMeaning::inverse_ballot:
    return bit(argument(0), lane);
  case GroupMeaning::ballot_bit_extract:
    return bit(argument(0), argument(1));
  case GroupMeaning::ballot_bit_count:
    return count_bits(all_lanes());
  case GroupMeaning::ballot_inclusive_scan:
    return count_bits(builder.CreateNot(behind_lane()));
  case GroupMeaning::ballot_exclusive_scan:
    return count_bits(builder.CreateNot(from_lane()));
  case GroupMeaning::ballot_find_lsb:
    return find_bit(llvm::Intrinsic::cttz);
  case GroupMeaning::ballot_find_msb:
    return find_bit(llvm::Intrinsic::ctlz);
  case GroupMeaning::eq_mask:
    return words(builder.CreateXor(from_lane(), behind_lane()));
  case GroupMeaning::ge_mask:
    return words(builder.CreateAnd(from_lane(), all_lanes()));
  case GroupMeaning::gt_mask:
    return words(builder.CreateAnd(behind_lane(), all_lanes()));
  case GroupMeaning::le_mask:
    return words(builder.CreateNot(behind_lane()));
  case GroupMeaning::lt_mask:
    return words(builder.CreateNot(from_lane()));
  case GroupMeaning::size: {
    llvm::Value* left = builder.CreateSub(items(MuxBuiltin::get_local_size), first_local_id());
    return as_result(
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt64(width)));
  }
  case GroupMeaning::max_size:
    return number(width);
  case GroupMeaning::count:
    return steps_for(MuxBuiltin::get_local_size);
  case GroupMeaning::enqueued_count:
    return steps_for(MuxBuiltin::get_enqueued_local_size);
  case GroupMeaning::id:
    return as_result(builder.CreateUDiv(first_local_id(), builder.getInt64(width)));
  case GroupMeaning::local_id:
    return as_result(lane);
  default:
    llvm_unreachable("the others concern other work-items");
  }
}

} // namespace compiler
