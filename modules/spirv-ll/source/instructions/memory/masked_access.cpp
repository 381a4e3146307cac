// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/memory/masked_access.h"

#include <llvm/Support/raw_ostream.h>

namespace spirv_ll {
namespace {

/// The name of a function that only this file makes, for each kind of access.
std::string name_of_access(llvm::StringRef what, const llvm::Type& type, unsigned space,
                           llvm::Align alignment) {
  std::string name;
  llvm::raw_string_ostream text(name);
  text << what << '.' << type << ".from" << space << ".align" << alignment.value();
  return name;
}

} // namespace

llvm::Function* masked_access_function(Reader& reader, bool loads, llvm::Type& type,
                                       llvm::Type& pointer, llvm::Align alignment) {
  const std::string name = name_of_access(loads ? "masked_load" : "masked_store", type,
                                          pointer.getPointerAddressSpace(), alignment);
  if (auto* known = reader.module.getFunction(name)) {
    return known;
  }
  llvm::IRBuilder<> b(reader.context);
  auto* signature = llvm::FunctionType::get(loads ? &type : b.getVoidTy(),
                                            {&pointer, b.getInt1Ty(), &type}, false);
  auto* function =
      llvm::Function::Create(signature, llvm::GlobalValue::InternalLinkage, name, reader.module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  auto* begin = llvm::BasicBlock::Create(reader.context, "begin", function);
  auto* access = llvm::BasicBlock::Create(reader.context, "access", function);
  auto* end = llvm::BasicBlock::Create(reader.context, "end", function);
  b.SetInsertPoint(begin);
  b.CreateCondBr(function->getArg(1), access, end);
  b.SetInsertPoint(access);
  llvm::Value* loaded = nullptr;
  if (loads) {
    loaded = b.CreateAlignedLoad(&type, function->getArg(0), alignment);
  } else {
    b.CreateAlignedStore(function->getArg(2), function->getArg(0), alignment);
  }
  b.CreateBr(end);
  b.SetInsertPoint(end);
  if (!loads) {
    b.CreateRetVoid();
    return function;
  }
  auto* result = b.CreatePHI(&type, 2);
  result->addIncoming(function->getArg(2), begin);
  result->addIncoming(loaded, access);
  b.CreateRet(result);
  return function;
}

} // namespace spirv_ll
