// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/sub_group_lanes.h"

#include "vecz/lane_operations.h"

namespace compiler {
namespace {

/// Shuffles, arithmetic and blocks of memory. What is read of lanes that are not active, or of
/// none, is any value.
class LaneCode : protected SubGroupCode {
public:
  LaneCode(const SubGroupCall& of, unsigned lanes)
      : SubGroupCode(*of.call, of.what), width(lanes), lane(vecz::create_lane_number(builder)) {}

protected:
  llvm::Value* word(llvm::Value* value) {
    return builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
  }
  llvm::Value* read(llvm::Value* value, llvm::Value* from) {
    return vecz::create_read(builder, value, word(from));
  }
  llvm::Value* read_lane_0(llvm::Value* value) { return read(value, builder.getInt32(0)); }

  /// The lowest of the active lanes.
  llvm::Value* first_active() {
    llvm::Value* active = vecz::create_ballot(builder, builder.getTrue());
    return word(
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, active, builder.getInt1(false)));
  }

  /// Within clusters, or the whole sub-group.
  llvm::Value* rotate() {
    llvm::Value* size = call.arg_size() > 2 ? word(argument(2)) : builder.getInt32(width);
    llvm::Value* inside = builder.CreateSub(size, builder.getInt32(1));
    llvm::Value* turned = builder.CreateAnd(builder.CreateAdd(lane, word(argument(1))), inside);
    return read(argument(0),
                builder.CreateOr(builder.CreateAnd(lane, builder.CreateNot(inside)), turned));
  }

  /// From values of two operands laid end to end.
  llvm::Value* shuffle_two(bool down) {
    llvm::Value* delta = word(argument(2));
    llvm::Value* from = down ? builder.CreateAdd(lane, delta) : builder.CreateSub(lane, delta);
    llvm::Value* is_first = down ? builder.CreateICmpULT(from, builder.getInt32(width))
                                 : builder.CreateICmpULT(lane, delta);
    return builder.CreateSelect(is_first, read(argument(0), from), read(argument(1), from));
  }

  /// In lanes that are not active, what changes nothing.
  llvm::Value* operand() {
    llvm::Value* value = prepare_number(builder, what.reduction, argument(0));
    llvm::Constant* nothing = identity(what.reduction, type());
    return vecz::create_fill(builder, value, nothing);
  }

  // In reductions and scans, active lanes read what inactive ones have combined.

  llvm::Value* reduce() {
    llvm::Value* value = operand();
    const bool is_whole = call.arg_size() <= 1;
    if (const auto all = vector_reduction(what.reduction);
        all && is_whole && type()->isIntegerTy()) {
      return vecz::create_fold(builder, value, *all);
    }
    llvm::Value* every_lane = vecz::create_every_lane(builder);
    const auto combined = [&](unsigned distance) {
      llvm::Value* other = read(value, builder.CreateXor(every_lane, distance));
      return combine(builder, what.reduction, value, other);
    };
    if (is_whole) {
      // What lane 0 needs of each step is half of what it needs of the one before: code generation
      // uses narrower and narrower registers.
      for (unsigned distance = width / 2; distance > 0; distance /= 2) {
        value = combined(distance);
      }
      return read_lane_0(value);
    }
    llvm::Value* cluster = word(argument(1));
    for (unsigned distance = 1; distance < width; distance *= 2) {
      llvm::Value* inside = builder.CreateICmpULT(builder.getInt32(distance), cluster);
      value = builder.CreateSelect(inside, combined(distance), value);
    }
    return value;
  }

