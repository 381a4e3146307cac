// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/lower_pipes.h"

#include "passes/built_ins/call_by_name.h"

#include "builtins/retype.h"
#include "passes/built_ins/rename_functions.h"
#include "vecz/lane_operations.h"
#include "vecz/vectorize.h"
#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace compiler {
namespace {

constexpr llvm::StringLiteral is_valid = "_Z19is_valid_reserve_id13ocl_reserveid";

/// Functions that Clang calls by another name than the library; and the library's own internal
/// names.
constexpr FunctionName other_names[] = {
    {is_valid, "__is_valid_reserve_id"},
    {"__get_pipe_num_packets_ro", "__get_pipe_num_packets"},
    {"__get_pipe_num_packets_wo", "__get_pipe_num_packets"},
    {"__get_pipe_max_packets_ro", "__get_pipe_max_packets"},
    {"__get_pipe_max_packets_wo", "__get_pipe_max_packets"},
};

constexpr llvm::StringLiteral of_items[] = {
    "__read_pipe_4",
    "__write_pipe_4",
    "__reserve_read_pipe",
    "__reserve_write_pipe",
    "__commit_read_pipe",
    "__commit_write_pipe",
    "__lanewise_reserve_read_packets",
    "__lanewise_reserve_write_packets",
};

/// Functions that move a packet of each work-item without its own reservation: what one of the
/// active lanes calls for all of them, and each for its packet.
struct SinglePacketRow {
  llvm::StringLiteral name, reserve, move;
};
constexpr SinglePacketRow of_single_packets[] = {
    {"__read_pipe_2", "__lanewise_reserve_read_packets", "__lanewise_read_packet"},
    {"__write_pipe_2", "__lanewise_reserve_write_packets", "__lanewise_write_packet"},
};

/// Group functions on pipes: one work-item calls `of_item` for the whole group.
struct GroupFunctionRow {
  llvm::StringLiteral name, of_item;
  bool reserves, is_work_group;
};
constexpr GroupFunctionRow of_groups[] = {
    {"__work_group_reserve_read_pipe", "__reserve_read_pipe", true, true},
    {"__work_group_reserve_write_pipe", "__reserve_write_pipe", true, true},
    {"__work_group_commit_read_pipe", "__commit_read_pipe", false, true},
    {"__work_group_commit_write_pipe", "__commit_write_pipe", false, true},
    {"__sub_group_reserve_read_pipe", "__reserve_read_pipe", true, false},
    {"__sub_group_reserve_write_pipe", "__reserve_write_pipe", true, false},
    {"__sub_group_commit_read_pipe", "__commit_read_pipe", false, false},
    {"__sub_group_commit_write_pipe", "__commit_write_pipe", false, false},
};

llvm::Type* lowered(llvm::TargetExtType* type) {
  if (is_pipe(type)) {
    return llvm::PointerType::get(type->getContext(), vecz::global_space);
  }
  return type->getName() == "spirv.ReserveId" ? llvm::Type::getInt64Ty(type->getContext())
                                              : static_cast<llvm::Type*>(type);
}

/// Gives a group's function its body.
class Body {
public:
  Body(llvm::Function& function, const GroupFunctionRow& what)
      : module(*function.getParent()), context(module.getContext()), group(function), row(what),
        builder(context) {}

  void make() {
    auto* entry = llvm::BasicBlock::Create(context, "entry", &group);
    auto* first = llvm::BasicBlock::Create(context, "first", &group);
    auto* all = llvm::BasicBlock::Create(context, "all", &group);
    builder.SetInsertPoint(entry);
    if (!row.reserves) {
      const auto* name = row.is_work_group ? "_Z18work_group_barrierj" : "_Z17sub_group_barrierj";
      constexpr uint32_t global_and_local = 3;
      call_by_name(builder, name, builder.getVoidTy(), {builder.getInt32(global_and_local)}, true);
    }
    llvm::Value* place =
        row.is_work_group
            ? call_by_name(builder, "_Z19get_local_linear_idv", builder.getInt64Ty(), {}, false)
            : call_by_name(builder, "_Z22get_sub_group_local_idv", builder.getInt32Ty(), {}, false);
    builder.CreateCondBr(builder.CreateIsNull(place), first, all);
    builder.SetInsertPoint(first);
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Argument& argument : group.args()) {
      arguments.push_back(&argument);
    }
    llvm::Value* made = call_by_name(builder, row.of_item, group.getReturnType(), arguments, false);
    builder.CreateBr(all);
    builder.SetInsertPoint(all);
    if (row.reserves) {
      llvm::PHINode* own = builder.CreatePHI(builder.getInt64Ty(), 2);
      own->addIncoming(builder.getInt64(0), entry);
      own->addIncoming(made, first);
      builder.CreateRet(broadcast(own));
    } else {
      builder.CreateRetVoid();
    }
    group.setLinkage(llvm::GlobalValue::InternalLinkage);
    group.addFnAttr(llvm::Attribute::AlwaysInline);
    group.addFnAttr(llvm::Attribute::Convergent);
  }

private:
  llvm::Value* broadcast(llvm::Value* own) {
    llvm::Value* zero = builder.getInt64(0);
    return row.is_work_group ? call_by_name(builder, "_Z20work_group_broadcastmmmm",
                                            builder.getInt64Ty(), {own, zero, zero, zero}, true)
                             : call_by_name(builder, "_Z19sub_group_broadcastmj",
                                            builder.getInt64Ty(), {own, builder.getInt32(0)}, true);
  }

  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::Function& group;
  const GroupFunctionRow& row;
  llvm::IRBuilder<> builder;
};

