// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/lane_operations.h"

#include "mask_calls.h"

#include <llvm/Support/raw_ostream.h>

namespace vecz {
namespace {

/// A call that depends on which lanes are active: it stays where it is, and is one of its own.
llvm::Value* create(llvm::IRBuilderBase& builder, llvm::StringRef prefix, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments) {
  std::string name = prefix.str();
  if (prefix != ballot_name) {
    llvm::raw_string_ostream(name) << *result;
  }
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

} // namespace

llvm::Value* create_lane_number(llvm::IRBuilderBase& builder) {
  llvm::Value* lane =
      create_lane_call(builder, lane_name, builder.getInt64Ty(), builder.getInt32(0));
  return builder.CreateTrunc(lane, builder.getInt32Ty());
}

llvm::Value* create_ballot(llvm::IRBuilderBase& builder, llvm::Value* predicate) {
  return create(builder, ballot_name, builder.getInt64Ty(), {predicate});
}

llvm::Value* create_read(llvm::IRBuilderBase& builder, llvm::Value* value, llvm::Value* lane) {
  return create(builder, read_name, value->getType(), {value, lane});
}

llvm::Value* create_fill(llvm::IRBuilderBase& builder, llvm::Value* value,
                         llvm::Constant* otherwise) {
  return create(builder, fill_name, value->getType(), {value, otherwise});
}

} // namespace vecz