  llvm::Value* scan() {
    llvm::Value* every_lane = vecz::create_every_lane(builder);
    const auto is_from = [&](unsigned distance) {
      return builder.CreateICmpUGE(every_lane, builder.getInt32(distance));
    };
    const auto below = [&](unsigned distance) {
      return builder.CreateSub(every_lane, builder.getInt32(distance));
    };
    llvm::Value* value = operand();
    llvm::Value* own = value;
    if (what.meaning == GroupMeaning::scan_exclusive && type()->isIntOrIntVectorTy()) {
      // One value, though the program may have given none: it may be taken back from its own sum.
      value = own = builder.CreateFreeze(value);
    }
    for (unsigned distance = 1; distance < width; distance *= 2) {
      value = builder.CreateSelect(
          is_from(distance), combine(builder, what.reduction, read(value, below(distance)), value),
          value);
    }
    if (what.meaning == GroupMeaning::scan_inclusive) {
      return value;
    }
    if (llvm::Value* without = take_back(builder, what.reduction, value, own)) {
      return without;
    }
    return builder.CreateSelect(is_from(1), read(value, below(1)),
                                identity(what.reduction, type()));
  }

  /// For each element, the place of lane 0 in the block.
  llvm::Value* element(llvm::Type* block, unsigned number) {
    if (!start) {
      start = read(argument(0), first_active());
    }
    llvm::Value* place = builder.CreateAdd(builder.CreateZExt(lane, builder.getInt64Ty()),
                                           builder.getInt64(uint64_t(number) * width));
    return builder.CreateGEP(block->getScalarType(), start, place);
  }

  [[nodiscard]] static unsigned count_of(llvm::Type* block) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(block);
    return vector ? unsigned(vector->getNumElements()) : 1;
  }
  [[nodiscard]] llvm::Align alignment(llvm::Type* block) const {
    return call.getDataLayout().getABITypeAlign(block->getScalarType());
  }

  llvm::Value* block_read() {
    llvm::Value* all = llvm::PoisonValue::get(type());
    for (unsigned i = 0; i < count_of(type()); ++i) {
      llvm::Value* loaded =
          builder.CreateAlignedLoad(type()->getScalarType(), element(type(), i), alignment(type()));
      all = type()->isVectorTy() ? builder.CreateInsertElement(all, loaded, i) : loaded;
    }
    return all;
  }

  void block_write() {
    llvm::Value* value = argument(1);
    llvm::Type* block = value->getType();
    for (unsigned i = 0; i < count_of(block); ++i) {
      llvm::Value* part = block->isVectorTy() ? builder.CreateExtractElement(value, i) : value;
      builder.CreateAlignedStore(part, element(block, i), alignment(block));
    }
  }

  llvm::Value* is_clear(llvm::Value* value) {
    return builder.CreateICmpEQ(value, llvm::Constant::getNullValue(value->getType()));
  }

  const unsigned width;
  llvm::Value* const lane;      ///< its number, i32
  llvm::Value* start = nullptr; ///< of a block of memory
};

/// Votes, masks, sizes and ids.
class Lanes : LaneCode {
public:
  using LaneCode::LaneCode;

  void run() { replace_with(result()); }

private:
  llvm::Value* ballot(llvm::Value* predicate) { return vecz::create_ballot(builder, predicate); }

  /// i64 of a `uint4`, and back. Lanes beyond 63 there are none.
  llvm::Value* bits(llvm::Value* words) {
    llvm::Type* wide = builder.getInt64Ty();
    llvm::Value* low = builder.CreateZExt(builder.CreateExtractElement(words, uint64_t(0)), wide);
    llvm::Value* high = builder.CreateZExt(builder.CreateExtractElement(words, uint64_t(1)), wide);
    return builder.CreateOr(low, builder.CreateShl(high, 32));
  }
  llvm::Value* words(llvm::Value* mask) {
    llvm::Type* narrow = builder.getInt32Ty();
    llvm::Value* all = llvm::Constant::getNullValue(type());
    all = builder.CreateInsertElement(all, builder.CreateTrunc(mask, narrow), uint64_t(0));
    return builder.CreateInsertElement(
        all, builder.CreateTrunc(builder.CreateLShr(mask, 32), narrow), uint64_t(1));
  }

  llvm::Value* all_lanes() { return builder.getInt64(~uint64_t(0) >> (64 - width)); }
  /// Bits from that of the lane on, and from the next one on.
  llvm::Value* from_lane() {
    return builder.CreateShl(builder.getInt64(~uint64_t(0)),
                             builder.CreateZExt(lane, builder.getInt64Ty()));
  }
  llvm::Value* behind_lane() { return builder.CreateShl(from_lane(), 1); }

