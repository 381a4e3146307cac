// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/single_sub_group.h"

#include "passes/group_functions/group_items.h"

namespace compiler {
namespace {

class SingleItem : SubGroupCode {
public:
  explicit SingleItem(const SubGroupCall& of) : SubGroupCode(*of.call, of.what) {}

  void run() { replace_with(result()); }

private:
  /// A mask in which bit 0, this work-item's, is `bit`, an i1 or an i32.
  llvm::Value* mask(llvm::Value* own) {
    return builder.CreateInsertElement(llvm::Constant::getNullValue(type()),
                                       builder.CreateZExt(own, builder.getInt32Ty()), uint64_t(0));
  }

  /// Memory of the elements' alignment only.
  [[nodiscard]] llvm::Align block_alignment(llvm::Type* block) const {
    return call.getDataLayout().getABITypeAlign(block->getScalarType());
  }

  llvm::Value* result() {
    switch (what.meaning) {
    case GroupMeaning::all:
    case GroupMeaning::any:
      return as_result(is_set(argument(0)));
    case GroupMeaning::all_equal:
    case GroupMeaning::elect:
    case GroupMeaning::size:
    case GroupMeaning::max_size:
      return number(1);
    case GroupMeaning::broadcast:
    case GroupMeaning::broadcast_first:
    case GroupMeaning::shuffle:
    case GroupMeaning::shuffle_xor:
    case GroupMeaning::shuffle_up:
    case GroupMeaning::shuffle_down:
    case GroupMeaning::rotate:
      return argument(0);
    // The operands end to end are one value of the first, then one of the second.
    case GroupMeaning::shuffle_down_two:
      return builder.CreateSelect(is_set(argument(2)), argument(1), argument(0));
    case GroupMeaning::shuffle_up_two:
      return builder.CreateSelect(is_set(argument(2)), argument(0), argument(1));
    case GroupMeaning::ballot:
      return mask(is_set(argument(0)));
    case GroupMeaning::eq_mask:
    case GroupMeaning::ge_mask:
    case GroupMeaning::le_mask:
      return mask(builder.getInt32(1));
    case GroupMeaning::gt_mask:
    case GroupMeaning::lt_mask:
      return mask(builder.getInt32(0));
    case GroupMeaning::inverse_ballot:
    case GroupMeaning::ballot_bit_count:
    case GroupMeaning::ballot_inclusive_scan:
      return bit(argument(0), builder.getInt32(0));
    case GroupMeaning::ballot_bit_extract:
      return bit(argument(0), argument(1));
    case GroupMeaning::ballot_exclusive_scan:
    case GroupMeaning::ballot_find_lsb:
    case GroupMeaning::ballot_find_msb:
    case GroupMeaning::local_id:
      return number(0);
    case GroupMeaning::reduce:
    case GroupMeaning::scan_inclusive:
      return prepare(builder, what.reduction, argument(0));
    case GroupMeaning::scan_exclusive:
      return identity(what.reduction, type());
    case GroupMeaning::count:
      return as_result(items(MuxBuiltin::get_local_size));
    case GroupMeaning::enqueued_count:
      return as_result(items(MuxBuiltin::get_enqueued_local_size));
    case GroupMeaning::id:
      return as_result(linear_local_id(builder));
    case GroupMeaning::block_read:
      return builder.CreateAlignedLoad(type(), argument(0), block_alignment(type()));
    case GroupMeaning::block_write:
      builder.CreateAlignedStore(argument(1), argument(0), block_alignment(argument(1)->getType()));
      return nullptr;
    case GroupMeaning::matrix_multiply_add: // which one work-item does not share: after an error
      return argument(2);
    case GroupMeaning::barrier: // alone, a work-item is in order with itself, but not with others
      if (fence_scope() <= scope_work_group) {
        create_fence(fence_scope());
      }
      return nullptr;
    }
    llvm_unreachable("every meaning has its result");
  }
};

} // namespace

void replace_for_one_item(const SubGroupCall& call) { SingleItem(call).run(); }

} // namespace compiler
