// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/arithmetic/native_divisions.h"

#include "passes/built_ins/mangled_name.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace host {
namespace {

constexpr llvm::StringRef reciprocals[] = {"half_recip", "native_recip"};
constexpr llvm::StringRef reciprocal_roots[] = {"half_rsqrt", "native_rsqrt"};

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
  const llvm::StringRef name = compiler::parse_mangled_name(function.getName()).plain;
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
    if (function.isDeclaration() &&
        is_native_division(compiler::parse_mangled_name(function.getName()).plain) &&
        function.getReturnType()->getScalarType()->isFloatTy()) {
      define(function);
      changed = true;
    }
  }
  return changed;
}

} // namespace host
