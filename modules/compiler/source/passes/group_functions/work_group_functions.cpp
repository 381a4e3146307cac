// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/work_group_functions.h"

#include "passes/group_functions/group_items.h"

namespace compiler {
namespace {

bool is_vote(const GroupFunction& what) {
  return what.meaning == GroupMeaning::all || what.meaning == GroupMeaning::any;
}

/// A vote is a reduction of truth values.
Reduction reduction_of(const GroupFunction& what) {
  return what.meaning == GroupMeaning::all   ? Reduction::logical_and
         : what.meaning == GroupMeaning::any ? Reduction::logical_or
                                             : what.reduction;
}

class Body {
public:
  Body(llvm::Function& of, const GroupFunction& described, llvm::GlobalVariable& memory)
      : function(of), what(described), reduction(reduction_of(described)), scratch(memory),
        builder(llvm::BasicBlock::Create(of.getContext(), "", &function)) {}

  void write() {
    builder.CreateRet(what.meaning == GroupMeaning::broadcast ? broadcast() : combined());
  }

private:
  void barrier() {
    constexpr uint32_t scope_work_group = 2, acquire_release_work_group_memory = 0x108; // of SPIR-V
    llvm::Function* callee = declare(*function.getParent(), MuxBuiltin::work_group_barrier);
    builder
        .CreateCall(callee, {builder.getInt32(0), builder.getInt32(scope_work_group),
                             builder.getInt32(acquire_release_work_group_memory)})
        ->setCallingConv(callee->getCallingConv());
  }

  /// Runs `make` on the work-item at `place` only.
  template <typename F> void on_item(llvm::Value* place, F make) {
    auto* only = llvm::BasicBlock::Create(function.getContext(), "only", &function);
    auto* behind = llvm::BasicBlock::Create(function.getContext(), "behind");
    builder.CreateCondBr(builder.CreateICmpEQ(own_place, place), only, behind);
    builder.SetInsertPoint(only);
    make();
    builder.CreateBr(behind);
    function.insert(function.end(), behind);
    builder.SetInsertPoint(behind);
  }

  llvm::Value* broadcast() {
    own_place = linear_local_id(builder);
    llvm::SmallVector<llvm::Value*, 3> ids;
    for (llvm::Argument& id : llvm::drop_begin(function.args())) {
      ids.push_back(&id);
    }
    llvm::Value* from = linear_id(builder, llvm::ArrayRef<llvm::Value*>(ids).take_front(3));
    barrier(); // others may still be reading what the last function left
    on_item(from, [&] { builder.CreateStore(function.getArg(0), &scratch); });
    barrier();
    return builder.CreateLoad(function.getReturnType(), &scratch);
  }

  /// Vectors go element by element, so that the scratch is one element wide.
  llvm::Value* combined() {
    own_place = linear_local_id(builder);
    items = group_items(builder, MuxBuiltin::get_local_size);
    llvm::Value* value = function.getArg(0);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (!vector) {
      return combine_elements(value);
    }
    llvm::Value* result = llvm::PoisonValue::get(value->getType());
    for (uint64_t i = 0; i < vector->getNumElements(); ++i) {
      result = builder.CreateInsertElement(
          result, combine_elements(builder.CreateExtractElement(value, i)), i);
    }
    return result;
  }

  llvm::Value* combine_elements(llvm::Value* value) {
    llvm::Type* type = value->getType();
    barrier(); // others may still be reading what the last function left
    builder.CreateStore(prepare(builder, reduction, value), element(type, own_place));
    barrier();
    on_item(builder.getInt64(0), [&] { loop(type); });
    barrier();
    const bool is_scan = what.meaning == GroupMeaning::scan_inclusive ||
                         what.meaning == GroupMeaning::scan_exclusive;
    return builder.CreateLoad(type, element(type, is_scan ? own_place : builder.getInt64(0)));
  }

  llvm::Value* element(llvm::Type* type, llvm::Value* place) {
    return builder.CreateInBoundsGEP(type, &scratch, place);
  }

  /// What one work-item does for all: scans in place, or leaves the total in front.
  void loop(llvm::Type* type) {
    llvm::LLVMContext& context = function.getContext();
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(context, "combine", &function);
    auto* end = llvm::BasicBlock::Create(context, "combined", &function);
    builder.CreateBr(body);
    builder.SetInsertPoint(body);
    llvm::PHINode* i = builder.CreatePHI(builder.getInt64Ty(), 2);
    llvm::PHINode* so_far = builder.CreatePHI(type, 2);
    i->addIncoming(builder.getInt64(0), before);
    so_far->addIncoming(identity(reduction, type), before);
    llvm::Value* address = element(type, i);
    llvm::Value* sum = combine(builder, reduction, so_far, builder.CreateLoad(type, address));
    if (what.meaning == GroupMeaning::scan_inclusive) {
      builder.CreateStore(sum, address);
    } else if (what.meaning == GroupMeaning::scan_exclusive) {
      builder.CreateStore(so_far, address);
    }
    llvm::Value* next = builder.CreateAdd(i, builder.getInt64(1));
    i->addIncoming(next, body);
    so_far->addIncoming(sum, body);
    builder.CreateCondBr(builder.CreateICmpULT(next, items), body, end);
    builder.SetInsertPoint(end);
    if (what.meaning == GroupMeaning::reduce || is_vote(what)) {
      builder.CreateStore(sum, &scratch);
    }
  }

  llvm::Function& function;
  const GroupFunction& what;
  const Reduction reduction;
  llvm::GlobalVariable& scratch;
  llvm::IRBuilder<> builder;
  llvm::Value* own_place = nullptr; ///< linear local id
  llvm::Value* items = nullptr;
};

} // namespace

uint64_t scratch_bytes(const llvm::Function& function, const GroupFunction& what,
                       uint64_t max_items) {
  llvm::Type* type = function.getReturnType();
  const llvm::DataLayout& layout = function.getDataLayout();
  return what.meaning == GroupMeaning::broadcast
             ? layout.getTypeAllocSize(type).getFixedValue()
             : layout.getTypeAllocSize(type->getScalarType()).getFixedValue() * max_items;
}

void define_work_group_function(llvm::Function& function, const GroupFunction& what,
                                llvm::GlobalVariable& scratch) {
  Body(function, what, scratch).write();
}

} // namespace compiler
