// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/native_divisions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace host {
namespace {

constexpr llvm::StringRef reciprocals[] = {"half_recip", "native_recip"};
constexpr llvm::StringRef reciprocal_roots[] = {"half_rsqrt", "native_rsqrt"};

/// The function's name in OpenCL C if it is mangled; nothing otherwise.
llvm::StringRef plain_name(llvm::StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length)) {
    return {};
  }
  return name.take_front(length);
}

/// Makes the result in a block without any instruction; null for other functions.
llvm::Value* result_of(llvm::StringRef name, llvm::Function& function, llvm::IRBuilder<>& builder) {
  llvm::Value* x = function.getArg(0);
  llvm::Constant* one = llvm::ConstantFP::get(x->getType(), 1);
  if (name == "native_divide") {
    return builder.CreateFDiv(x, function.getArg(1));
  }
  if (llvm::is_contained(reciprocals, name)) {
    return builder.CreateFDiv(one, x);
  }
  return builder.CreateFDiv(one, builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x));
}

bool is_native_division(llvm::StringRef name) {
  return name == "native_divide" || llvm::is_contained(reciprocals, name) ||
         llvm::is_contained(reciprocal_roots, name);
}

void define(llvm::Function& function) {
  const llvm::StringRef name = plain_name(function.getName());
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::LLVMContext& context = function.getContext();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", &function));
  llvm::FastMathFlags flags;
  flags.setAllowReciprocal();
  builder.setFastMathFlags(flags);
  builder.setDefaultFPMathTag(
      llvm::MDBuilder(context).createFPMath(name.starts_with("half_") ? half_error : native_error));
  builder.CreateRet(result_of(name, function, builder));
}

} // namespace

bool native_divisions(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() && is_native_division(plain_name(function.getName())) &&
        function.getReturnType()->getScalarType()->isFloatTy()) {
      define(function);
      changed = true;
    }
  }
  return changed;
}

} // namespace host