  llvm::Value* count_bits(llvm::Value* among) {
    llvm::Value* counted = builder.CreateAnd(bits(argument(0)), among);
    return as_result(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, counted));
  }
  llvm::Value* find_bit(llvm::Intrinsic::ID zeros) {
    llvm::Value* among = builder.CreateAnd(bits(argument(0)), all_lanes());
    llvm::Value* place = builder.CreateBinaryIntrinsic(zeros, among, builder.getInt1(false));
    return as_result(zeros == llvm::Intrinsic::ctlz ? builder.CreateSub(builder.getInt64(63), place)
                                                    : place);
  }

  llvm::Value* all_equal() {
    llvm::Value* value = argument(0);
    llvm::Value* first = read(value, first_active());
    llvm::Value* differs = value->getType()->isFPOrFPVectorTy()
                               ? builder.CreateFCmpUNE(value, first)
                               : builder.CreateICmpNE(value, first);
    if (differs->getType()->isVectorTy()) {
      differs = builder.CreateOrReduce(differs);
    }
    return as_result(is_clear(ballot(differs)));
  }

  llvm::Value* local_id_of_lane_0() {
    llvm::Function* function = declare(*call.getModule(), MuxBuiltin::get_local_id);
    llvm::CallInst* id = builder.CreateCall(function, {builder.getInt32(0)});
    id->setCallingConv(function->getCallingConv());
    return read_lane_0(id);
  }
  llvm::Value* steps_for(MuxBuiltin size) {
    return as_result(builder.CreateUDiv(builder.CreateAdd(items(size), builder.getInt64(width - 1)),
                                        builder.getInt64(width)));
  }

  llvm::Value* result() {
    switch (what.meaning) {
    case GroupMeaning::all:
      return as_result(is_clear(ballot(is_clear(argument(0)))));
    case GroupMeaning::any:
      return as_result(is_set(ballot(is_set(argument(0)))));
    case GroupMeaning::all_equal:
      return all_equal();
    case GroupMeaning::elect:
      return as_result(builder.CreateICmpEQ(lane, first_active()));
    case GroupMeaning::broadcast:
    case GroupMeaning::shuffle:
      return read(argument(0), argument(1));
    case GroupMeaning::broadcast_first:
      return read(argument(0), first_active());
    case GroupMeaning::shuffle_xor:
      return read(argument(0), builder.CreateXor(lane, word(argument(1))));
    case GroupMeaning::shuffle_up:
      return read(argument(0), builder.CreateSub(lane, word(argument(1))));
    case GroupMeaning::shuffle_down:
      return read(argument(0), builder.CreateAdd(lane, word(argument(1))));
    case GroupMeaning::shuffle_down_two:
      return shuffle_two(/*down=*/true);
    case GroupMeaning::shuffle_up_two:
      return shuffle_two(/*down=*/false);
    case GroupMeaning::rotate:
      return rotate();
    case GroupMeaning::ballot:
      return words(ballot(is_set(argument(0))));
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
    case GroupMeaning::reduce:
      return reduce();
    case GroupMeaning::scan_inclusive:
    case GroupMeaning::scan_exclusive:
      return scan();
    case GroupMeaning::size: {
      llvm::Value* left =
          builder.CreateSub(items(MuxBuiltin::get_local_size), local_id_of_lane_0());
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
      return as_result(builder.CreateUDiv(local_id_of_lane_0(), builder.getInt64(width)));
    case GroupMeaning::local_id:
      return as_result(lane);
    case GroupMeaning::block_read:
      return block_read();
    case GroupMeaning::block_write:
      block_write();
      return nullptr;
    case GroupMeaning::barrier: // no access is moved across it before lanes run side by side
      create_fence(std::min(fence_scope(), scope_sub_group));
      return nullptr;
    }
    llvm_unreachable("every meaning has its result");
  }
};

} // namespace

void replace_for_lanes(const SubGroupCall& call, unsigned width) { Lanes(call, width).run(); }

} // namespace compiler
