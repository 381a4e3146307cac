// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/sub_group_functions.h"

#include "compiler/mux_builtins.h"
#include "passes/group_items.h"

namespace compiler {
namespace {

/// A body being written; `result` makes what it returns.
class Body {
public:
  Body(llvm::Function& of, const GroupFunction& described)
      : function(of), what(described),
        builder(llvm::BasicBlock::Create(of.getContext(), "", &function)) {}

  void write() {
    llvm::Value* value = result();
    value ? builder.CreateRet(value) : builder.CreateRetVoid();
  }

private:
  llvm::Value* argument(unsigned i) { return function.getArg(i); }
  llvm::Value* number(uint64_t value) {
    return llvm::ConstantInt::get(function.getReturnType(), value);
  }
  llvm::Value* as_result(llvm::Value* value) {
    return builder.CreateZExtOrTrunc(value, function.getReturnType());
  }
  llvm::Value* is_set(llvm::Value* value) {
    return builder.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  }
  /// A mask in which bit 0, this work-item's, is `bit`, an i1 or an i32.
  llvm::Value* mask(llvm::Value* bit) {
    return builder.CreateInsertElement(llvm::Constant::getNullValue(function.getReturnType()),
                                       builder.CreateZExt(bit, builder.getInt32Ty()), uint64_t(0));
  }
  llvm::Value* own_bit() {
    return as_result(builder.CreateAnd(builder.CreateExtractElement(argument(0), uint64_t(0)), 1));
  }

  llvm::Value* extract_bit() {
    llvm::Value* index = builder.CreateZExtOrTrunc(argument(1), builder.getInt32Ty());
    llvm::Value* word = builder.CreateExtractElement(
        argument(0), builder.CreateAnd(builder.CreateLShr(index, 5), 3));
    return as_result(builder.CreateAnd(builder.CreateLShr(word, builder.CreateAnd(index, 31)), 1));
  }

  /// Memory of the elements' alignment only.
  llvm::Align block_alignment(llvm::Type* type) {
    return function.getDataLayout().getABITypeAlign(type->getScalarType());
  }

  llvm::Value* result() {
    switch (what.meaning) {
    case GroupMeaning::all:
    case GroupMeaning::any:
      return as_result(is_set(argument(0)));
    case GroupMeaning::all_equal:
    case GroupMeaning::elect:
    case GroupMeaning::size:
      return number(1);
    case GroupMeaning::broadcast:
    case GroupMeaning::broadcast_first:
    case GroupMeaning::shuffle:
    case GroupMeaning::rotate:
      return argument(0);
    // What lies end to end is one value of the first operand, then one of the second.
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
      return own_bit();
    case GroupMeaning::ballot_bit_extract:
      return extract_bit();
    case GroupMeaning::ballot_exclusive_scan:
    case GroupMeaning::ballot_find_bit:
    case GroupMeaning::local_id:
      return number(0);
    case GroupMeaning::reduce:
    case GroupMeaning::scan_inclusive:
      return prepare(builder, what.reduction, argument(0));
    case GroupMeaning::scan_exclusive:
      return identity(what.reduction, function.getReturnType());
    case GroupMeaning::count:
      return as_result(group_items(builder, MuxBuiltin::get_local_size));
    case GroupMeaning::enqueued_count:
      return as_result(group_items(builder, MuxBuiltin::get_enqueued_local_size));
    case GroupMeaning::id:
      return as_result(linear_local_id(builder));
    case GroupMeaning::block_read: {
      llvm::Type* type = function.getReturnType();
      return builder.CreateAlignedLoad(type, argument(0), block_alignment(type));
    }
    case GroupMeaning::block_write:
      builder.CreateAlignedStore(argument(1), argument(0), block_alignment(argument(1)->getType()));
      return nullptr;
    case GroupMeaning::barrier: // alone, a work-item is in order with itself
      return nullptr;
    }
    llvm_unreachable("every meaning has its result");
  }

  llvm::Function& function;
  const GroupFunction& what;
  llvm::IRBuilder<> builder;
};

} // namespace

void define_sub_group_function(llvm::Function& function, const GroupFunction& what) {
  Body(function, what).write();
}

} // namespace compiler
