// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/lane_operations.h"

#include "mask_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/raw_ostream.h>

namespace vecz {
namespace {

/// A call that depends on which lanes are active, or is made in all of them: it stays where it is,
/// and is one of its own.
llvm::Value* create(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 2> types;
  for (const llvm::Value* argument : arguments) {
    types.push_back(argument->getType());
  }
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setConvergent();
  function->addFnAttr(llvm::Attribute::NoMerge);
  function->setOnlyAccessesInaccessibleMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return builder.CreateCall(callee, arguments);
}

llvm::Value* create_typed(llvm::IRBuilderBase& builder, llvm::StringRef prefix, llvm::Type* result,
                          llvm::ArrayRef<llvm::Value*> arguments) {
  std::string name = prefix.str();
  llvm::raw_string_ostream(name) << *result;
  return create(builder, name, result, arguments);
}

} // namespace

llvm::Value* create_lane_number(llvm::IRBuilderBase& builder) {
  llvm::Value* lane =
      create_lane_call(builder, lane_name, builder.getInt64Ty(), builder.getInt32(0));
  return builder.CreateTrunc(lane, builder.getInt32Ty());
}

llvm::Value* create_every_lane(llvm::IRBuilderBase& builder) {
  return create(builder, every_lane_name, builder.getInt32Ty(), {});
}

bool is_lane_number(const llvm::Value& value) {
  return is_mask_call(value, lane_name) || is_mask_call(value, every_lane_name);
}

bool is_lane_operation(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  const llvm::StringRef name = callee ? callee->getName() : "";
  return name == ballot_name || name == every_lane_name || name.starts_with(read_name) ||
         name.starts_with(fill_name) || name.starts_with(fold_name) ||
         name.starts_with(group_call_name);
}

llvm::Value* create_ballot(llvm::IRBuilderBase& builder, llvm::Value* predicate) {
  return create(builder, ballot_name, builder.getInt64Ty(), {predicate});
}

llvm::Value* create_read(llvm::IRBuilderBase& builder, llvm::Value* value, llvm::Value* lane) {
  return create_typed(builder, read_name, value->getType(), {value, lane});
}

llvm::Value* create_fold(llvm::IRBuilderBase& builder, llvm::Value* value,
                         llvm::Intrinsic::ID reduction) {
  const std::string name = (fold_name + llvm::Intrinsic::getBaseName(reduction) + ".").str();
  return create_typed(builder, name, value->getType(), {value});
}

llvm::Intrinsic::ID folded_by(const llvm::CallBase& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front(fold_name);
  return llvm::Intrinsic::lookupIntrinsicID(name.substr(0, name.rfind('.')));
}

llvm::Value* create_fill(llvm::IRBuilderBase& builder, llvm::Value* value,
                         llvm::Constant* otherwise) {
  return create_typed(builder, fill_name, value->getType(), {value, otherwise});
}

llvm::Value* create_group_call(llvm::IRBuilderBase& builder, llvm::StringRef name,
                               llvm::Type* result, llvm::ArrayRef<llvm::Value*> operands) {
  return create(builder, (group_call_name + name).str(), result, operands);
}

bool run_in_one_lane(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !(is_lane_number(*call) || is_lane_operation(*call))) {
      continue;
    }
    llvm::IRBuilder<> builder(call);
    const bool has_value = !is_lane_number(*call) &&
                           !call->getCalledFunction()->getName().starts_with(group_call_name);
    llvm::Value* value =
        has_value ? call->getArgOperand(0) : llvm::Constant::getNullValue(call->getType());
    call->replaceAllUsesWith(value->getType() == call->getType()
                                 ? value
                                 : builder.CreateZExt(value, call->getType())); // of a ballot
    call->eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace vecz
