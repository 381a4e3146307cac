// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/group_items.h"

namespace compiler {
namespace {

llvm::Value* ask(llvm::IRBuilder<>& builder, MuxBuiltin what, uint32_t dimension) {
  llvm::Function* function = declare(*builder.GetInsertBlock()->getModule(), what);
  llvm::CallInst* call = builder.CreateCall(function, {builder.getInt32(dimension)});
  call->setCallingConv(function->getCallingConv());
  return call;
}

} // namespace

llvm::Value* group_items(llvm::IRBuilder<>& builder, MuxBuiltin size) {
  llvm::Value* product = ask(builder, size, 0);
  for (uint32_t dimension = 1; dimension < 3; ++dimension) {
    product = builder.CreateMul(product, ask(builder, size, dimension));
  }
  return product;
}

llvm::Value* linear_local_id(llvm::IRBuilder<>& builder) {
  return linear_id(builder, {ask(builder, MuxBuiltin::get_local_id, 0),
                             ask(builder, MuxBuiltin::get_local_id, 1),
                             ask(builder, MuxBuiltin::get_local_id, 2)});
}

llvm::Value* linear_id(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids) {
  llvm::Value* place = builder.getInt64(0);
  for (size_t i = ids.size(); i-- > 0;) {
    llvm::Value* id = builder.CreateZExtOrTrunc(ids[i], builder.getInt64Ty());
    place = builder.CreateMul(place, ask(builder, MuxBuiltin::get_local_size, uint32_t(i)));
    place = builder.CreateAdd(place, id);
  }
  return place;
}

} // namespace compiler
