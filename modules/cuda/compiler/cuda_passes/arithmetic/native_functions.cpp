// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/native_functions.h"

#include "cuda_passes/arithmetic/built_in_body.h"
#include "cuda_passes/arithmetic/by_element.h"
#include "passes/built_ins/mangled_name.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <numbers>
#include <optional>

namespace cuda {
namespace {

enum class Native {
  cos,
  divide,
  exp,
  exp2,
  exp10,
  log,
  log2,
  log10,
  powr,
  recip,
  rsqrt,
  sin,
  sqrt,
  tan
};

/// The function that a mangled name stands for.
std::optional<Native> native_function(llvm::StringRef name) {
  name = compiler::parse_mangled_name(name).plain;
  if (!name.consume_front("native_")) {
    return std::nullopt;
  }
  return llvm::StringSwitch<std::optional<Native>>(name)
      .Case("cos", Native::cos)
      .Case("divide", Native::divide)
      .Case("exp", Native::exp)
      .Case("exp2", Native::exp2)
      .Case("exp10", Native::exp10)
      .Case("log", Native::log)
      .Case("log2", Native::log2)
      .Case("log10", Native::log10)
      .Case("powr", Native::powr)
      .Case("recip", Native::recip)
      .Case("rsqrt", Native::rsqrt)
      .Case("sin", Native::sin)
      .Case("sqrt", Native::sqrt)
      .Case("tan", Native::tan)
      .Default(std::nullopt);
}

/// Of floats, x and y, which is x where the function has one operand.
class Approximation {
public:
  explicit Approximation(llvm::IRBuilder<>& at) : builder(at) {}

  llvm::Value* make(Native which, llvm::Value* x, llvm::Value* y) {
    using namespace std::numbers;
    switch (which) {
    case Native::cos:
      return approximate(llvm::Intrinsic::nvvm_cos_approx_f, x);
    case Native::divide:
      return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_div_approx_f, {x, y});
    case Native::exp:
      return exp2(builder.CreateFMul(x, number(log2e)));
    case Native::exp2:
      return exp2(x);
    case Native::exp10:
      return exp2(builder.CreateFMul(x, number(log2e * ln10)));
    case Native::log:
      return builder.CreateFMul(log2(x), number(ln2));
    case Native::log2:
      return log2(x);
    case Native::log10:
      return builder.CreateFMul(log2(x), number(ln2 / ln10));
    case Native::powr:
      return exp2(builder.CreateFMul(y, log2(x)));
    case Native::recip:
      return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_div_approx_f, {number(1), x});
    case Native::rsqrt:
      return approximate(llvm::Intrinsic::nvvm_rsqrt_approx_f, x);
    case Native::sin:
      return approximate(llvm::Intrinsic::nvvm_sin_approx_f, x);
    case Native::sqrt:
      return approximate(llvm::Intrinsic::nvvm_sqrt_approx_f, x);
    case Native::tan:
      return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_div_approx_f,
                                     {approximate(llvm::Intrinsic::nvvm_sin_approx_f, x),
                                      approximate(llvm::Intrinsic::nvvm_cos_approx_f, x)});
    }
    llvm_unreachable("a function of the enumeration");
  }

private:
  llvm::Value* number(double value) { return llvm::ConstantFP::get(builder.getFloatTy(), value); }
  llvm::Value* approximate(llvm::Intrinsic::ID function, llvm::Value* x) {
    return builder.CreateIntrinsic(function, {x});
  }
  llvm::Value* exp2(llvm::Value* x) {
    return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_ex2_approx, {x->getType()}, {x});
  }
  llvm::Value* log2(llvm::Value* x) { return approximate(llvm::Intrinsic::nvvm_lg2_approx_f, x); }

  llvm::IRBuilder<>& builder;
};

void define(llvm::Function& function, Native which) {
  llvm::IRBuilder<> builder(begin_body(function));
  Approximation approximation(builder);
  llvm::SmallVector<llvm::Value*, 2> operands;
  for (llvm::Argument& argument : function.args()) {
    operands.push_back(&argument);
  }
  builder.CreateRet(by_element(builder, operands, [&](llvm::ArrayRef<llvm::Value*> elements) {
    return approximation.make(which, elements.front(), elements.back());
  }));
}

} // namespace

bool native_functions(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    const auto which =
        function.isDeclaration() ? native_function(function.getName()) : std::nullopt;
    if (which && function.getReturnType()->getScalarType()->isFloatTy()) {
      define(function, *which);
      changed = true;
    }
  }
  return changed;
}

} // namespace cuda