/// Gives a function of single packets its body. Lanes whose pipe is not that of the first active
/// lane reserve for themselves.
void move_together(llvm::Function& function, const SinglePacketRow& row) {
  llvm::LLVMContext& context = function.getContext();
  auto* entry = llvm::BasicBlock::Create(context, "entry", &function);
  auto* reserving = llvm::BasicBlock::Create(context, "reserving", &function);
  auto* moving = llvm::BasicBlock::Create(context, "moving", &function);
  llvm::Value *ring = function.getArg(0), *memory = function.getArg(1), *size = function.getArg(2),
              *alignment = function.getArg(3);
  llvm::IRBuilder<> builder(entry);
  llvm::Type *word = builder.getInt32Ty(), *long_word = builder.getInt64Ty();
  const auto count_of = [&](llvm::Value* lanes) {
    return builder.CreateTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, lanes), word);
  };
  llvm::Value* active = vecz::create_ballot(builder, builder.getTrue());
  llvm::Value* first = builder.CreateTrunc(
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, active, builder.getFalse()), word);
  llvm::Value* same = builder.CreateICmpEQ(ring, vecz::create_read(builder, ring, first), "same");
  llvm::Value* together = vecz::create_ballot(builder, same);
  llvm::Value* lane = vecz::create_lane_number(builder);
  llvm::Value* before = builder.CreateNot(builder.CreateShl(
      llvm::ConstantInt::getAllOnesValue(long_word), builder.CreateZExt(lane, long_word)));
  llvm::Value* index = builder.CreateSelect(same, count_of(builder.CreateAnd(together, before)),
                                            builder.getInt32(0), "index");
  llvm::Value* count = builder.CreateSelect(same, count_of(together), builder.getInt32(1), "count");
  builder.CreateCondBr(builder.CreateOr(builder.CreateICmpEQ(lane, first), builder.CreateNot(same)),
                       reserving, moving);

  builder.SetInsertPoint(reserving);
  llvm::Value* reserved =
      call_by_name(builder, row.reserve, long_word, {ring, count, size, alignment}, false);
  builder.CreateBr(moving);

  builder.SetInsertPoint(moving);
  llvm::PHINode* own = builder.CreatePHI(long_word, 2);
  own->addIncoming(builder.getInt64(0), entry);
  own->addIncoming(reserved, reserving);
  llvm::Value* id =
      builder.CreateSelect(same, vecz::create_read(builder, own, first), own, "reservation");
  builder.CreateRet(call_by_name(builder, row.move, function.getReturnType(),
                                 {ring, id, index, memory, size, alignment}, false));
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
}

void keep_calls(llvm::Module& module) {
  for (const llvm::StringRef name : of_items) {
    llvm::Function* function = module.getFunction(name);
    if (!function) {
      continue;
    }
    for (llvm::User* user : function->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
        call->setIsNoInline();
        call->addFnAttr(llvm::Attribute::get(module.getContext(), vecz::done_by_lane));
      }
    }
  }
}

} // namespace

bool lower_pipes(llvm::Module& module) {
  const bool retyped = builtins::retype(module, lowered);
  rename_functions(module, other_names);
  for (const GroupFunctionRow& row : of_groups) {
    llvm::Function* function = module.getFunction(row.name);
    if (function && function->isDeclaration()) {
      Body(*function, row).make();
    }
  }
  for (const SinglePacketRow& row : of_single_packets) {
    llvm::Function* function = module.getFunction(row.name);
    if (function && function->isDeclaration()) {
      move_together(*function, row);
    }
  }
  keep_calls(module);
  return retyped;
}

bool is_pipe_function(llvm::StringRef name) {
  const auto is_row = [&](const auto& row) { return row.name == name; };
  return llvm::is_contained(of_items, name) || llvm::any_of(of_single_packets, is_row) ||
         llvm::any_of(of_groups, is_row) ||
         llvm::any_of(other_names, [&](const auto& row) { return row.given == name; });
}

bool is_pipe(const llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Pipe";
}

} // namespace compiler
