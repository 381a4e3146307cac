// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/sub_group_lanes.h"

#include "passes/built_ins/mangled_name.h"
#include "passes/group_functions/sub_group_place.h"
#include "vecz/lane_operations.h"

namespace compiler {
namespace {

/// Shuffles, arithmetic and blocks of memory. A read of an inactive lane, or of none, gives any
/// value.
class LaneCode : protected PlaceCode {
public:
  LaneCode(const SubGroupCall& of, unsigned lanes, llvm::Value* number)
      : PlaceCode(of, lanes, number) {}

protected:
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

  /// The operand, with the reduction's identity in inactive lanes.
  llvm::Value* operand() {
    llvm::Value* value = prepare_number(builder, what.reduction, argument(0));
    llvm::Constant* nothing = identity(what.reduction, type());
    return vecz::create_fill(builder, value, nothing);
  }

  // In reductions and scans, active lanes read values that inactive ones have combined.

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
      // Lane 0 needs half as many lanes after each step, so code generation uses narrower and
      // narrower registers.
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

  /// In each step, the sum of the lower half of a block of lanes is added to all of its upper half:
  /// while blocks are no larger than parts of registers, values stay in these parts.
  llvm::Value* scan() {
    llvm::Value* every_lane = vecz::create_every_lane(builder);
    llvm::Value* zero = builder.getInt32(0);
    llvm::Value* value = operand();
    llvm::Value* own = value;
    if (what.meaning == GroupMeaning::scan_exclusive && type()->isIntOrIntVectorTy()) {
      // One value, though the program may have given none: it may be taken back from its own sum.
      value = own = builder.CreateFreeze(value);
    }
    for (unsigned half = 1; half < width; half *= 2) {
      llvm::Value* last_of_lower =
          builder.CreateOr(builder.CreateAnd(every_lane, ~uint64_t(half)), half - 1);
      llvm::Value* is_upper = builder.CreateICmpNE(builder.CreateAnd(every_lane, half), zero);
      value = builder.CreateSelect(
          is_upper, combine(builder, what.reduction, read(value, last_of_lower), value), value);
    }
    if (what.meaning == GroupMeaning::scan_inclusive) {
      return value;
    }
    if (llvm::Value* without = undo_reduction(builder, what.reduction, value, own)) {
      return without;
    }
    return builder.CreateSelect(builder.CreateICmpNE(every_lane, zero),
                                read(value, builder.CreateSub(every_lane, builder.getInt32(1))),
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

  llvm::Value* start = nullptr; ///< of a block of memory
};

/// Votes, and the functions of the other classes.
class Lanes : LaneCode {
public:
  using LaneCode::LaneCode;

  void run() { replace_with(result()); }

private:
  llvm::Value* ballot(llvm::Value* predicate) { return vecz::create_ballot(builder, predicate); }

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
    case GroupMeaning::reduce:
      return reduce();
    case GroupMeaning::scan_inclusive:
    case GroupMeaning::scan_exclusive:
      return scan();
    case GroupMeaning::block_read:
      return block_read();
    case GroupMeaning::block_write:
      block_write();
      return nullptr;
    case GroupMeaning::matrix_multiply_add:
      return vecz::create_group_call(builder,
                                     parse_mangled_name(call.getCalledFunction()->getName()).plain,
                                     type(), {argument(0), argument(1), argument(2)});
    case GroupMeaning::barrier: // no access is moved across it before lanes run side by side
      create_fence(std::min(fence_scope(), scope_sub_group));
      return nullptr;
    default:
      return place([&] { return local_id_of_lane_0(); });
    }
  }
};

} // namespace

void replace_for_lanes(const SubGroupCall& call, unsigned width) {
  llvm::IRBuilder<> builder(call.call);
  Lanes(call, width, vecz::create_lane_number(builder)).run();
}

} // namespace compiler
